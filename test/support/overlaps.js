// Runs in a page: pairs of visible controls, none inside the other, that cover the same place.

/* Returns the visible box of an element, clipped by every scrolling or clipping ancestor. */
const seen = (element) => {
  let { left, right, top, bottom } = element.getBoundingClientRect();
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflow === 'visible') continue;
    const box = around.getBoundingClientRect();
    left = Math.max(left, box.left);
    right = Math.min(right, box.right);
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.bottom);
  }
  return { left, right, top, bottom };
};

const overlap = (one, other) => {
  const [a, b] = [seen(one), seen(other)];
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 1 && height > 1;
};

(() => {
  const controls = [...document.querySelectorAll('a, button, input, select, textarea, h1')].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true }) && getComputedStyle(element).position !== 'absolute',
  );
  return controls.flatMap((one, index) =>
    controls
      .slice(index + 1)
      .filter((other) => !one.contains(other) && !other.contains(one) && overlap(one, other))
      .map((other) => `${one.outerHTML.slice(0, 80)} over ${other.outerHTML.slice(0, 80)}`),
  );
})();
