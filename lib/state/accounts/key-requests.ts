import "server-only";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import { reachedPercent, type WarningPercent } from "@/lib/core/limits/warning-percent";
import type { FailedRequest, KeyDecision, KeyRequest } from "../account-state";
import { sql } from "../sql";
import type { Lock, Store, Writing } from "../store";
import { recordWarning } from "../warnings/record-warning";
import { type CountedErrors, countErrors, LAST_USE_MS } from "./account-records";
import { type AccountMeter, decideKeyRequest, type KnownKey, REFUSAL_CODES } from "./key-decision";

type KeyRow = {
  keyId: string;
  account: string;
  scopes: string;
  sites: string;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  lastUsedAtMs: number | null;
  plan: string;
  isDisabled: number;
  isSuspended: number;
  usedThisMonth: number;
  rateDay: number | null;
  rateKey: string | null;
  fullAtUs: number | null;
};
type StoredKey = KnownKey & { lastUsedAtMs: number | null };
/** The row that has the account's rate limit. */
type RateRow = { day: number; keyId: string };
type StoredMeter = AccountMeter & {
  firstDayOfMonth: number;
  rateRow: RateRow | null;
  /** The warning that the store has for certain. */
  warnedPercent: WarningPercent | 0;
};

const REMEMBERED_MAX = 10_000;

/** Returns the locks of accounts whose requests are counted. */
export function accountLocks(ids: Iterable<string>): Lock[] {
  return [...new Set(ids)].map((name) => ({ kind: "account", name }));
}

/**
 * Creates the functions that decide about requests with keys, and count them.
 *
 * Keys and counts that a transaction has read stay in memory. They are valid while the store's
 * `dataVersion` is the same: no other connection has committed since, and none can until this
 * transaction ends. So on SQLite, a request with a busy key reads nothing. A batch writes each
 * key once.
 */
export function createKeyRequests(store: Store, plans: readonly Plan[]) {
  /** A key never changes its account. */
  const owners = new Map<string, string>();
  const keys = new Map<string, StoredKey>();
  const meters = new Map<string, StoredMeter>();
  let knownVersion: number | null = null;
  /** Whether the transaction that filled the memory was committed. */
  let isCommitted = true;
  let isStale = false;

  async function findOwners(digests: ReadonlySet<string>): Promise<void> {
    if (owners.size > REMEMBERED_MAX) owners.clear();
    const unknown = [...digests].filter((digest) => !owners.has(digest));
    if (unknown.length === 0) return;
    await store.read((transaction) =>
      Promise.all(
        unknown.map(async (digest) => {
          const row = await transaction.get<{ account: string }>(
            ...sql`SELECT account FROM api_keys WHERE digest = ${digest}`,
          );
          if (row !== null) owners.set(digest, row.account);
        }),
      ),
    );
  }

  async function load(transaction: Writing, digests: readonly string[]): Promise<void> {
    const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(transaction.time.nowMs);
    const version = transaction.dataVersion();
    const isFull = Math.max(keys.size, meters.size) > REMEMBERED_MAX;
    if (version === null || version !== knownVersion || isFull || isStale || !isCommitted) {
      keys.clear();
      meters.clear();
    }
    knownVersion = version;
    isStale = false;
    isCommitted = false;

    const rate = sql`FROM key_days WHERE account = accounts.id AND full_at_us IS NOT NULL
      ORDER BY day DESC LIMIT 1`;

    async function loadKey(digest: string): Promise<void> {
      const row = await transaction.get<KeyRow>(
        ...sql`SELECT api_keys.id AS "keyId", account, scopes, sites, expires_at_ms AS "expiresAtMs",
           revoked_at_ms AS "revokedAtMs", last_used_at_ms AS "lastUsedAtMs", plan,
           is_disabled AS "isDisabled", is_suspended AS "isSuspended",
           (SELECT CAST(coalesce(sum(searches), 0) AS BIGINT) FROM key_days
             WHERE account = accounts.id AND day >= ${firstDayOfMonth}
               AND day < ${firstDayOfNextMonth}) AS "usedThisMonth",
           (SELECT day ${rate}) AS "rateDay", (SELECT key ${rate}) AS "rateKey",
           (SELECT full_at_us ${rate}) AS "fullAtUs"
         FROM api_keys JOIN accounts ON accounts.id = account WHERE digest = ${digest}`,
      );
      if (row === null) return;
      const { usedThisMonth, fullAtUs, rateDay, rateKey, ...key } = row;
      keys.set(digest, {
        ...key,
        scopes: JSON.parse(key.scopes),
        sites: JSON.parse(key.sites),
        plan: planOf(plans, key.plan),
        isDisabled: key.isDisabled !== 0,
        isSuspended: key.isSuspended !== 0,
      });
      meters.set(key.account, {
        usedThisMonth,
        fullAtUs: fullAtUs ?? 0,
        firstDayOfMonth,
        warnedPercent: 0,
        rateRow: rateDay === null || rateKey === null ? null : { day: rateDay, keyId: rateKey },
      });
    }

    const isKnown = (digest: string) => {
      const key = keys.get(digest);
      return key !== undefined && meters.get(key.account)?.firstDayOfMonth === firstDayOfMonth;
    };
    await Promise.all(digests.filter((digest) => !isKnown(digest)).map(loadKey));
  }

  async function decideAll(
    transaction: Writing,
    requests: readonly KeyRequest[],
  ): Promise<KeyDecision[]> {
    const { nowMs } = transaction.time;
    const { day } = toUtcDate(nowMs);
    /** Searches to add to each key whose account's meter changed. */
    const added = new Map<StoredKey, number>();
    const used = new Set<StoredKey>();
    const refused: Omit<CountedErrors, "count">[] = [];
    const writes: Promise<unknown>[] = [];

    const decisions = requests.map((request): KeyDecision => {
      const key = keys.get(request.digest);
      const stored = key && meters.get(key.account);
      if (key === undefined || stored === undefined) return { outcome: "unknown" };
      const { account, keyId } = key;
      const { decision, meter } = decideKeyRequest(request, key, stored, nowMs);
      if (meter.fullAtUs !== stored.fullAtUs) added.set(key, added.get(key) ?? 0);
      Object.assign(stored, meter);
      if (decision.outcome === "allowed") {
        if (key.lastUsedAtMs === null || Math.abs(nowMs - key.lastUsedAtMs) >= LAST_USE_MS) {
          key.lastUsedAtMs = nowMs;
          used.add(key);
        }
        if (request.search !== null) {
          added.set(key, (added.get(key) ?? 0) + 1);
          const { usedThisMonth: used } = stored;
          const limit = key.plan.searchesPerMonth;
          const percent = reachedPercent(used, limit);
          if (percent > stored.warnedPercent) {
            stored.warnedPercent = percent;
            const warning = { kind: "quota", subject: account, used, limit, atMs: nowMs } as const;
            writes.push(recordWarning(transaction, warning));
          }
        }
      } else if (decision.outcome !== "unknown") {
        refused.push({ account, keyId, code: REFUSAL_CODES[decision.outcome] });
      }
      return decision;
    });

    for (const { account, keyId } of added.keys()) {
      const meter = meters.get(account);
      if (meter === undefined) continue;
      const before = meter.rateRow;
      if (before !== null && (before.day !== day || before.keyId !== keyId)) {
        writes.push(clearRate(transaction, account, before));
      }
      meter.rateRow = { day, keyId };
    }
    for (const [{ account, keyId }, count] of added) {
      const meter = meters.get(account);
      const fullAtUs = meter?.rateRow?.keyId === keyId ? meter.fullAtUs : null;
      writes.push(
        transaction.run(
          ...sql`INSERT INTO key_days (account, day, key, searches, full_at_us)
           VALUES (${account}, ${day}, ${keyId}, ${count}, ${fullAtUs})
           ON CONFLICT (account, day, key) DO UPDATE SET
             searches = key_days.searches + excluded.searches, full_at_us = excluded.full_at_us`,
        ),
      );
    }
    for (const { keyId } of used) {
      writes.push(
        transaction.run(...sql`UPDATE api_keys SET last_used_at_ms = ${nowMs} WHERE id = ${keyId}`),
      );
    }
    await Promise.all([...writes, addErrors(transaction, countErrors(refused))]);
    return decisions;
  }

  return {
    /** Call it in every change of accounts and keys in this store. */
    forget(): void {
      isStale = true;
    },
    async checkAll(requests: readonly KeyRequest[]): Promise<KeyDecision[]> {
      const digests = new Set(requests.map(({ digest }) => digest));
      await findOwners(digests);
      const known = [...digests].filter((digest) => owners.has(digest));
      if (known.length === 0) return requests.map(() => ({ outcome: "unknown" }));
      const locks = accountLocks(known.map((digest) => owners.get(digest) ?? ""));
      const decisions = await store.write({ locks }, async (transaction) => {
        await load(transaction, known);
        return decideAll(transaction, requests);
      });
      isCommitted = true;
      return decisions;
    },
    refund: ({ account, keyId, code, countedAtMs }: FailedRequest): Promise<void> =>
      store.write({ locks: accountLocks([account]) }, async (transaction) => {
        if (countedAtMs !== null) {
          meters.delete(account);
          await transaction.run(
            ...sql`UPDATE key_days SET searches = searches - 1 WHERE account = ${account}
             AND day = ${toUtcDate(countedAtMs).day} AND key = ${keyId} AND searches > 0`,
          );
        }
        await addErrors(transaction, [{ account, keyId, code, count: 1 }]);
      }),
    async recordErrors(failed: readonly FailedRequest[]): Promise<void> {
      const locks = accountLocks(failed.map(({ account }) => account));
      await store.write({ locks }, (transaction) => addErrors(transaction, countErrors(failed)));
    },
  };
}

function clearRate(
  transaction: Writing,
  account: string,
  { day, keyId }: RateRow,
): Promise<number> {
  return transaction.run(
    ...sql`UPDATE key_days SET full_at_us = NULL
     WHERE account = ${account} AND day = ${day} AND key = ${keyId}`,
  );
}

async function addErrors(transaction: Writing, errors: readonly CountedErrors[]): Promise<void> {
  const { nowMs } = transaction.time;
  const { day } = toUtcDate(nowMs);
  await Promise.all(
    errors.map(({ account, keyId, code, count }) =>
      transaction.run(
        // The account may have been deleted since its search began.
        ...sql`INSERT INTO key_errors (account, day, key, code, count, last_at_ms)
         SELECT id, CAST(${day} AS BIGINT), CAST(${keyId} AS TEXT), CAST(${code} AS TEXT),
             CAST(${count} AS BIGINT), CAST(${nowMs} AS BIGINT)
           FROM accounts WHERE id = ${account}
         ON CONFLICT (account, day, key, code) DO UPDATE SET
           count = key_errors.count + excluded.count, last_at_ms = excluded.last_at_ms`,
      ),
    ),
  );
}
