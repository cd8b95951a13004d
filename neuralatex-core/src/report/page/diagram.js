// The network itself: a line for each weight, blue above 0 and orange below, the wider the larger; a
// circle for each neuron, the fuller the stronger its answer to the inputs of somebody.
class Diagram {
  static fits({ layers }) {
    const lines = layers.slice(1).reduce((sum, size, i) => sum + size * layers[i], 0);
    return Math.max(...layers) <= 32 && lines <= 1500;
  }

  constructor(model, stage) {
    this.model = model;
    const { layers } = model;
    const most = Math.max(...layers);
    this.height = 296;
    this.radius = Math.min(13, 0.38 * (this.height - 20) / most);
    this.names = this.radius > 4.5 ? this.namesOfEnds() : {};
    [this.left, this.right] = [0, layers.length - 1].map((layer) => this.roomFor(layer));
    this.edges = element('g', { class: 'edges' });
    this.nodes = element('g', { class: 'nodes' });
    this.lines = [];
    this.circles = layers.map((size, layer) => Array.from({ length: size }, (_, n) => this.addNode(layer, n)));
    layers.slice(1).forEach((size, i) => {
      for (let to = 0; to < size; to++) {
        for (let from = 0; from < layers[i]; from++) this.lines.push(this.addLine(i, from, to));
      }
    });
    const svg = element('svg', { viewBox: `0 0 360 ${this.height}`, 'aria-hidden': 'true', class: 'network' }, this.edges, this.nodes);
    stage.append(svg);
    tooltip.on(svg, (event) => event.target.told?.());
  }

  // What stands beside inputs and outputs, if there is room.
  namesOfEnds() {
    const { layers, classes, inputs, outputs, inputNames, outputNames, textOf } = this.model;
    const ofOutputs = classes?.length === outputs ? classes : outputNames;
    const names = (known, letter, count) => Array.from({ length: count }, (_, n) =>
      fitted(known?.[n] ?? `${letter}${count > 1 ? n + 1 : ''}`, 72));
    // Texts of one column begin alike if that stands before them.
    const ofInputs = inputNames?.map((name, n) => textOf.get(n) ?? name);
    return { 0: names(ofInputs, 'x', inputs), [layers.length - 1]: names(ofOutputs, 'y', outputs) };
  }

  // From the edge to the middle of the neurons of the first and the last layer.
  roomFor(layer) {
    const widths = this.names[layer]?.map(({ width }) => width) ?? [];
    return Math.max(44, this.radius + 8 + Math.max(0, ...widths));
  }

  at(layer, n) {
    const { layers } = this.model;
    const x = this.left + ((360 - this.left - this.right) * layer) / (layers.length - 1);
    const step = Math.min(46, (this.height - 20) / layers[layer]);
    return [x, this.height / 2 + step * (n - (layers[layer] - 1) / 2)];
  }

  addNode(layer, n) {
    const [x, y] = this.at(layer, n);
    const circle = element('circle', { cx: x, cy: y.toFixed(1), r: this.radius.toFixed(1), class: 'node' });
    const fill = element('circle', { cx: x, cy: y.toFixed(1), r: this.radius.toFixed(1), class: 'fill' });
    fill.told = () => this.toldOfNode(layer, n);
    this.nodes.append(circle, fill);
    const name = this.names[layer]?.[n].shown;
    if (name) {
      const isInput = layer === 0;
      const offset = isInput ? -this.radius - 6 : this.radius + 6;
      this.nodes.append(element('text', { x: x + offset, y: y + 4, 'text-anchor': isInput ? 'end' : 'start' }, name));
    }
    return fill;
  }

  addLine(i, from, to) {
    const [[x1, y1], [x2, y2]] = [this.at(i, from), this.at(i + 1, to)];
    const bend = (x2 - x1) / 2;
    const line = element('path', { d: `M${x1} ${y1.toFixed(1)}c${bend} 0 ${bend} ${(y2 - y1).toFixed(1)} ${x2 - x1} ${(y2 - y1).toFixed(1)}` });
    const giver = i ? `neuron ${from + 1}` : cut(this.model.inputName(from));
    line.told = () => [`layer ${i + 1}, neuron ${to + 1}`, `weight of ${giver}: ${brief(line.weight)}`];
    this.edges.append(line);
    return line;
  }

  toldOfNode(layer, n) {
    const value = brief(this.values[layer][n]);
    const { layers, classes, outputs } = this.model;
    if (layer === 0) return [`${cut(this.model.inputName(n))}: ${value}`];
    const before = layers.slice(1, layer).reduce((sum, size, i) => sum + size * (layers[i] + 1), 0);
    const bias = this.weights[before + (n + 1) * (layers[layer - 1] + 1) - 1];
    const isLast = layer === layers.length - 1;
    const output = classes?.length === outputs ? this.model.called(n) : this.model.outputName(n);
    return [isLast ? cut(output) : `layer ${layer}, neuron ${n + 1}`, `answers ${value}, bias ${brief(bias)}`];
  }

  draw(weights, inputs) {
    const { layers, network } = this.model;
    this.weights = weights;
    let line = 0;
    let place = 0;
    for (let i = 1; i < layers.length; i++) {
      const size = layers[i - 1];
      const part = weights.subarray(place, place + layers[i] * (size + 1));
      // Layers may differ in the size of their weights: each has its own widest line.
      let largest = 1e-30;
      part.forEach((weight, n) => { if (n % (size + 1) < size) largest = Math.max(largest, Math.abs(weight)); });
      part.forEach((weight, n) => { if (n % (size + 1) < size) widen(this.lines[line++], weight, largest); });
      place += part.length;
    }
    this.values = network.run(weights, inputs).map((values) => Array.from(values));
    this.circles.forEach((circles, layer) => {
      const largest = Math.max(1e-30, ...this.values[layer].map(Math.abs));
      circles.forEach((circle, n) => light(circle, this.values[layer][n] / largest));
    });
  }
}

function widen(line, weight, largest) {
  const share = Math.abs(weight) / largest;
  line.weight = weight;
  line.setAttribute('stroke-width', (0.4 + 3.6 * share).toFixed(2));
  line.setAttribute('stroke-opacity', (0.15 + 0.75 * share).toFixed(2));
  line.setAttribute('class', weight < 0 ? 'below' : 'above');
}

function light(circle, share) {
  circle.setAttribute('fill-opacity', (Number.isFinite(share) ? Math.abs(share) : 0).toFixed(2));
  circle.setAttribute('class', share < 0 ? 'fill below' : 'fill above');
}
