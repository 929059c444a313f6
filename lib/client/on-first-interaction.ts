const EVENTS = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/**
 * Calls `act` once, when the visitor first uses the page: the moment to load what the first view
 * does not need. Returns a function that cancels this.
 */
export function onFirstInteraction(act: () => void): () => void {
  const done = new AbortController();
  const onEvent = () => {
    done.abort();
    act();
  };
  for (const name of EVENTS)
    addEventListener(name, onEvent, { signal: done.signal, passive: true });
  return () => done.abort();
}
