// Inputs that somebody gives, and what the network answers: always with the weights that are shipped.
class TryIt {
  constructor(model, panel, onChange) {
    this.model = model;
    this.onChange = onChange;
    this.panel = panel;
    this.fields = panel.querySelector('.fields');
    this.answer = panel.querySelector('.answer');
    this.problem = panel.querySelector('.problem');
    this.isList = model.inputs > 16;
    this.makeFields();
    panel.addEventListener('submit', (event) => event.preventDefault());
    panel.addEventListener('input', () => this.read());
    const another = panel.querySelector('.another');
    another.textContent = `Random ${model.points.which} point`;
    another.addEventListener('click', () => this.takeRow(Math.floor(Math.random() * model.rows.length)));
    // Something between two texts is no row that there could be.
    if (this.isList || model.textOf.size) this.takeRow(0);
    else this.set(this.means());
  }

  makeFields() {
    if (this.isList) {
      const area = element('textarea', { id: 'inputs', rows: 5, spellcheck: 'false', 'aria-describedby': 'problem' });
      const names = this.model.inputNames?.slice(0, 5).map(cut).join(', ');
      const label = `${this.model.inputs} numbers${names ? `: ${names}, …` : ''}`;
      this.fields.append(element('label', { for: 'inputs' }, label), area);
      this.boxes = [area];
      return;
    }
    this.boxes = Array.from({ length: this.model.inputs }, (_, n) => {
      const box = element('input', { id: `input-${n + 1}`, type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': 'problem' });
      this.fields.append(element('div', {}, element('label', { for: box.id }, this.model.inputName(n)), box));
      box.addEventListener('keydown', (event) => this.step(event, n));
      return box;
    });
  }

  // Up and down change a number by a hundredth of what the rows span, as in a field for numbers.
  step(event, n) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction || !this.inputs) return;
    event.preventDefault();
    const column = this.model.rows.map((row) => row[n]);
    const span = Math.max(...column) - Math.min(...column);
    const unit = 10 ** Math.floor(Math.log10((span || 1) / 20));
    const inputs = [...this.inputs];
    inputs[n] = Number(((Math.round(inputs[n] / unit) + direction) * unit).toPrecision(12));
    this.set(inputs);
  }

  means() {
    const { rows, inputs } = this.model;
    return Array.from({ length: inputs }, (_, n) => {
      const mean = rows.reduce((sum, row) => sum + row[n] / rows.length, 0);
      return Number(mean.toPrecision(2));
    });
  }

  takeRow(row) {
    this.set(Array.from(this.model.rows[row], (number) => Number(exact(number, this.model.network))));
  }

  // Takes numbers as if they had been typed.
  set(inputs) {
    if (this.isList) this.boxes[0].value = inputs.join(' ');
    else inputs.forEach((input, n) => { this.boxes[n].value = String(input); });
    this.read();
  }

  read() {
    const words = this.isList
      ? this.boxes[0].value.split(/[\s,;]+/).filter(Boolean)
      : this.boxes.map((box) => box.value.trim());
    const problem = this.problemWith(words);
    this.problem.textContent = problem ?? '';
    this.answer.hidden = Boolean(problem);
    this.inputs = problem ? null : words.map(Number);
    if (!problem) this.onChange();
  }

  problemWith(words) {
    const { inputs, inputNames, network } = this.model;
    if (words.length !== inputs) return `The network takes ${inputs} numbers, there are ${words.length}.`;
    for (const [n, word] of words.entries()) {
      const isNumber = word !== '' && Number.isFinite(network.elementary.round(Number(word)));
      if (!this.isList) this.boxes[n].setAttribute('aria-invalid', String(!isNumber));
      if (isNumber) continue;
      const unnamed = inputs > 1 ? `Input ${n + 1}` : 'The input';
      const which = inputNames ? cut(inputNames[n]) : unnamed;
      return word === '' ? `${which} is empty.` : `${which} is “${word.slice(0, 30)}”: expected a number that ${this.model.precision} can hold.`;
    }
    return null;
  }

  // Shows what the shipped weights answer, and those of another epoch if that is shown. False if there
  // is nothing to answer.
  show(weights, epoch) {
    if (!this.inputs) return false;
    const { model } = this;
    const scores = Array.from(model.network.scores(model.shipped, this.inputs));
    this.answer.replaceChildren(...this.headline(scores), this.table(scores));
    if (weights !== model.shipped) {
      const then = model.network.scores(weights, this.inputs);
      this.answer.append(element('p', { class: 'then' }, `At epoch ${epoch}: ${this.words(then)}`));
    }
    return true;
  }

  spoken() {
    const { network, shipped } = this.model;
    return this.inputs ? `predicted: ${this.words(network.scores(shipped, this.inputs))}` : '';
  }

  words(scores) {
    const list = Array.from(scores.slice(0, 4)).map(brief).join(', ') + (scores.length > 4 ? ' …' : '');
    const { classes, network } = this.model;
    return classes ? `${this.model.called(network.predict(scores))} (${scores.length > 1 ? 'scores' : 'score'} ${list})` : list;
  }

  // The class, or the number, that is predicted.
  headline(scores) {
    const { classes, network, outputs, outputNames, hasTexts } = this.model;
    const predicted = outputNames ? `predicted ${outputNames[0]}` : 'predicted';
    if (!classes) return outputs > 1 ? [] : [line('predicted', predicted, exact(scores[0], network))];
    const place = network.predict(scores);
    const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.background = this.model.colourOf(place);
    const answer = element('p', { class: 'predicted' }, swatch, hasTexts ? '' : 'class ', element('strong', { id: 'answer' }, classes[place]));
    return outputs > 1 ? [answer] : [answer, line('only', 'score', exact(scores[0], network))];
  }

  // Scores and probabilities where there are several, each class or output in a row.
  table(scores) {
    const { classes, network, outputs, outputNames } = this.model;
    const probabilities = network.probabilities(scores);
    if (!probabilities && outputs === 1) return '';
    const hasScores = outputs > 1;
    const titles = [classes ? 'class' : 'output'];
    if (hasScores) titles.push(classes ? 'score' : 'predicted');
    if (probabilities) titles.push('probability');
    const head = element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)));
    const body = (probabilities ?? scores).map((_, n) => {
      const row = element('tr', {}, element('th', { scope: 'row' }, (classes ?? outputNames)?.[n] ?? String(n + 1)));
      if (hasScores) row.append(element('td', { class: 'score' }, exact(scores[n], network)));
      if (probabilities) row.append(bar(probabilities[n], exact(probabilities[n], network), this.model.colourOf(n)));
      return row;
    });
    return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
  }
}

function line(kind, name, text) {
  return element('p', { class: kind }, `${name} `, element('strong', { class: 'score' }, text));
}

// A probability, as text and as the length of a bar.
function bar(share, text, colour) {
  const filled = element('span', { class: 'bar', 'aria-hidden': 'true' });
  filled.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  filled.style.background = colour;
  return element('td', { class: 'probability' }, element('span', { class: 'number' }, text), element('span', { class: 'track' }, filled));
}
