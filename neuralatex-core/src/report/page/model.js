// What the page knows of the model: its weights on the way, its losses and some of its rows.
function decoded(text, numbers) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new numbers(bytes.buffer);
}

function parts(numbers, size) {
  return Array.from({ length: numbers.length / size }, (_, i) => numbers.subarray(i * size, (i + 1) * size));
}

class Model {
  constructor(data) {
    Object.assign(this, data);
    this.network = new Network(data);
    const { numbers } = this.network;
    this.inputs = data.layers[0];
    this.outputs = data.layers[data.layers.length - 1];
    this.frames = parts(decoded(data.weights, numbers), this.network.parameters);
    this.rows = parts(decoded(data.points.inputs, numbers), this.inputs);
    this.targets = data.points.targets && parts(decoded(data.points.targets, numbers), this.outputs);
    this.trainingLosses = new Map(data.losses);
    this.losses = data.losses;
    this.evaluationOf = new Map(data.evaluationLosses);
  }

  get last() {
    return this.frames.length - 1;
  }

  get shipped() {
    return this.frames[this.last];
  }

  nameOf(place) {
    return this.classes[place];
  }

  colourOf(place) {
    return this.palette[place % this.palette.length];
  }

  // Where inputs are in the plane.
  placeOf(inputs, row) {
    if (this.projection) {
      const size = this.inputs + 1;
      return [0, 1].map((i) => {
        let sum = this.projection[i * size + this.inputs];
        for (let n = 0; n < this.inputs; n++) sum += this.projection[i * size + n] * inputs[n];
        return sum;
      });
    }
    return this.inputs === 1 ? [inputs[0], Number(this.classes[this.points.classes[row]])] : inputs;
  }
}

// As many digits as somebody can use while the pointer moves.
function brief(number) {
  if (!Number.isFinite(number)) return String(number);
  const text = Number(number.toPrecision(4));
  return String(Object.is(text, -0) ? 0 : text);
}

// The shortest text that is read as the same number of the model's precision.
function exact(number, network) {
  if (!network.isSingle || !Number.isFinite(number)) return String(number);
  for (let digits = 1; digits < 9; digits++) {
    const text = number.toPrecision(digits);
    if (Math.fround(Number(text)) === number) return String(Number(text));
  }
  return String(Number(number.toPrecision(9)));
}

// An element with attributes and what is inside; names of SVG make elements of SVG.
const SVG = 'http://www.w3.org/2000/svg';
function element(name, attributes = {}, ...inside) {
  const isSvg = ['svg', 'g', 'path', 'line', 'circle', 'text'].includes(name);
  const made = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
