import { useEffect, useState } from "react";
import { onIdleOrInteraction } from "./on-idle-or-interaction";

/** After a failure, when the code may load: with a connection, or when the visitor misses it. */
const RETRY_EVENTS = ["online", "pointerdown", "keydown"];

/**
 * Returns the module that `load` loads when the browser is idle; null before that. If it fails to load,
 * tries again at the visitor's next act. `load` must be the same function on each render.
 *
 * @param loadedNow returns the module if it is already loaded
 */
export function useLoaded<M extends object>(
  load: () => Promise<M>,
  loadedNow: () => M | null = () => null,
): M | null {
  const [loaded, setLoaded] = useState(loadedNow);
  useEffect(() => {
    let end: () => void;
    const attempt = () =>
      load().then(setLoaded, () => {
        const retry = new AbortController();
        end = () => retry.abort();
        const again = () => {
          end();
          void attempt();
        };
        for (const name of RETRY_EVENTS) addEventListener(name, again, retry);
      });
    end = onIdleOrInteraction(attempt);
    return () => end();
  }, [load]);
  return loaded;
}
