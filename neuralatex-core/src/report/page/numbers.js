// The pictures of networks that predict numbers: for one input the curve through the data, else what
// is predicted against what is true.
class FitPicture {
  constructor(model, stage) {
    this.model = model;
    this.plot = Plot.copy('fit', stage);
    this.lines = this.plot.layers('line');
    this.marker = markerIn(this.plot);
    const count = 201;
    this.xs = Array.from({ length: count }, (_, i) => this.plot.axes[0].value(i / (count - 1)));
  }

  draw(weights) {
    const { network } = this.model;
    this.weights = weights;
    const scores = this.xs.map((x) => Array.from(network.scores(weights, [x])));
    this.lines.forEach((line, output) => {
      const places = this.xs.map((x, i) => this.plot.at([x, scores[i][output]]));
      line.setAttribute('d', lineThrough(places));
    });
    return errorOf(this.model, weights);
  }

  mark(inputs, scores) {
    this.marker(this.plot.at([inputs[0], scores[0]]));
  }

  pick(event) {
    const values = this.plot.under(event);
    return values && [values[0]];
  }

  tell(event) {
    const values = this.plot.under(event);
    if (!values) return null;
    const scores = Array.from(this.model.network.scores(this.weights, [values[0]]));
    const { model } = this;
    const name = model.inputNames ? `${cut(model.inputName(0))}:` : 'input';
    const predicted = model.outputNames && scores.length > 1
      ? scores.slice(0, 6).map((score, n) => `predicted ${cut(model.outputName(n))}: ${brief(score)}`)
      : [`predicted ${scores.map(brief).join(', ')}`];
    return [`${name} ${brief(values[0])}`, ...predicted];
  }
}

class PredictedPicture {
  constructor(model, stage) {
    this.model = model;
    this.plot = Plot.copy('predicted', stage);
    this.layers = this.plot.layers('points');
  }

  draw(weights) {
    const { network, rows, targets, marks: forms } = this.model;
    this.scores = rows.map((row) => Array.from(network.scores(weights, row)));
    this.places = this.layers.map((layer, output) => {
      const places = rows.map((_, i) => this.inside(this.plot.at([targets[i][output], this.scores[i][output]])));
      layer.setAttribute('d', marks(places, forms[output % forms.length]));
      return places;
    });
    return errorOf(this.model, weights);
  }

  // What is predicted at first may be far off: it is at the edge.
  inside([x, y]) {
    return [x, Math.min(this.plot.height, Math.max(0, y))];
  }

  mark() {}

  pick() {
    return null;
  }

  tell(event) {
    for (const [output, places] of this.places.entries()) {
      const found = this.plot.nearest(event, places);
      if (found < 0) continue;
      const name = this.layers.length > 1 ? `${cut(this.model.outputName(output))}, ` : '';
      return [
        `${name}${this.model.points.which} point ${found + 1}`,
        `true ${brief(this.model.targets[found][output])}, predicted ${brief(this.scores[found][output])}`,
      ];
    }
    return null;
  }
}

function errorOf({ network, rows, targets, points }, weights) {
  let sum = 0;
  let count = 0;
  rows.forEach((row, i) => {
    const scores = network.scores(weights, row);
    for (let output = 0; output < scores.length; output++, count++) {
      sum += Math.abs(scores[output] - targets[i][output]);
    }
  });
  return { name: `mean absolute error, ${points.which} rows`, text: brief(sum / count) };
}

// The losses, with a line at the epoch that is shown.
class LossPicture {
  constructor(model, stage) {
    this.model = model;
    this.plot = Plot.copy('loss', stage);
    this.line = element('line', { y1: 0, y2: this.plot.height, class: 'now' });
    this.dots = ['training', 'evaluation'].map((name) => element('circle', { r: 4.5, class: `dot ${name}` }));
    this.plot.inner.append(this.line, ...this.dots);
  }

  draw(epoch) {
    const [x] = this.plot.at([epoch, 0]);
    this.line.setAttribute('x1', x);
    this.line.setAttribute('x2', x);
    const losses = [this.model.trainingLosses.get(epoch), this.model.evaluationOf.get(epoch)];
    this.dots.forEach((dot, i) => {
      dot.setAttribute('visibility', losses[i] === undefined ? 'hidden' : 'visible');
      if (losses[i] === undefined) return;
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', this.plot.at([epoch, losses[i]])[1]);
    });
  }

  // The epoch under the pointer.
  pick(event) {
    const values = this.plot.under(event);
    return values && Math.round(values[0]);
  }

  tell(event) {
    const near = this.pick(event);
    if (near === null) return null;
    const closest = (pairs) => pairs.reduce((best, pair) =>
      (!best || Math.abs(pair[0] - near) < Math.abs(best[0] - near) ? pair : best), null);
    const lines = [['training', this.model.losses], ['evaluation', this.model.evaluationLosses]];
    return lines.flatMap(([name, pairs]) => {
      const found = closest(pairs);
      return found ? [`epoch ${found[0]}: ${name} loss ${brief(found[1])}`] : [];
    });
  }
}
