// The weights of a network with too many neurons to draw: a rectangle for each layer, with a line for
// each neuron and a column for each of its inputs, blue above 0 and orange below.
class Matrices {
  constructor(model, stage) {
    this.model = model;
    const { layers } = model;
    stage.classList.toggle('few', layers.length < 4);
    this.canvases = layers.slice(1).map((size, i) => {
      const canvas = element('canvas', { width: layers[i], height: size });
      canvas.style.aspectRatio = `${Math.min(6, Math.max(0.6, layers[i] / size))}`;
      const name = `layer ${i + 1}: ${size} × ${layers[i]}`;
      stage.append(element('div', { class: 'matrix', 'aria-hidden': 'true' }, canvas, element('span', {}, name)));
      tooltip.on(canvas, (event) => this.tell(event, i));
      return canvas;
    });
    this.colours = [model.palette[1], model.palette[0]].map(channels);
  }

  // The weights of a layer, neuron by neuron, each with its bias at the end.
  part(layer) {
    const { layers } = this.model;
    const before = layers.slice(1, layer + 1).reduce((sum, size, i) => sum + size * (layers[i] + 1), 0);
    return this.weights.subarray(before, before + layers[layer + 1] * (layers[layer] + 1));
  }

  draw(weights) {
    if (weights === this.weights) return;
    this.weights = weights;
    this.canvases.forEach((canvas, layer) => {
      const { width, height } = canvas;
      const part = this.part(layer);
      let largest = 1e-30;
      part.forEach((weight, n) => { if (n % (width + 1) < width) largest = Math.max(largest, Math.abs(weight)); });
      const image = new ImageData(width, height);
      for (let n = 0; n < width * height; n++) {
        const weight = part[n + Math.floor(n / width)];
        image.data.set(this.colours[weight < 0 ? 1 : 0], 4 * n);
        image.data[4 * n + 3] = 255 * Math.sqrt(Math.abs(weight) / largest);
      }
      canvas.getContext('2d').putImageData(image, 0, 0);
    });
  }

  tell(event, layer) {
    const { width, height } = this.canvases[layer];
    const box = this.canvases[layer].getBoundingClientRect();
    const place = (offset, length, count) => Math.min(count - 1, Math.max(0, Math.floor((offset / length) * count)));
    const column = place(event.clientX - box.left, box.width, width);
    const line = place(event.clientY - box.top, box.height, height);
    const weight = this.part(layer)[line * (width + 1) + column];
    const from = layer ? `neuron ${column + 1}` : cut(this.model.inputName(column));
    return [`layer ${layer + 1}, neuron ${line + 1}`, `weight of ${from}: ${brief(weight)}`];
  }
}
