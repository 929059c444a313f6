import { useEffect, useState } from "react";
import { onFirstInteraction } from "./on-first-interaction";

/**
 * The module that `load` loads on first interaction; null until then, and where it does not load. Give
 * it the same function each time.
 *
 * @param loadedNow returns the module if it is loaded already
 */
export function useLoaded<M extends object>(
  load: () => Promise<M>,
  loadedNow: () => M | null = () => null,
): M | null {
  const [loaded, setLoaded] = useState(loadedNow);
  useEffect(() => onFirstInteraction(() => void load().then(setLoaded, () => {})), [load]);
  return loaded;
}
