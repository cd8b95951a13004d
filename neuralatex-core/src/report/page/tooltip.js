// What is shown beside the pointer. It is for the eye alone: every value in it can be had elsewhere.
const tooltip = (() => {
  const box = element('div', { class: 'tooltip', 'aria-hidden': 'true' });
  box.hidden = true;
  document.body.append(box);

  function show(event, lines) {
    if (!lines) return hide();
    box.replaceChildren(...lines.map((line) => element('div', {}, line)));
    box.hidden = false;
    const room = document.documentElement.clientWidth - box.offsetWidth - 8;
    const left = Math.max(8, Math.min(room, event.clientX + 14));
    const isLow = event.clientY + box.offsetHeight + 28 > window.innerHeight;
    const top = isLow ? event.clientY - box.offsetHeight - 12 : event.clientY + 18;
    box.style.transform = `translate(${left}px, ${Math.max(4, top)}px)`;
  }

  function hide() {
    box.hidden = true;
  }

  // `lines` says what there is to tell at an event, or null.
  function on(target, lines) {
    target.addEventListener('pointermove', (event) => show(event, lines(event)));
    target.addEventListener('pointerdown', (event) => show(event, lines(event)));
    target.addEventListener('pointerleave', hide);
  }
  window.addEventListener('scroll', hide, { passive: true });
  return { on, hide };
})();

// The figures that do not move tell where the pointer is, and snap to their points.
function hoverFigures() {
  for (const svg of document.querySelectorAll('.figures svg[data-figure]')) {
    // A matrix has no axes, and titles of its own.
    if (!svg.querySelector('svg[data-x]')) continue;
    const plot = new Plot(svg);
    const places = plot.layers('points').flatMap((layer) => placesOf(layer.getAttribute('d')));
    tooltip.on(svg, (event) => {
      const found = plot.nearest(event, places);
      const values = found < 0 ? plot.under(event) : plot.valuesAt(places[found]);
      return values && plot.labels.map((label, i) => `${label}: ${plot.said(i, values[i])}`);
    });
  }
}

function placesOf(path) {
  return Array.from(path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
}
