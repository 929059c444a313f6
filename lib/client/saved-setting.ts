const listeners = new Set<() => void>();

/** A setting saved in this browser; null where there is none, or no storage. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Saves a setting, or removes it when `value` is null. Does nothing where storage is full or off. */
export function saveSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when a setting changes, on this page or in another tab. */
export function onSettingChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
