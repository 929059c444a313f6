const listeners = new Set<() => void>();

/** Returns a setting saved in this browser; null without one, or without storage. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Saves a setting, or removes it if `value` is null. Does nothing if storage is full or off. */
export function saveSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` when a setting changes, on this page or in another tab, and when the page returns
 * from the back/forward cache: it missed the changes meanwhile.
 */
export function onSettingChange(listener: () => void): () => void {
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  listeners.add(listener);
  addEventListener("storage", listener);
  addEventListener("pageshow", onShow);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
    removeEventListener("pageshow", onShow);
  };
}
