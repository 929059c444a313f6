import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { LeaseFailure, SearchLeases } from "@/lib/state/search-leases";

/** How long a dead holder holds up the others; a living one renews its lease in time. */
const LEASE_MS = 8_000;
const RENEWALS_PER_LEASE = 4;

/** A call takes 6 s at most, and the next one after a dead holder as long again. */
const WAIT_MS = 15_000;

const POLL_MS = { first: 15, last: 250 };

type LeasedCall<T> = {
  signal: AbortSignal;
  /** What another process may have left behind meanwhile; null when there is nothing. */
  look: () => Promise<T | null>;
  run: () => Promise<T>;
};

/**
 * One call for all processes that share a store: whoever gets the lease makes it, the others look
 * for its result, or hear of its failure. When the holder dies, its lease runs out and the next one
 * takes over. Without the store, everyone calls for themselves (`onFailure` hears why).
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

  async function claim(key: string, waitingSinceMs: number) {
    try {
      return await leases.claim(key, holder, { nowMs: clock(), leaseMs, waitingSinceMs });
    } catch (cause) {
      onFailure(cause);
      return { state: "ours" } as const;
    }
  }

  async function land(key: string, failure: LeaseFailure | null): Promise<void> {
    try {
      await leases.land(key, holder, { nowMs: clock(), failure });
    } catch (cause) {
      onFailure(cause);
    }
  }

  async function call(key: string, { signal, look, run }: LeasedCall<T>): Promise<T> {
    const renewal = setInterval(() => {
      leases.renew(key, holder, clock() + leaseMs).catch(onFailure);
    }, leaseMs / RENEWALS_PER_LEASE);
    try {
      // Between our last look and the lease, another one may have landed.
      const value = (await look()) ?? (await run());
      await land(key, null);
      return value;
    } catch (cause) {
      // A call that was called off says nothing of how the next one will end.
      await land(key, signal.aborted ? null : toFailure(toAppError(cause)));
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
      const claimed = await claim(key, waitingSinceMs);
      if (claimed.state === "ours") return call(key, leased);
      if (claimed.state === "failed") throw toError(claimed.failure);
      if (performance.now() > endMs) {
        throw new AppError("service_timeout", "the flight of another process did not land");
      }
      await sleep(pollMs, undefined, { signal: leased.signal });
      const found = await leased.look();
      if (found !== null) return found;
    }
  };
}

export type LeasedCalls<T> = ReturnType<typeof createLeasedCalls<T>>;

function toFailure({ code, serviceSaid, retryAfterSeconds }: AppError): LeaseFailure {
  return { code, serviceSaid, retryAfterSeconds };
}

function toError({ code, serviceSaid, retryAfterSeconds }: LeaseFailure): AppError {
  const isKnown = Object.hasOwn(ERRORS, code);
  return new AppError(isKnown ? (code as ErrorCode) : "service_failed", "failed elsewhere", {
    serviceSaid,
    retryAfterSeconds,
  });
}
