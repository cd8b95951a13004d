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
    // Inputs that are 1 in rows with a text, and else 0.
    this.textOf = new Map(data.textInputs);
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

  // What a class is called in a sentence: a number alone would say nothing.
  called(place) {
    return this.hasTexts ? this.classes[place] : `class ${this.classes[place]}`;
  }

  inputName(n) {
    return this.inputNames?.[n] ?? (this.inputs > 1 ? `input ${n + 1}` : 'input');
  }

  // The name of a number that is predicted.
  outputName(n) {
    return this.outputNames?.[n] ?? `output ${n + 1}`;
  }

  // The first inputs of a row in lines, if they have names; of texts those that the row has.
  linesOf(inputs, title) {
    const most = 6;
    if (!this.inputNames) {
      const list = inputs.slice(0, most).map(brief).join(', ') + (inputs.length > most ? ' …' : '');
      return [title ? `${title}: ${list}` : list];
    }
    const line = (input, n) => (this.textOf.has(n) ? cut(this.inputName(n)) : `${cut(this.inputName(n))}: ${brief(input)}`);
    const lines = inputs.flatMap((input, n) => (this.textOf.has(n) && input === 0 ? [] : [line(input, n)]));
    return [...(title ? [title] : []), ...lines.slice(0, most), ...(lines.length > most ? ['…'] : [])];
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
    return this.inputs === 1 ? [inputs[0], this.points.classes[row]] : inputs;
  }
}

// As much of a name as can be read while the pointer moves.
function cut(name) {
  const letters = Array.from(name);
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : name;
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

// A text as far as it is no wider than so many units of a picture, and how wide it is then.
function fitted(text, most) {
  fitted.pen ??= element('canvas').getContext('2d');
  fitted.pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const width = (part) => fitted.pen.measureText(part).width;
  let shown = text;
  const letters = Array.from(text.slice(0, 80));
  while (letters.length && width(shown) > most) {
    letters.pop();
    shown = `${letters.join('').trimEnd()}…`;
  }
  return { shown, width: width(shown) };
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
