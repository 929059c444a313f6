const EVENTS = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/** By then the first view is complete, even on a slow connection; later loads delay nothing. */
const IDLE_MS = 4000;

/**
 * Calls `act` once, when the visitor first uses the page, or four seconds after hydration: the time
 * to load code that the first view does not need. It does not wait longer, because a visitor who
 * goes offline could no longer load it. Returns a function that cancels the call.
 */
export function onFirstInteraction(act: () => void): () => void {
  const done = new AbortController();
  const onEvent = () => {
    cancel();
    act();
  };
  const timer = setTimeout(onEvent, IDLE_MS);
  const cancel = () => {
    done.abort();
    clearTimeout(timer);
  };
  for (const name of EVENTS)
    addEventListener(name, onEvent, { signal: done.signal, passive: true });
  return cancel;
}
