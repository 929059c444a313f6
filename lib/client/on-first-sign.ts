const SIGNS = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/**
 * Calls `act` once, when there is a first sign that somebody uses the page: the moment to load what
 * the page did not need to begin with.
 *
 * @returns what to call when it is no longer wished for
 */
export function onFirstSign(act: () => void): () => void {
  const done = new AbortController();
  const onSign = () => {
    done.abort();
    act();
  };
  for (const sign of SIGNS) addEventListener(sign, onSign, { signal: done.signal, passive: true });
  return () => done.abort();
}
