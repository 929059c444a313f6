const EVENTS = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/** By then the first view is complete, also on a slow line; what loads now delays nothing. */
const IDLE_MS = 4000;

/**
 * Calls `act` once, when the visitor first uses the page, or four seconds after hydration: the moment
 * to load what the first view does not need. Offline, it could not be loaded any more. Returns a
 * function that cancels this.
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
