import { useEffect, useState } from "react";
import { onIdleOrInteraction } from "./on-idle-or-interaction";

/**
 * Returns the module that `load` loads when the browser is idle; null before that, or if it fails to
 * load. `load` must be the same function on each render.
 *
 * @param loadedNow returns the module if it is already loaded
 */
export function useLoaded<M extends object>(
  load: () => Promise<M>,
  loadedNow: () => M | null = () => null,
): M | null {
  const [loaded, setLoaded] = useState(loadedNow);
  useEffect(() => onIdleOrInteraction(() => load().then(setLoaded, () => {})), [load]);
  return loaded;
}
