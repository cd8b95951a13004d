// Starts what moves. Without it, the page is still there.
hoverFigures();
const data = document.getElementById('model');
if (data) {
  const model = new Model(JSON.parse(data.textContent));
  const section = document.getElementById('live');
  section.hidden = false;
  // For tests, and for those who look into it.
  window.neuralatex = { model, replay: new Replay(model, section) };
}
