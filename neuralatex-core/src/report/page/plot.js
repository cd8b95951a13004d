// A plot that moves: a copy of a figure, with its axes and its legend, whose layers are drawn anew.
class Plot {
  static copy(name, stage) {
    const figure = document.querySelector(`.figures svg[data-figure="${name}"]`);
    const svg = figure.cloneNode(true);
    // What it shows is said beside it; the figure that does not move has the description.
    svg.setAttribute('aria-hidden', 'true');
    svg.removeAttribute('width');
    stage.append(svg);
    return new Plot(svg);
  }

  constructor(svg) {
    this.svg = svg;
    this.inner = svg.querySelector('svg[data-x]');
    const size = (name) => Number(this.inner.getAttribute(name));
    [this.left, this.top, this.width, this.height] = ['x', 'y', 'width', 'height'].map(size);
    this.axes = [this.inner.dataset.x, this.inner.dataset.y].map(axis);
    this.names = JSON.parse(this.inner.dataset.names ?? 'null');
    const label = this.inner.previousElementSibling;
    this.labels = [label.previousElementSibling.textContent, label.textContent];
  }

  // A value along an axis in words: what stands there if there are names, else a number.
  said(i, value) {
    const name = i === 1 && this.names?.[Math.round(value)];
    return name ? cut(name) : value.toPrecision(3);
  }

  // The layers of a kind, in the order of the figure.
  layers(kind) {
    return [...this.inner.querySelectorAll(`[data-shape="${kind}"]`)];
  }

  // Where values are, in the units of the figure.
  at([x, y]) {
    return [this.width * this.axes[0].place(x), this.height * (1 - this.axes[1].place(y))];
  }

  // The values where the pointer is, or null outside of the axes.
  under(event) {
    const [x, y] = this.pixel(event);
    if (x < 0 || y < 0 || x > this.width || y > this.height) return null;
    return this.valuesAt([x, y]);
  }

  valuesAt([x, y]) {
    return [this.axes[0].value(x / this.width), this.axes[1].value(1 - y / this.height)];
  }

  pixel(event) {
    const box = this.svg.getBoundingClientRect();
    const unit = box.width / this.svg.viewBox.baseVal.width;
    return [(event.clientX - box.left) / unit - this.left, (event.clientY - box.top) / unit - this.top];
  }

  // The nearest of some places to the pointer, if it is near.
  nearest(event, places, reach = 9) {
    const [x, y] = this.pixel(event);
    let found = -1;
    let least = reach * reach;
    places.forEach((place, i) => {
      const distance = (place[0] - x) ** 2 + (place[1] - y) ** 2;
      if (distance < least) [found, least] = [i, distance];
    });
    return found;
  }

  // A canvas behind the axes.
  canvas() {
    const { width, height } = this.svg.viewBox.baseVal;
    const made = element('canvas', { 'aria-hidden': 'true' });
    const percent = (part, all) => `${(100 * part) / all}%`;
    made.style.left = percent(this.left, width);
    made.style.top = percent(this.top, height);
    made.style.width = percent(this.width, width);
    made.style.height = percent(this.height, height);
    this.svg.before(made);
    return made;
  }
}

// The path of a mark at places.
function marks(places, mark) {
  return places.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}${mark}`).join('');
}

function lineThrough(places) {
  return places.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

// From the words of `data-x`: the ends, and `log` if it is logarithmic.
function axis(words) {
  const [low, high, scale] = words.split(' ');
  const [from, to] = [Number(low), Number(high)];
  const clamp = (place) => (Number.isNaN(place) ? -0.5 : Math.min(1.5, Math.max(-0.5, place)));
  if (scale === 'log') {
    const length = Math.log(to / from);
    return {
      place: (value) => clamp(Math.log(value / from) / length),
      value: (place) => from * Math.exp(place * length),
    };
  }
  // Halves, since the difference of large numbers may be infinite.
  return {
    place: (value) => clamp((value / 2 - from / 2) / (to / 2 - from / 2)),
    value: (place) => from * (1 - place) + to * place,
  };
}
