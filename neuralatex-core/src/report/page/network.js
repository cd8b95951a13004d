// The network as it is shipped: the arithmetic of inference/arithmetic.rs. Arrays of the model's
// precision round what is written into them.
const activationsOf = ({ round, tanh, sigmoid, erf }) => {
  const HALF_ROOT = round(0.7071067811865476);
  return {
    relu: () => (x) => (x < 0 ? 0 : x),
    leaky_relu: (slope) => { slope = round(slope); return (x) => (x < 0 ? round(x * slope) : x); },
    tanh: () => tanh,
    sigmoid: () => sigmoid,
    silu: () => (x) => round(x * sigmoid(x)),
    gelu: () => (x) => round(x * round(0.5 * round(1 + erf(round(x * HALF_ROOT))))),
    identity: () => (x) => x,
  };
};

class Network {
  // Activations are words: `relu`, `leaky_relu(0.01)`.
  constructor({ layers, activations, precision, probabilities }) {
    this.layers = layers;
    this.isSingle = precision === 'f32';
    this.elementary = this.isSingle ? single : double;
    this.numbers = this.isSingle ? Float32Array : Float64Array;
    const known = activationsOf(this.elementary);
    this.activations = activations.map((words) => {
      const [name, argument] = words.split(/[()]/);
      return known[name](Number(argument));
    });
    this.kind = probabilities;
    this.values = layers.map((size) => new this.numbers(size));
  }

  get parameters() {
    return this.layers.slice(1).reduce((sum, size, i) => sum + size * (this.layers[i] + 1), 0);
  }

  // The values of all layers, inputs first, in arrays that the next run overwrites.
  run(weights, inputs) {
    this.values[0].set(inputs);
    let place = 0;
    for (let i = 1; i < this.layers.length; i++) {
      const [from, to] = [this.values[i - 1], this.values[i]];
      place = this.isSingle ? layerSingle(weights, place, from, to) : layerDouble(weights, place, from, to);
      const activation = this.activations[i - 1];
      if (activation) for (let n = 0; n < to.length; n++) to[n] = activation(to[n]);
    }
    return this.values;
  }

  // The scores, in an array that the next run overwrites.
  scores(weights, inputs) {
    return this.run(weights, inputs)[this.layers.length - 1];
  }

  // The place of the class that scores speak for.
  predict(scores) {
    if (scores.length === 1) return scores[0] >= 0 ? 1 : 0;
    let found = 0;
    let largest = -Infinity;
    for (let i = 0; i < scores.length; i++) {
      if (scores[i] > largest) [found, largest] = [i, scores[i]];
    }
    return found;
  }

  // One for each class, or null if the loss has not trained for any.
  probabilities(scores) {
    const { round, exp, sigmoid } = this.elementary;
    if (this.kind === 'both') return [sigmoid(-scores[0]), sigmoid(scores[0])];
    if (this.kind === 'each') return Array.from(scores, sigmoid);
    if (this.kind !== 'together') return null;
    let largest = -Infinity;
    for (const score of scores) if (score > largest) largest = score;
    const powers = Array.from(scores, (score) => exp(round(score - largest)));
    const sum = powers.reduce((sum, power) => round(sum + power), 0);
    return powers.map((power) => round(power / sum));
  }

  // By how much the predicted class leads, from 0 to 1; for a softmax of two classes |2p - 1|.
  confidence(scores) {
    if (scores.length === 1) return Math.tanh(Math.abs(scores[0]) / 2);
    let [first, second] = [-Infinity, -Infinity];
    for (const score of scores) {
      if (score > first) [first, second] = [score, first];
      else if (score > second) second = score;
    }
    return Math.tanh((first - second) / 2);
  }
}

// The sums of a layer's neurons: of a panel of 64 bytes of outputs each has two, of every second input,
// others have four. The bias begins the first, the others begin with -0. Returns the place of the
// weights that follow. Twice, so that the loop for f32 is compiled to f32.
function layerSingle(weights, place, from, to) {
  const sums = new Float32Array(4);
  const inPanels = to.length - (to.length % 16);
  for (let n = 0; n < to.length; n++) {
    const last = n < inPanels ? 1 : 3;
    sums.fill(-0).set([weights[place + from.length]]);
    for (let i = 0; i < from.length; i++) sums[i & last] += Math.fround(weights[place++] * from[i]);
    to[n] = Math.fround(sums[0] + sums[1]) + Math.fround(sums[2] + sums[3]);
    place++;
  }
  return place;
}

function layerDouble(weights, place, from, to) {
  const sums = new Float64Array(4);
  const inPanels = to.length - (to.length % 8);
  for (let n = 0; n < to.length; n++) {
    const last = n < inPanels ? 1 : 3;
    sums.fill(-0).set([weights[place + from.length]]);
    for (let i = 0; i < from.length; i++) sums[i & last] += weights[place++] * from[i];
    to[n] = sums[0] + sums[1] + (sums[2] + sums[3]);
    place++;
  }
  return place;
}
