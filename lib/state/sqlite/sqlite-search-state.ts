import "server-only";
import type {
  AnswerLookup,
  CallFailure,
  FoundAnswer,
  SearchAdmission,
  SearchEnd,
  SearchState,
  SearchStateSettings,
  SearchToAdmit,
  Suspension,
} from "../search-state";
import { inTransaction, isSqliteError, retryWhileLocked, type SqliteDatabase } from "./database";
import { createLedger } from "./ledger";
import { createStoreClock, type StoreTime } from "./store-clock";
import { createStoredAnswers } from "./stored-answers";

/** Only waiting processes need a failure, and they wait for seconds. */
const FAILURE_MS = 60_000;

const WINDOWS_CLEARED_MAX = 100;

/**
 * Creates the state of paid searches in a SQLite database with the store's tables
 * (store-migrations.ts). It blocks its thread while it reads and writes, but not while another
 * process holds the lock. Operations that fail to write are reported to `onWriteFailure` where they
 * still have an answer.
 */
export function createSqliteSearchState(
  database: SqliteDatabase,
  { service, fingerprint, budget, visitorLimits, keepsQueries }: SearchStateSettings,
  { onWriteFailure = () => {} }: { onWriteFailure?: (cause: unknown) => void } = {},
): SearchState {
  const clock = createStoreClock(database);
  const answers = createStoredAnswers(database, { keepsQueries });
  const ledger = createLedger(database, service);
  const leases = createLeases(database);
  const suspensions = createSuspensions(database, fingerprint);
  const minute = createWindows(database, { prefix: "visitor_minute:", windowMs: 60_000 });
  const day = createWindows(database, { prefix: "visitor_day:", windowMs: 86_400_000 });
  const dropWindows = database.prepare(
    `DELETE FROM visitor_counts WHERE key IN (
       SELECT key FROM visitor_counts WHERE expire <= ? LIMIT ${WINDOWS_CLEARED_MAX}
     )`,
  );

  const read = <T>(work: (time: StoreTime) => T) => retryWhileLocked(() => work(clock()));
  const write = <T>(work: (time: StoreTime) => T) =>
    retryWhileLocked(() => inTransaction(database, () => work(clock())));

  function look(lookup: AnswerLookup, { nowMs, steadyMs }: StoreTime): FoundAnswer {
    return { ...answers.find(lookup, nowMs), usage: ledger.usage(steadyMs), nowMs };
  }

  /** Only reads; `acquired` means that the caller could take the lease. */
  function decide(search: SearchToAdmit, time: StoreTime): SearchAdmission {
    const found = look(search, time);
    const { nowMs } = time;
    if (found.isFresh) return { ...found, outcome: "fresh" };
    if (found.isRefused && !search.ignoresRefusal) return { ...found, outcome: "refused" };
    const lease = leases.find(search.key);
    const failure = lease?.failureSince(search.waitingSinceMs) ?? null;
    if (failure !== null) return { ...found, outcome: "failed", failure };
    if (lease !== null && lease.untilMs > nowMs) return { ...found, outcome: "pending" };
    const suspension = suspensions.find(nowMs);
    if (suspension !== null && suspension.suspendedUntilMs > nowMs) {
      return { ...found, outcome: "suspended", suspension };
    }
    const { visitor } = search;
    const burstMs = minute.remainingMs(visitor, visitorLimits.perMinute, nowMs);
    if (burstMs !== null) return { ...found, outcome: "limited", ...toLimit("minute", burstMs) };
    const shareMs = day.remainingMs(visitor, visitorLimits.perDay, nowMs);
    if (shareMs !== null) return { ...found, outcome: "limited", ...toLimit("day", shareMs) };
    return { ...found, outcome: "acquired", probed: suspension };
  }

  function acquire(search: SearchToAdmit, time: StoreTime): SearchAdmission {
    const admission = decide(search, time);
    if (admission.outcome !== "acquired") return admission;
    const { key, holder, leaseMs, probeMs, visitor } = search;
    leases.take(key, holder, time.nowMs + leaseMs);
    if (admission.probed !== null) suspensions.claimProbe(time.nowMs + probeMs);
    minute.take(visitor, time.nowMs);
    day.take(visitor, time.nowMs);
    return admission;
  }

  function end(call: SearchEnd, { nowMs, steadyMs }: StoreTime) {
    const { key, holder, answer, suspension } = call;
    if (call.reservation !== null) ledger.close(call.reservation);
    if (call.refundedVisitor !== null) day.refund(call.refundedVisitor, nowMs);
    if (answer !== null) answers.put(key, answer, nowMs);
    if (call.refusedMs !== null) answers.putRefusal(key, call.refusedMs, nowMs);
    if (suspension === "lift") suspensions.remove();
    else if (suspension !== null) suspensions.put(suspension, nowMs);
    leases.end(key, holder, call.failure, nowMs);
    leases.dropBefore(nowMs - FAILURE_MS);
    dropWindows.run(nowMs);
    return { nowMs, usage: ledger.usage(steadyMs) };
  }

  return {
    find: (lookup) => read((time) => look(lookup, time)),
    async admit(search) {
      const seen = await read((time) => decide(search, time));
      if (seen.outcome !== "acquired") return seen;
      try {
        return await write((time) => acquire(search, time));
      } catch (cause) {
        if (!isSqliteError(cause)) throw cause;
        onWriteFailure(cause);
        const { answer, isFresh, isRefused, usage, nowMs } = seen;
        return { answer, isFresh, isRefused, usage, nowMs, outcome: "read-only" };
      }
    },
    async reserve() {
      return retryWhileLocked(() => {
        // Not even a power failure may lose a search that is about to be sent: the commit waits for
        // the disk, some milliseconds of a call that takes a hundred.
        database.exec("PRAGMA synchronous = FULL");
        try {
          return inTransaction(database, () => ledger.reserve(clock().steadyMs, budget));
        } finally {
          database.exec("PRAGMA synchronous = NORMAL");
        }
      });
    },
    renew: ({ key, holder, leaseMs }) =>
      write(({ nowMs }) => leases.renew(key, holder, nowMs + leaseMs)),
    finish: (call) => write((time) => end(call, time)),
    usage: () => read(({ steadyMs }) => ledger.usage(steadyMs)),
    spentDays: () => read(({ steadyMs }) => ledger.spentDays(steadyMs)),
    visitorUsage: (visitor) =>
      read(({ nowMs, steadyMs }) => ({
        usedToday: day.used(visitor, nowMs),
        usage: ledger.usage(steadyMs),
      })),
    recent: (countMax) =>
      read(({ nowMs }) => ({ answers: answers.recent(countMax, nowMs), nowMs })),
    suspension: () =>
      read(({ nowMs }) => {
        const suspension = suspensions.find(nowMs);
        return suspension !== null && suspension.suspendedUntilMs > nowMs ? suspension : null;
      }),
    lift: () => write(() => suspensions.remove()),
    mendClock: () => write(({ nowMs }) => ledger.mend(nowMs)),
  };
}

function toLimit(limit: "minute" | "day", remainingMs: number) {
  return { limit, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
}

/** Leases expire by themselves, so a process that dies does not block the others for long. */
function createLeases(database: SqliteDatabase) {
  const find = database.prepare(
    "SELECT lease_until_ms, failed_at_ms, failure FROM search_leases WHERE key = ?",
  );
  const take = database.prepare(
    `INSERT INTO search_leases (key, holder, lease_until_ms) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET holder = excluded.holder,
       lease_until_ms = excluded.lease_until_ms, failed_at_ms = NULL, failure = NULL`,
  );
  const renew = database.prepare(
    "UPDATE search_leases SET lease_until_ms = ? WHERE key = ? AND holder = ?",
  );
  const drop = database.prepare("DELETE FROM search_leases WHERE key = ? AND holder = ?");
  const markFailed = database.prepare(
    `UPDATE search_leases SET holder = NULL, lease_until_ms = 0, failed_at_ms = ?, failure = ?
     WHERE key = ? AND holder = ?`,
  );
  const dropOld = database.prepare(
    "DELETE FROM search_leases WHERE lease_until_ms < ? AND coalesce(failed_at_ms, 0) < ?",
  );
  type Row = { lease_until_ms: number; failed_at_ms: number | null; failure: string | null };

  return {
    find(key: string) {
      const row = find.get(key) as Row | undefined;
      if (row === undefined) return null;
      const { lease_until_ms: untilMs, failed_at_ms: failedAtMs, failure } = row;
      return {
        untilMs,
        /** How the call failed, for a caller that has waited for it since then. */
        failureSince: (sinceMs: number | null): CallFailure | null =>
          sinceMs !== null && failure !== null && (failedAtMs ?? 0) >= sinceMs
            ? (JSON.parse(failure) as CallFailure)
            : null,
      };
    },
    take: (key: string, holder: string, untilMs: number) => void take.run(key, holder, untilMs),
    /** Does nothing if another process has the lease. */
    renew: (key: string, holder: string, untilMs: number) => void renew.run(untilMs, key, holder),
    /** Does nothing if another process has the lease. */
    end(key: string, holder: string, failure: CallFailure | null, nowMs: number): void {
      if (failure === null) drop.run(key, holder);
      else markFailed.run(nowMs, JSON.stringify(failure), key, holder);
    },
    dropBefore: (ms: number) => void dropOld.run(ms, ms),
  };
}

/** At most one suspension: it belongs to a service's URL and key, so another key is asked at once. */
function createSuspensions(database: SqliteDatabase, fingerprint: string) {
  const find = database.prepare(
    "SELECT code, suspended_until_ms, duration_ms FROM suspensions WHERE service = ?",
  );
  const claimProbe = database.prepare(
    "UPDATE suspensions SET suspended_until_ms = ? WHERE service = ?",
  );
  const put = database.prepare(
    `INSERT INTO suspensions (service, code, suspended_until_ms, duration_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (service) DO UPDATE SET code = excluded.code, duration_ms = excluded.duration_ms,
       suspended_until_ms = excluded.suspended_until_ms
     WHERE excluded.suspended_until_ms > suspended_until_ms`,
  );
  const remove = database.prepare("DELETE FROM suspensions WHERE service = ?");
  type Row = { code: string; suspended_until_ms: number; duration_ms: number };

  return {
    /** Also a suspension whose time is over, until a call has probed the service. */
    find(nowMs: number): Suspension | null {
      const row = find.get(fingerprint) as Row | undefined;
      if (row === undefined) return null;
      const { code, suspended_until_ms: suspendedUntilMs, duration_ms: durationMs } = row;
      const retryAfterSeconds = Math.max(1, Math.ceil((suspendedUntilMs - nowMs) / 1000));
      return { code, suspendedUntilMs, durationMs, retryAfterSeconds };
    },
    claimProbe: (untilMs: number) => void claimProbe.run(untilMs, fingerprint),
    put(
      { code, durationMs, wasProbe }: Exclude<NonNullable<SearchEnd["suspension"]>, "lift">,
      nowMs: number,
    ): void {
      if (wasProbe) remove.run(fingerprint);
      put.run(fingerprint, code, nowMs + durationMs, durationMs);
    },
    remove: () => void remove.run(fingerprint),
  };
}

/** Counts per visitor, in windows that start with the first use. */
function createWindows(
  database: SqliteDatabase,
  { prefix, windowMs }: { prefix: string; windowMs: number },
) {
  const find = database.prepare("SELECT points, expire FROM visitor_counts WHERE key = ?");
  const take = database.prepare(
    `INSERT INTO visitor_counts (key, points, expire) VALUES (?1, 1, ?2 + ?3)
     ON CONFLICT (key) DO UPDATE SET
       points = CASE WHEN expire > ?2 THEN points + 1 ELSE 1 END,
       expire = CASE WHEN expire > ?2 THEN expire ELSE ?2 + ?3 END`,
  );
  const refund = database.prepare(
    "UPDATE visitor_counts SET points = points - 1 WHERE key = ? AND expire > ? AND points > 0",
  );
  return {
    /** Milliseconds until the visitor may search again; null: now. */
    remainingMs(visitor: string, limit: number, nowMs: number): number | null {
      const row = find.get(prefix + visitor) as { points: number; expire: number } | undefined;
      const isOver = row === undefined || row.expire <= nowMs || row.points < limit;
      return isOver ? null : row.expire - nowMs;
    },
    used(visitor: string, nowMs: number): number {
      const row = find.get(prefix + visitor) as { points: number; expire: number } | undefined;
      return row === undefined || row.expire <= nowMs ? 0 : row.points;
    },
    take: (visitor: string, nowMs: number) => void take.run(prefix + visitor, nowMs, windowMs),
    refund: (visitor: string, nowMs: number) => void refund.run(prefix + visitor, nowMs),
  };
}
