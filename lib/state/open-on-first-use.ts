import "server-only";
import { createCooldown } from "@/lib/platform/cooldown";
import type { SqliteDatabase } from "./sqlite/database";

const OPEN_COOLDOWN_MS = 5_000;

/** After one lock timeout, further uses do not wait for a lock for this long. */
const LOCK_COOLDOWN_MS = 1_000;
const SERVER_THREAD_BUSY_MS = 250;

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
  lockTimeout: ReturnType<typeof createLockTimeout>,
): Store {
  const cooldown = createCooldown({ firstMs: OPEN_COOLDOWN_MS });
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
            lockTimeout.renew();
            try {
              return await store()[name as keyof Store](...inputs);
            } catch (cause) {
              lockTimeout.record(cause);
              // A read-only store is opened again at its next use: it may be writable by then.
              if (String((cause as { code?: unknown }).code).startsWith("SQLITE_READONLY")) {
                opened = null;
              }
              throw cause;
            }
          },
  });
}

/**
 * Creates one lock timeout for all connections of a thread. A paid search writes in half a dozen
 * places; if each waited for a locked store, the waits would add up. Reading never waits.
 */
export function createLockTimeout() {
  const databases: SqliteDatabase[] = [];
  let timedOutAtMs: number | null = null;

  function setTimeouts(busyMs: number): void {
    for (const database of databases) {
      if (database.open) database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    }
  }

  return {
    /** Adds a connection of the server's thread. */
    include(database: SqliteDatabase): void {
      databases.push(database);
    },
    /** Call before each use of a store: allows waiting again once the cooldown is over. */
    renew(): void {
      if (timedOutAtMs === null || performance.now() - timedOutAtMs < LOCK_COOLDOWN_MS) return;
      timedOutAtMs = null;
      setTimeouts(SERVER_THREAD_BUSY_MS);
    },
    /** Call after a use that failed: if a lock timed out, the next uses do not wait. */
    record(cause: unknown): void {
      const { code } = cause as { code?: unknown };
      if (typeof code !== "string" || !code.startsWith("SQLITE_BUSY")) return;
      if (timedOutAtMs === null) setTimeouts(0);
      timedOutAtMs = performance.now();
    },
  };
}
