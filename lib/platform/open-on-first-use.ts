import "server-only";
import type { LockTimeout } from "./lock-timeout";

/** After a failure, nobody waits for another try so soon. */
const RETRY_MS = 5_000;

type Methods<Store> = { [Name in keyof Store]: (...inputs: never[]) => Promise<unknown> };

/**
 * A store that is opened at its first use, so that nothing is opened by what only might need it.
 *
 * If opening fails, every use rejects with that failure, and one five seconds later tries again: a
 * disk that was full or away may be back. `patience` is shared by what may wait for one lock.
 */
export function openOnFirstUse<Store extends Methods<Store>>(
  open: () => Store,
  patience?: LockTimeout,
): Store {
  let opened: Store | null = null;
  let failed: { cause: unknown; atMs: number } | null = null;

  function store(): Store {
    if (opened !== null) return opened;
    if (failed !== null && performance.now() - failed.atMs < RETRY_MS) throw failed.cause;
    try {
      opened = open();
      return opened;
    } catch (cause) {
      failed = { cause, atMs: performance.now() };
      throw cause;
    }
  }

  // Every method of a store is a promise's; what is asked by another kind of name is no method.
  return new Proxy({} as Store, {
    get: (_, name) =>
      typeof name !== "string" || name === "then"
        ? undefined
        : async (...inputs: never[]) => {
            patience?.renew();
            try {
              return await store()[name as keyof Store](...inputs);
            } catch (cause) {
              patience?.note(cause);
              throw cause;
            }
          },
  });
}
