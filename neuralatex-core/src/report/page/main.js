// Starts what moves. Without it, the page is still there.
hoverFigures();
const data = document.getElementById('model');
if (data) {
  const model = new Model(JSON.parse(data.textContent));
  // Weights above and below 0 have the colours of the first two series of figures.
  document.documentElement.style.setProperty('--above', model.palette[1]);
  document.documentElement.style.setProperty('--below', model.palette[0]);
  const section = document.getElementById('live');
  section.hidden = false;
  // For tests, and for those who look into it.
  window.neuralatex = { model, replay: new Replay(model, section) };
}
