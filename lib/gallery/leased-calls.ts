import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { LeaseFailure, SearchLeases } from "@/lib/state/search-leases";
import { storedErrorCode } from "./service-error";

/** How long a process that died blocks the others; a living one renews its lease in time. */
const LEASE_MS = 8_000;
const RENEWALS_PER_LEASE = 4;

/** A call takes 6 s at most, and so does the next one after the holder died. */
const WAIT_MS = 15_000;

const POLL_MS = { first: 15, last: 250 };

type LeasedCall<T> = {
  signal: AbortSignal;
  /** Looks for a result that another process may have left; null if there is none. */
  find: () => Promise<T | null>;
  call: () => Promise<T>;
};

/**
 * Creates a function that makes one call at a time per key over all processes that share a store.
 *
 * The process that acquires the lease makes the call. The others wait for its result or its
 * failure; if the holder dies, its lease expires and the next one calls. Without the store every
 * process calls, and `onFailure` gets the error.
 */
export function createLeasedCalls<T>({
  leases,
  onFailure,
  clock = Date.now,
  leaseMs = LEASE_MS,
}: {
  leases: SearchLeases;
  onFailure: (cause: unknown) => void;
  clock?: () => number;
  leaseMs?: number;
}) {
  const holder = randomUUID();

  async function release(key: string, failure: LeaseFailure | null): Promise<void> {
    await leases.release(key, holder, { nowMs: clock(), failure }).catch(onFailure);
  }

  async function callAndRelease(key: string, leased: LeasedCall<T>): Promise<T> {
    const renewal = setInterval(() => {
      leases.renew(key, holder, clock() + leaseMs).catch(onFailure);
    }, leaseMs / RENEWALS_PER_LEASE);
    try {
      // Another process may have finished between our last look and the lease.
      const value = (await leased.find()) ?? (await leased.call());
      await release(key, null);
      return value;
    } catch (cause) {
      const { code, retryAfterSeconds } = toAppError(cause);
      // An aborted call says nothing about the next one.
      await release(key, leased.signal.aborted ? null : { code, retryAfterSeconds });
      throw cause;
    } finally {
      clearInterval(renewal);
    }
  }

  return async (key: string, leased: LeasedCall<T>): Promise<T> => {
    const waitingSinceMs = clock();
    const endMs = performance.now() + WAIT_MS;
    for (let pollMs = POLL_MS.first; ; pollMs = Math.min(pollMs * 1.5, POLL_MS.last)) {
      leased.signal.throwIfAborted();
      const times = { nowMs: clock(), leaseMs, waitingSinceMs };
      const lease = await leases.acquire(key, holder, times).catch((cause: unknown) => {
        onFailure(cause);
        return { state: "acquired" } as const;
      });
      if (lease.state === "acquired") return callAndRelease(key, leased);
      if (lease.state === "failed") {
        const { code, retryAfterSeconds } = lease.failure;
        throw new AppError(storedErrorCode(code), "failed elsewhere", { retryAfterSeconds });
      }
      if (performance.now() > endMs) {
        throw new AppError("service_timeout", "the call of another process did not end in time");
      }
      await sleep(pollMs, undefined, { signal: leased.signal });
      const found = await leased.find();
      if (found !== null) return found;
    }
  };
}

export type LeasedCalls<T> = ReturnType<typeof createLeasedCalls<T>>;
