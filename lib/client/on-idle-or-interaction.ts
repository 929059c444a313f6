const EVENTS = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/** The calls whose time has not come, or whose code is loading. */
let openCount = 0;

/**
 * Calls `act` once: when the page has loaded and the browser is idle, or when the visitor first uses
 * the page, if that is sooner. This is the time to load code that the first view does not need. Returns
 * a function that cancels the call.
 *
 * The document element has the attribute `data-ready` while no call waits and no code loads.
 *
 * @param act returns a promise if it loads code
 */
export function onIdleOrInteraction(act: () => unknown): () => void {
  const { dataset } = document.documentElement;
  const done = new AbortController();
  const { signal } = done;
  // When idle: what has loaded renders first, and may wait for code of its own.
  const close = () =>
    whenIdle(() => {
      if (--openCount === 0) dataset.ready = "";
    });
  const end = (work?: typeof act) => {
    if (signal.aborted) return;
    done.abort();
    Promise.resolve(work?.()).then(close, close);
  };
  const onEvent = () => end(act);
  openCount++;
  delete dataset.ready;
  for (const name of EVENTS) addEventListener(name, onEvent, { signal, passive: true });
  if (document.readyState === "complete") whenIdle(onEvent);
  else addEventListener("load", () => whenIdle(onEvent), { signal });
  return () => end();
}

/** Safari has no idle callbacks. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act);
  else setTimeout(act, 200);
}
