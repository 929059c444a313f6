import "server-only";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import { countErrors, LAST_USE_MS } from "../account-records";
import type { FailedRequest, KeyAdmission, KeyRequest, Scope } from "../account-state";
import {
  type AccountMeter,
  decideKeyRequest,
  type KnownKey,
  REFUSAL_STATUS,
} from "../key-decision";
import type { SqliteDatabase } from "./database";

type KeyRow = {
  id: string;
  account: string;
  scopes: string;
  sites: string;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
  plan: string;
  is_suspended: number;
};
type StoredKey = Omit<KnownKey, "plan"> & { plan: string; lastUsedAtMs: number | null };
/** `rateDay`: the day in whose row the rate limit is. */
type StoredMeter = AccountMeter & { firstDayOfMonth: number; rateDay: number };

const REMEMBERED_MAX = 10_000;

/** What the last transactions of a connection read and wrote. */
type Memory = {
  dataVersion: number;
  keys: Map<string, StoredKey>;
  meters: Map<string, StoredMeter>;
};

/** One per connection: `data_version` changes with the commits of other connections only. */
const memories = new WeakMap<SqliteDatabase, Memory>();

function memoryOf(database: SqliteDatabase): Memory {
  const known = memories.get(database);
  if (known !== undefined) return known;
  const memory = { dataVersion: -1, keys: new Map(), meters: new Map() };
  memories.set(database, memory);
  return memory;
}

/** Must follow every change of accounts and keys on this connection, and every rollback. */
export function forgetKeys(database: SqliteDatabase): void {
  const { keys, meters } = memoryOf(database);
  keys.clear();
  meters.clear();
}

/**
 * Creates what decides on requests with keys and counts them. Each method is a part of a transaction
 * that has the write lock.
 *
 * Keys and counts that a transaction read stay in memory. They are valid while the file's
 * `data_version` is the same: no other connection has committed since, and none can until this
 * transaction ends. So a request of a busy key reads nothing, and those of a batch write its account
 * once.
 */
export function createKeyAdmissions(database: SqliteDatabase, plans: readonly Plan[]) {
  const readVersion = database.prepare("PRAGMA data_version");
  const readKey = database.prepare(
    `SELECT api_keys.id, account, scopes, sites, expires_at_ms, revoked_at_ms, last_used_at_ms,
       plan, is_suspended
     FROM api_keys JOIN accounts ON accounts.id = account WHERE digest = ?`,
  );
  const readUsed = database.prepare(
    `SELECT coalesce(sum(searches), 0) AS used FROM account_days
     WHERE account = ? AND day >= ? AND day < ?`,
  );
  const readRate = database.prepare(
    `SELECT day AS rateDay, full_at_us AS fullAtUs FROM account_days
     WHERE account = ? AND full_at_us IS NOT NULL ORDER BY day DESC LIMIT 1`,
  );
  const writeDay = database.prepare(
    `INSERT INTO account_days (account, day, searches, full_at_us) VALUES (?, ?, ?, ?)
     ON CONFLICT (account, day) DO UPDATE SET searches = searches + excluded.searches,
       full_at_us = excluded.full_at_us`,
  );
  const clearLaterRates = database.prepare(
    "UPDATE account_days SET full_at_us = NULL WHERE account = ? AND day > ?",
  );
  const writeLastUse = database.prepare("UPDATE api_keys SET last_used_at_ms = ? WHERE id = ?");
  // The account may have been deleted since its search began.
  const addErrors = database.prepare(
    `INSERT INTO account_errors (account, day, status, count, last_at_ms)
     SELECT id, ?2, ?3, ?4, ?5 FROM accounts WHERE id = ?1
     ON CONFLICT (account, day, status) DO UPDATE SET count = count + excluded.count,
       last_at_ms = excluded.last_at_ms`,
  );
  const takeBack = database.prepare(
    `UPDATE account_days SET searches = searches - 1
     WHERE account = ? AND day = ? AND searches > 0`,
  );
  const memory = memoryOf(database);

  function checkMemory(): void {
    const { data_version: dataVersion } = readVersion.get() as { data_version: number };
    const isFull = Math.max(memory.keys.size, memory.meters.size) > REMEMBERED_MAX;
    if (memory.dataVersion !== dataVersion || isFull) forgetKeys(database);
    memory.dataVersion = dataVersion;
  }

  function findKey(digest: string): StoredKey | null {
    const known = memory.keys.get(digest);
    if (known !== undefined) return known;
    const row = readKey.get(digest) as KeyRow | undefined;
    if (row === undefined) return null;
    const key: StoredKey = {
      keyId: row.id,
      account: row.account,
      scopes: JSON.parse(row.scopes) as Scope[],
      sites: JSON.parse(row.sites) as string[],
      expiresAtMs: row.expires_at_ms,
      revokedAtMs: row.revoked_at_ms,
      lastUsedAtMs: row.last_used_at_ms,
      plan: row.plan,
      isSuspended: row.is_suspended !== 0,
    };
    memory.keys.set(digest, key);
    return key;
  }

  function meterOf(account: string, today: ReturnType<typeof toUtcDate>): StoredMeter {
    const { day, firstDayOfMonth, firstDayOfNextMonth } = today;
    const known = memory.meters.get(account);
    if (known?.firstDayOfMonth === firstDayOfMonth) return known;
    const { used } = readUsed.get(account, firstDayOfMonth, firstDayOfNextMonth) as {
      used: number;
    };
    const { fullAtUs, rateDay } = (readRate.get(account) ?? { fullAtUs: 0, rateDay: day }) as {
      fullAtUs: number;
      rateDay: number;
    };
    const meter = { usedThisMonth: used, fullAtUs, firstDayOfMonth, rateDay };
    memory.meters.set(account, meter);
    return meter;
  }

  return {
    admit(requests: readonly KeyRequest[], nowMs: number): KeyAdmission[] {
      checkMemory();
      const date = toUtcDate(nowMs);
      // Searches to add to each account whose meter changed.
      const added = new Map<string, number>();
      const errors = new Map<string, { account: string; status: number; count: number }>();

      function countError(account: string, status: number): void {
        const name = `${status} ${account}`;
        const error = errors.get(name) ?? { account, status, count: 0 };
        error.count += 1;
        errors.set(name, error);
      }

      function admitOne(request: KeyRequest): KeyAdmission {
        const key = findKey(request.digest);
        if (key === null) return { outcome: "unknown" };
        const { account, keyId } = key;
        const known = { ...key, plan: planOf(plans, key.plan) };
        const stored = meterOf(account, date);
        const { admission, meter } = decideKeyRequest(request, known, stored, nowMs);
        if (meter.fullAtUs !== stored.fullAtUs) added.set(account, added.get(account) ?? 0);
        Object.assign(stored, meter);
        if (admission.outcome !== "admitted") {
          if (admission.outcome !== "unknown") {
            countError(account, REFUSAL_STATUS[admission.outcome]);
          }
          return admission;
        }
        if (key.lastUsedAtMs === null || Math.abs(nowMs - key.lastUsedAtMs) >= LAST_USE_MS) {
          key.lastUsedAtMs = nowMs;
          writeLastUse.run(nowMs, keyId);
        }
        if (request.search !== null) added.set(account, (added.get(account) ?? 0) + 1);
        return admission;
      }

      const admissions = requests.map(admitOne);
      for (const [account, count] of added) {
        const meter = meterOf(account, date);
        writeDay.run(account, date.day, count, meter.fullAtUs);
        // A clock was ahead.
        if (meter.rateDay > date.day) clearLaterRates.run(account, date.day);
        meter.rateDay = date.day;
      }
      for (const { account, status, count } of errors.values()) {
        addErrors.run(account, date.day, status, count, nowMs);
      }
      return admissions;
    },
    refund({ account, admittedAtMs }: FailedRequest): void {
      if (admittedAtMs === null) return;
      takeBack.run(account, toUtcDate(admittedAtMs).day);
      memory.meters.delete(account);
    },
    recordErrors(failed: readonly FailedRequest[], nowMs: number): void {
      const { day } = toUtcDate(nowMs);
      for (const { account, status, count } of countErrors(failed)) {
        addErrors.run(account, day, status, count, nowMs);
      }
    },
  };
}
