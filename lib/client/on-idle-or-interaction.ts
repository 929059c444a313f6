const EVENTS = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/**
 * Calls `act` once: when the page has loaded and the browser is idle, or when the visitor first uses
 * the page, if that is sooner. This is the time to load code that the first view does not need. Returns
 * a function that cancels the call.
 */
export function onIdleOrInteraction(act: () => void): () => void {
  const done = new AbortController();
  const { signal } = done;
  const cancel = () => done.abort();
  const onEvent = () => {
    if (signal.aborted) return;
    cancel();
    act();
  };
  for (const name of EVENTS) addEventListener(name, onEvent, { signal, passive: true });
  if (document.readyState === "complete") whenIdle(onEvent);
  else addEventListener("load", () => whenIdle(onEvent), { signal });
  return cancel;
}

/** Safari has no idle callbacks. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act);
  else setTimeout(act, 200);
}
