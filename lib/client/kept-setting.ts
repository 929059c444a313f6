/**
 * What this browser remembers for us, as text under a name. Storage may be full, refused or
 * missing; then nothing is remembered, and nothing breaks.
 */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps `value`, or forgets it when null, and tells whoever listens on this page. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when something kept changes, on this page or in another tab. */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

const listeners = new Set<() => void>();
