const GROW_MS = 200;

/** Animates the picture from its tile to its place in the lightbox. */
export function growFrom(img: HTMLImageElement | null, fit: HTMLElement | null): void {
  if (img === null || fit === null) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = img.getBoundingClientRect();
  const to = fit.getBoundingClientRect();
  if (from.width === 0 || to.width === 0) return;
  const xPx = from.left + from.width / 2 - to.left - to.width / 2;
  const yPx = from.top + from.height / 2 - to.top - to.height / 2;
  const transform = `translate(${xPx}px, ${yPx}px) scale(${from.width / to.width})`;
  fit.animate([{ transform }, { transform: "none" }], {
    duration: GROW_MS,
    easing: "cubic-bezier(0.2, 0, 0, 1)",
  });
}
