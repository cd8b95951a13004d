// The picture of a network that tells classes apart: points of the plane, those that are taken for
// another class with a ring, and for two inputs what is answered everywhere.
class ClassPicture {
  constructor(model, stage) {
    this.model = model;
    this.plot = Plot.copy(model.points.which === 'evaluation' ? 'evaluation' : 'training_data', stage);
    this.isPlane = model.inputs === 2;
    this.places = model.rows.map((row, i) => this.plot.at(model.placeOf(row, i)));
    const layers = this.plot.layers('points');
    this.ofClass = layers.slice(0, model.classes.length);
    this.ring = layers[model.classes.length] ?? ringIn(this.plot);
    this.predicted = [];
    if (this.isPlane) this.canvas = this.plot.canvas();
    this.marker = markerIn(this.plot);
  }

  // Draws the network with these weights; `effort` is how many multiplications it may take.
  draw(weights, effort) {
    const { network, rows, points } = this.model;
    this.weights = weights;
    this.predicted = rows.map((row) => network.predict(network.scores(weights, row)));
    const shown = this.isPlane ? points.classes : this.predicted;
    this.ofClass.forEach((layer, place) => {
      const own = this.places.filter((_, i) => shown[i] === place);
      layer.setAttribute('d', marks(own, this.model.marks[place % this.model.marks.length]));
    });
    const wrong = this.places.filter((_, i) => this.predicted[i] !== points.classes[i]);
    this.ring.setAttribute('d', marks(wrong, this.model.ring));
    if (this.isPlane) this.drawRegions(effort);
    const right = `${rows.length - wrong.length} of ${rows.length}`;
    return { name: `correct, ${points.which} rows`, text: right };
  }

  // Each class in its colour, the stronger the surer the network is.
  drawRegions(effort) {
    const { network } = this.model;
    const columns = Math.round(Math.min(180, Math.max(30, Math.sqrt((1.5 * effort) / network.parameters))));
    const lines = Math.round(columns / 1.5);
    const [x, y] = this.plot.axes;
    const image = new ImageData(columns, lines);
    const colours = this.model.classes.map((_, place) => channels(this.model.colourOf(place)));
    const input = [0, 0];
    for (let line = 0, at = 0; line < lines; line++) {
      input[1] = y.value(1 - (line + 0.5) / lines);
      for (let column = 0; column < columns; column++, at += 4) {
        input[0] = x.value((column + 0.5) / columns);
        const scores = network.scores(this.weights, input);
        image.data.set(colours[network.predict(scores)], at);
        image.data[at + 3] = 255 * (0.13 + 0.37 * network.confidence(scores));
      }
    }
    this.canvas.width = columns;
    this.canvas.height = lines;
    this.canvas.getContext('2d').putImageData(image, 0, 0);
  }

  // Shows where the inputs of somebody are.
  mark(inputs, scores) {
    const place = this.model.inputs === 1
      ? [inputs[0], this.model.network.predict(scores)]
      : this.model.placeOf(inputs);
    this.marker(this.plot.at(place));
  }

  // The inputs under the pointer, if a place tells them all.
  pick(event) {
    return this.isPlane ? this.plot.under(event) : null;
  }

  tell(event) {
    const { model } = this;
    const found = this.plot.nearest(event, this.places);
    if (found >= 0) {
      const inputs = Array.from(model.rows[found]);
      const [truth, predicted] = [model.called(model.points.classes[found]), model.nameOf(this.predicted[found])];
      return [
        ...model.linesOf(inputs, `${model.points.which} point`),
        `${cut(truth)}, predicted ${cut(predicted)}`,
        this.scoresAt(inputs),
      ];
    }
    const inputs = this.pick(event);
    if (!inputs) return null;
    const called = cut(model.called(model.network.predict(model.network.scores(this.weights, inputs))));
    const lines = model.linesOf(inputs);
    const said = model.inputNames ? [...lines, called] : [`${lines[0]}: ${called}`];
    return [...said, this.scoresAt(inputs)];
  }

  scoresAt(inputs) {
    const scores = Array.from(this.model.network.scores(this.weights, inputs));
    const list = scores.slice(0, 6).map(brief).join(', ') + (scores.length > 6 ? ' …' : '');
    return `${scores.length > 1 ? 'scores' : 'score'} ${list}`;
  }
}

// A ring, for figures that have none.
function ringIn(plot) {
  const ring = element('path', { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.3 });
  plot.inner.append(ring);
  return ring;
}

// A mark for the inputs of somebody; returns what moves it.
function markerIn(plot) {
  const halo = element('circle', { r: 7, class: 'halo' });
  const group = element('g', { class: 'marker', visibility: 'hidden' }, halo, element('path', { d: 'M-11 0h8M3 0h8M0-11v8M0 3v8' }));
  plot.inner.append(group);
  return ([x, y]) => {
    group.setAttribute('visibility', 'visible');
    group.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  };
}

function channels(colour) {
  return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
}
