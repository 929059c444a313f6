/** A shorter scroll does not change the direction. */
const TURN_PX = 8;

let isStarted = false;

/**
 * Shows the header of a results page when the visitor scrolls up or focuses something in it, and
 * hides it when they scroll down (components/site/site-header.module.css). Keyboard focus among the
 * images also hides it, because it could cover the focused image. Loads when the browser is idle.
 */
export function revealHeader(): void {
  if (isStarted) return;
  isStarted = true;
  let beforePx = scrollY;
  const onScroll = () => {
    const movedPx = scrollY - beforePx;
    if (Math.abs(movedPx) < TURN_PX && scrollY > 0) return;
    beforePx = scrollY;
    const isByKey = document.querySelector("main :focus-visible") !== null;
    show(movedPx < 0 && !isByKey);
  };
  const onFocus = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("header") !== null) show(true);
    else if (target.matches("main :focus-visible")) show(false);
  };
  addEventListener("scroll", onScroll, { passive: true });
  addEventListener("focusin", onFocus);
  onFocus({ target: document.activeElement });
}

function show(isShown: boolean): void {
  const header = document.querySelector<HTMLElement>("header:not([data-plain])");
  if (header === null) return;
  const { dataset, offsetHeight: heightPx } = header;
  // At the top of the page, the layout places the header.
  if (scrollY <= 0) delete dataset.reveal;
  else if (!isShown) dataset.reveal &&= "hidden";
  else if (dataset.reveal !== undefined || scrollY > heightPx) dataset.reveal = "shown";
}
