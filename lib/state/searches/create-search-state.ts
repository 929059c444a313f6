import "server-only";
import { DAY_MS } from "@/lib/contract/day-ms";
import { decideSpending } from "@/lib/core/limits/budget-pacing";
import { warnThrottled } from "@/lib/platform/log";
import { countInWindows, findWindows, refundWindow, type WindowUse } from "../limit-windows";
import type {
  AnswerLookup,
  FoundAnswer,
  FullWindow,
  LeaseDecision,
  LeaseRequest,
  SearchEnd,
  SearchState,
  SearchStateSettings,
  ServicePause,
} from "../search-state";
import type { Lock, Reading, Store, Writing } from "../store";
import { createLedger, type DayCounts } from "./ledger";
import { purge } from "./purge";
import { endLease, findLease, takeLease } from "./search-leases";
import { createStoredAnswers } from "./stored-answers";
import { createServicePauses } from "./stored-pauses";

const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
const FINISHES_PER_PURGE = 50;

/** A visitor's windows. The day's is first, because it ends last. */
const windowsOf = (visitor: string) =>
  [
    { limit: "day", key: `day ${visitor}`, windowMs: DAY_MS },
    { limit: "minute", key: `minute ${visitor}`, windowMs: 60_000 },
  ] as const;

/**
 * Creates the state of one service's paid searches in a store with `SEARCH_TABLES`.
 *
 * @param dayCounts a second copy of the ledger's counts, for a database that may be deleted.
 */
export function createSearchState(
  store: Store,
  { service, fingerprint, budget, visitorLimits, keepsQueries }: SearchStateSettings,
  dayCounts: DayCounts | null = null,
): SearchState {
  const answers = createStoredAnswers(store, { keepsQueries });
  const ledger = createLedger(service, dayCounts);
  const pauses = createServicePauses(fingerprint);
  let finishesUntilPurge = 0;

  async function look(transaction: Reading, lookup: AnswerLookup): Promise<FoundAnswer> {
    const [found, usage] = await Promise.all([
      answers.find(transaction, lookup),
      ledger.usage(transaction),
    ]);
    return { ...found, usage, nowMs: transaction.time.nowMs };
  }

  /** Only reads; `acquired` means that the caller could take the lease. */
  async function decide(transaction: Reading, search: LeaseRequest): Promise<LeaseDecision> {
    const [found, lease, pause, windows] = await Promise.all([
      look(transaction, search),
      findLease(transaction, search.key),
      pauses.find(transaction),
      findWindows(transaction, windowsOf(search.visitor)),
    ]);
    const { nowMs } = transaction.time;
    if (found.isFresh) return { ...found, outcome: "fresh" };
    if (found.isRefused && !search.ignoresRefusal) return { ...found, outcome: "refused" };
    const failure = lease?.failureSince(search.waitingSinceMs) ?? null;
    if (failure !== null) return { ...found, outcome: "failed", failure };
    if (lease !== null && lease.untilMs > nowMs) return { ...found, outcome: "pending" };
    if (isActive(pause, nowMs)) return { ...found, outcome: "paused", pause };
    const [full] = fullWindows(search.visitor, windows, nowMs);
    if (full !== undefined) return { ...found, outcome: "limited", ...full };
    return { ...found, outcome: "acquired", probed: pause };
  }

  function fullWindows(
    visitor: string,
    uses: ReadonlyMap<string, WindowUse>,
    nowMs: number,
  ): FullWindow[] {
    const limits = { minute: visitorLimits.perMinute, day: visitorLimits.perDay };
    return windowsOf(visitor).flatMap(({ limit, key }) => {
      const use = uses.get(key);
      if (use === undefined || use.used < limits[limit]) return [];
      const retryAfterSeconds = Math.max(1, Math.ceil((use.endsAtMs - nowMs) / 1000));
      return [{ limit, retryAfterSeconds }];
    });
  }

  async function acquire(transaction: Writing, search: LeaseRequest): Promise<LeaseDecision> {
    const decision = await decide(transaction, search);
    if (decision.outcome !== "acquired") return decision;
    const { key, holder, leaseMs, probeMs, visitor } = search;
    if (decision.probed !== null && !(await pauses.claimProbe(transaction, probeMs))) {
      // Another caller has become the probe, or has lifted or renewed the pause.
      return acquire(transaction, search);
    }
    await Promise.all([
      takeLease(transaction, { key, holder, untilMs: transaction.time.nowMs + leaseMs }),
      countInWindows(transaction, windowsOf(visitor)),
    ]);
    return decision;
  }

  async function end(transaction: Writing, call: SearchEnd) {
    const { key, holder, answer, pause } = call;
    if (call.refundedVisitor !== null) {
      const [day] = windowsOf(call.refundedVisitor);
      await refundWindow(transaction, day);
    }
    if (pause === "lift") await pauses.remove(transaction);
    else if (pause !== null) await pauses.put(transaction, pause);
    if (call.reservation !== null) await ledger.close(transaction, call.reservation);
    const [, , , usage] = await Promise.all([
      answer !== null && answers.put(transaction, key, answer),
      call.refusedMs !== null && answers.putRefusal(transaction, key, call.refusedMs),
      endLease(transaction, { key, holder, failure: call.failure }),
      ledger.usage(transaction),
    ]);
    return { nowMs: transaction.time.nowMs, usage };
  }

  async function purgeNowAndThen(): Promise<void> {
    finishesUntilPurge -= 1;
    if (finishesUntilPurge >= 0) return;
    finishesUntilPurge = FINISHES_PER_PURGE;
    try {
      await purge(store, { answerBytesMax: ANSWER_BYTES_MAX, keepsQueries });
    } catch (cause) {
      warnThrottled("store_failed", "purge", cause);
    }
  }

  return {
    find: (lookup) => store.read((transaction) => look(transaction, lookup)),
    async requestLease(search) {
      // Most searches, and all that wait for a call, end without a lock.
      const seen = await store.read((transaction) => decide(transaction, search));
      if (seen.outcome !== "acquired") return seen;
      const locks: Lock[] = [
        { kind: "query", name: search.key },
        { kind: "visitor", name: search.visitor },
      ];
      try {
        return await store.write({ locks }, (transaction) => acquire(transaction, search));
      } catch (cause) {
        if (!store.refusesWrites(cause)) throw cause;
        warnThrottled("store_failed", "write", cause);
        const { answer, isFresh, isRefused, usage, nowMs } = seen;
        return { answer, isFresh, isRefused, usage, nowMs, outcome: "read-only" };
      }
    },
    reserve: () =>
      // Waiting for the disk adds some milliseconds to a call that takes a hundred.
      store.write({ locks: [ledger.lock], waitsForDisk: true }, (transaction) =>
        ledger.reserve(transaction, budget),
      ),
    async finish(call) {
      const { key, refundedVisitor, reservation } = call;
      const locks: Lock[] = [{ kind: "query", name: key }];
      if (refundedVisitor !== null) locks.push({ kind: "visitor", name: refundedVisitor });
      if (reservation !== null && !reservation.wasSent) locks.push(ledger.lock);
      const finished = await store.write({ locks }, (transaction) => end(transaction, call));
      await purgeNowAndThen();
      return finished;
    },
    usage: () => store.read(ledger.usage),
    spentDays: () => store.read(ledger.spentDays),
    searchOffer: (visitor) =>
      store.read(async (transaction) => {
        const { nowMs } = transaction.time;
        const [day] = windowsOf(visitor);
        const [pause, windows, usage] = await Promise.all([
          pauses.find(transaction),
          findWindows(transaction, windowsOf(visitor)),
          ledger.usage(transaction),
        ]);
        return {
          pause: isActive(pause, nowMs) ? pause : null,
          fullWindows: fullWindows(visitor, windows, nowMs),
          verdict: decideSpending(usage, budget, usage.atMs),
          usedToday: windows.get(day.key)?.used ?? 0,
          usage,
          nowMs,
        };
      }),
    recent: (countMax) =>
      store.read(async (transaction) => ({
        answers: await answers.recent(transaction, countMax),
        nowMs: transaction.time.nowMs,
      })),
    pause: () =>
      store.read(async (transaction) => {
        const pause = await pauses.find(transaction);
        return isActive(pause, transaction.time.nowMs) ? pause : null;
      }),
    async lift() {
      await store.write({ locks: [] }, pauses.remove);
    },
    mendClock: () => store.write({ locks: [ledger.lock] }, ledger.mend),
  };
}

/** Whether the time of a pause is not over. */
function isActive(pause: ServicePause | null, nowMs: number): pause is ServicePause {
  return pause !== null && pause.pausedUntilMs > nowMs;
}
