import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { BudgetUsage, SearchState } from "@/lib/state/search-state";
import { mapOperations } from "@/lib/state/state-parts";

/** Searches of this month (UTC). */
export type BudgetStatus = { limit: number; used: number };

export type WatchedState = ReturnType<typeof watchState>;

const USAGE_MS = 5_000;
/** Longer than the store needs to fail again, so that few answers wait for that. */
const LOST_MS = 5_000;

/**
 * Watches the state of paid searches. `state` passes every operation on and reports its failure. The
 * store's time and the budget are remembered from the last operation, so that reading them is free.
 */
export function watchState(
  state: SearchState,
  {
    limit,
    monotonicMs,
    onFailure,
  }: {
    /** The month's budget. */
    limit: number;
    monotonicMs: () => number;
    onFailure: (operation: keyof SearchState, cause: unknown) => void;
  },
) {
  let seen = { nowMs: 0, atMs: monotonicMs() };
  let lostAtMs = Number.NEGATIVE_INFINITY;
  let usage: { status: BudgetStatus; atMs: number } | null = null;

  const watched = mapOperations(state, (operation, run) => async (...inputs) => {
    try {
      const answer = await run(...inputs);
      learn(answer);
      lostAtMs = Number.NEGATIVE_INFINITY;
      return answer;
    } catch (cause) {
      usage = null;
      lostAtMs = monotonicMs();
      onFailure(operation, cause);
      throw cause;
    }
  });

  function learn(answer: unknown): void {
    const shown = Object(answer) as { nowMs?: number; usage?: BudgetUsage };
    const atMs = monotonicMs();
    if (shown.nowMs !== undefined) seen = { nowMs: shown.nowMs, atMs };
    if (shown.usage !== undefined) learnUsage(shown.usage, atMs);
  }

  function learnUsage({ usedThisMonth: used }: BudgetUsage, atMs: number): void {
    const status = usage?.status.used === used ? usage.status : { limit, used };
    usage = { status, atMs };
  }

  /** Returns the same object until it changes; null after an operation that failed. */
  function known(): BudgetStatus | null {
    return usage?.status ?? null;
  }

  return {
    state: watched,
    /** The store's time: exact after each operation, then by this process's monotonic clock. */
    nowMs: () => seen.nowMs + (monotonicMs() - seen.atMs),
    /** Whether the last operation failed, a few seconds ago. */
    isLost: () => monotonicMs() - lostAtMs < LOST_MS,
    budget: {
      known,
      /** Returns the budget, at most five seconds old; null while the ledger cannot be read. */
      async status(): Promise<BudgetStatus | null> {
        if (usage === null || monotonicMs() - usage.atMs >= USAGE_MS) {
          const read = await watched.usage().catch(() => null);
          if (read !== null) learnUsage(read, monotonicMs());
        }
        return known();
      },
    },
  };
}

/**
 * Settles as `reading` of the store does, but rejects after `timeoutMs`. If a database accepts
 * statements and does not answer, the reading itself fails only after ten seconds.
 */
export async function withTimeout<Result>(
  reading: Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const waiting = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`the store has not answered within ${timeoutMs} ms`);
  });
  return Promise.race([reading, late]).finally(() => waiting.abort());
}
