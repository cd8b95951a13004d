// The slider and the button: which epoch is shown, and what moves with it.
class Replay {
  constructor(model, section) {
    this.model = model;
    this.index = model.last;
    this.timer = null;
    const find = (selector) => section.querySelector(selector);
    const stage = (name) => find(`#${name} .stage`);
    const ofNumbers = model.inputs === 1 ? FitPicture : PredictedPicture;
    const Picture = model.classes ? ClassPicture : ofNumbers;
    this.picture = new Picture(model, stage('picture'));
    // Weights from elsewhere have none.
    this.loss = model.losses.length ? new LossPicture(model, stage('losses')) : null;
    const isSmall = Diagram.fits(model);
    this.diagram = new (isSmall ? Diagram : Matrices)(model, stage('network'));
    find('#drawn').hidden = !isSmall;
    find('#matrices').hidden = isSmall;
    [this.slider, this.button, this.status, this.readouts] = ['#epoch', '#play', '#status', '#readouts'].map(find);
    this.slider.max = model.last;
    this.slider.value = model.last;
    find('.controls').hidden = model.last === 0;
    this.tryIt = new TryIt(model, find('#try'), () => this.tryIt && this.answer());
    this.listen(stage);
    this.show(model.last);
    this.say(false);
  }

  listen(stage) {
    this.slider.addEventListener('input', () => {
      this.pause();
      this.show(Number(this.slider.value));
    });
    this.slider.addEventListener('change', () => this.say());
    this.slider.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      this.button.click();
    });
    this.button.addEventListener('click', () => (this.timer ? this.pause() : this.play()));
    tooltip.on(this.picture.plot.svg, (event) => this.picture.tell(event));
    this.drag(this.picture.plot.svg, (event) => {
      const inputs = this.picture.pick(event);
      if (inputs) this.tryIt.set(inputs.map((input) => Number(input.toPrecision(4))));
    });
    stage('picture').classList.toggle('pickable', Boolean(this.picture.isPlane || this.picture.xs));
    if (!this.loss) return;
    tooltip.on(this.loss.plot.svg, (event) => this.loss.tell(event));
    this.drag(this.loss.plot.svg, (event) => {
      const epoch = this.loss.pick(event);
      if (epoch === null) return;
      this.pause();
      this.show(this.nearestFrame(epoch));
    });
  }

  drag(target, take) {
    let held = false;
    target.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      held = true;
      target.setPointerCapture(event.pointerId);
      take(event);
    });
    target.addEventListener('pointermove', (event) => held && take(event));
    for (const end of ['pointerup', 'pointercancel']) {
      target.addEventListener(end, () => {
        if (held) this.say();
        held = false;
      });
    }
  }

  nearestFrame(epoch) {
    const distance = (i) => Math.abs(this.model.epochs[i] - epoch);
    return this.model.frames.reduce((best, _, i) => (distance(i) < distance(best) ? i : best), 0);
  }

  // Seven seconds for long trainings; short ones at a pace that can be followed.
  play() {
    const start = this.index === this.model.last ? 0 : this.index;
    const pace = Math.min(120, 7000 / this.model.last);
    const began = performance.now() - start * pace;
    const step = (now) => {
      const index = Math.min(this.model.last, Math.max(0, Math.floor((now - began) / pace)));
      if (index !== this.index) this.show(index);
      if (index < this.model.last) this.timer = requestAnimationFrame(step);
      else this.pause();
    };
    this.setButton('Pause');
    this.show(start);
    this.timer = requestAnimationFrame(step);
  }

  pause() {
    if (!this.timer) return;
    cancelAnimationFrame(this.timer);
    this.timer = null;
    this.setButton('Play');
    this.show(this.index);
    this.say();
  }

  setButton(name) {
    this.button.querySelector('.name').textContent = name;
    this.button.classList.toggle('playing', name === 'Pause');
  }

  show(index) {
    const { model } = this;
    const epoch = model.epochs[index];
    this.index = index;
    this.slider.value = index;
    const effort = this.timer ? 2e6 : 8e6;
    const found = this.picture.draw(model.frames[index], effort);
    this.loss?.draw(epoch);
    this.facts = this.factsOf(epoch, found);
    this.slider.setAttribute('aria-valuetext', this.facts.slice(0, 3).map(([name, text]) => `${name} ${text}`).join(', '));
    this.readouts.replaceChildren(...this.facts.map(([name, text]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, text))));
    this.showAnswer();
  }

  factsOf(epoch, found) {
    const { model } = this;
    const facts = this.loss ? [['epoch', `${epoch} of ${model.epochs[model.last]}`]] : [];
    const training = model.trainingLosses.get(epoch);
    const evaluation = model.evaluationOf.get(epoch);
    if (this.loss) facts.push(['training loss', training === undefined ? '–' : brief(training)]);
    if (model.evaluationLosses.length) facts.push(['evaluation loss', evaluation === undefined ? '–' : brief(evaluation)]);
    return [...facts, [found.name, found.text]];
  }

  // What somebody has typed is answered at once, and aloud when they pause.
  answer() {
    this.showAnswer();
    clearTimeout(this.soon);
    this.soon = setTimeout(() => { this.status.textContent = this.tryIt.spoken(); }, 600);
  }

  showAnswer() {
    const weights = this.model.frames[this.index];
    if (!this.tryIt.show(weights, this.model.epochs[this.index])) return;
    this.picture.mark(this.tryIt.inputs, this.model.network.scores(weights, this.tryIt.inputs));
    this.diagram.draw(weights, this.tryIt.inputs);
  }

  // For those who listen: once the picture rests.
  say(aloud = true) {
    this.status.textContent = aloud ? this.facts.map(([name, text]) => `${name} ${text}`).join(', ') : '';
  }
}
