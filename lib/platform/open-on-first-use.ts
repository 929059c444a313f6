import "server-only";
import { createCooldown } from "./cooldown";
import type { LockTimeout } from "./lock-timeout";

const COOLDOWN_MS = 5_000;

type Methods<Store> = { [Name in keyof Store]: (...inputs: never[]) => Promise<unknown> };

/**
 * Returns a store that opens itself at its first use.
 *
 * If opening fails, every use rejects with that failure for five seconds; the next use tries again,
 * because a disk that was full or missing may be back. Stores that wait for the same lock share a
 * `lockTimeout`.
 */
export function openOnFirstUse<Store extends Methods<Store>>(
  open: () => Store,
  lockTimeout?: LockTimeout,
): Store {
  const cooldown = createCooldown({ firstMs: COOLDOWN_MS });
  let opened: Store | null = null;

  function store(): Store {
    if (opened !== null) return opened;
    cooldown.throwIfActive();
    try {
      opened = open();
      return opened;
    } catch (cause) {
      cooldown.fail(cause);
      throw cause;
    }
  }

  // Every method of a store returns a promise. Symbols and `then` are not methods of a store.
  return new Proxy({} as Store, {
    get: (_, name) =>
      typeof name !== "string" || name === "then"
        ? undefined
        : async (...inputs: never[]) => {
            lockTimeout?.renew();
            try {
              return await store()[name as keyof Store](...inputs);
            } catch (cause) {
              lockTimeout?.record(cause);
              // A read-only store is opened again at its next use: it may be writable by then.
              if (String((cause as { code?: unknown }).code).startsWith("SQLITE_READONLY")) {
                opened = null;
              }
              throw cause;
            }
          },
  });
}
