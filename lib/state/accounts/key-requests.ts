import "server-only";
import { type Plan, planOf } from "@/lib/core/limits/plan";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import { reachedPercent } from "@/lib/core/limits/warning-percent";
import type { FailedRequest, KeyDecision, KeyRequest, RefundedSearch } from "../account-state";
import { sql, sqlList } from "../sql";
import type { Lock, Store, Writing } from "../store";
import { recordWarning } from "../warnings/record-warning";
import { type CountedErrors, countErrors, LAST_USE_MS } from "./account-records";
import { type AccountMeter, decideKeyRequest, type KnownKey, REFUSAL_CODES } from "./key-decision";

type KeyRow = Omit<KnownKey, "scopes" | "sites" | "plan" | "isDisabled" | "isSuspended"> &
  AccountMeter & {
    scopes: string;
    sites: string;
    plan: string;
    isDisabled: number;
    isSuspended: number;
    lastUsedAtMs: number | null;
  };
type StoredKey = KnownKey & AccountMeter & { lastUsedAtMs: number | null };

const OWNERS_MAX = 10_000;

/** Returns the locks of accounts whose requests are counted. */
export function accountLocks(ids: Iterable<string>): Lock[] {
  return [...new Set(ids)].map((name) => ({ kind: "account", name }));
}

/**
 * Creates the functions that decide about requests with keys, and count them. A batch of requests is
 * one transaction, which reads and writes each key once.
 */
export function createKeyRequests(store: Store, plans: readonly Plan[]) {
  /** By the digest of the key, which never changes its account. Unknown keys then take no lock. */
  const owners = new Map<string, string>();

  async function findOwners(digests: readonly string[]): Promise<void> {
    if (owners.size > OWNERS_MAX) owners.clear();
    const unknown = digests.filter((digest) => !owners.has(digest));
    if (unknown.length === 0) return;
    const rows = await store.read((transaction) =>
      transaction.all<{ digest: string; account: string }>(
        ...sql`SELECT digest, account FROM api_keys WHERE digest IN ${sqlList(unknown)}`,
      ),
    );
    for (const { digest, account } of rows) owners.set(digest, account);
  }

  async function readKey(transaction: Writing, digest: string): Promise<StoredKey | null> {
    const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(transaction.time.nowMs);
    const row = await transaction.get<KeyRow>(
      ...sql`SELECT api_keys.id AS "keyId", account, scopes, sites, expires_at_ms AS "expiresAtMs",
         revoked_at_ms AS "revokedAtMs", last_used_at_ms AS "lastUsedAtMs", plan,
         is_disabled AS "isDisabled", is_suspended AS "isSuspended", full_at_us AS "fullAtUs",
         (SELECT CAST(coalesce(sum(searches), 0) AS BIGINT) FROM key_days
           WHERE account = accounts.id AND day >= ${firstDayOfMonth}
             AND day < ${firstDayOfNextMonth}) AS "usedThisMonth"
       FROM api_keys JOIN accounts ON accounts.id = account WHERE digest = ${digest}`,
    );
    return (
      row && {
        ...row,
        scopes: JSON.parse(row.scopes),
        sites: JSON.parse(row.sites),
        plan: planOf(plans, row.plan),
        isDisabled: row.isDisabled !== 0,
        isSuspended: row.isSuspended !== 0,
      }
    );
  }

  /** Decides about the requests with the keys of `digests`, whose accounts are locked. */
  async function decideAll(
    transaction: Writing,
    requests: readonly KeyRequest[],
    digests: readonly string[],
  ): Promise<KeyDecision[]> {
    const { nowMs } = transaction.time;
    const { day } = toUtcDate(nowMs);
    const keys = new Map<string, StoredKey>();
    const meters = new Map<string, AccountMeter>();
    const stored = await Promise.all(digests.map((digest) => readKey(transaction, digest)));
    for (const [index, key] of stored.entries()) {
      if (key === null) continue;
      keys.set(digests[index] ?? "", key);
      const { account, usedThisMonth, fullAtUs } = key;
      meters.set(account, { usedThisMonth, fullAtUs });
    }
    const searches = new Map<StoredKey, number>();
    const used = new Set<StoredKey>();
    const refused: Omit<CountedErrors, "count">[] = [];
    const warned = new Map<string, number>();
    const writes: Promise<unknown>[] = [];

    const decisions = requests.map((request): KeyDecision => {
      const key = keys.get(request.digest);
      if (key === undefined) return { outcome: "unknown" };
      const { account, keyId } = key;
      const { decision, meter } = decideKeyRequest(request, key, meters.get(account) ?? key, nowMs);
      meters.set(account, meter);
      if (decision.outcome === "unknown") return decision;
      if (decision.outcome !== "allowed") {
        refused.push({ account, keyId, code: REFUSAL_CODES[decision.outcome] });
        return decision;
      }
      if (key.lastUsedAtMs === null || Math.abs(nowMs - key.lastUsedAtMs) >= LAST_USE_MS) {
        used.add(key);
      }
      if (request.search === null) return decision;
      searches.set(key, (searches.get(key) ?? 0) + 1);
      const { usedThisMonth } = meter;
      const limit = key.plan.searchesPerMonth;
      const percent = reachedPercent(usedThisMonth, limit);
      if (percent > (warned.get(account) ?? 0)) {
        warned.set(account, percent);
        const warning = { subject: account, used: usedThisMonth, limit, atMs: nowMs };
        writes.push(recordWarning(transaction, { kind: "quota", ...warning }));
      }
      return decision;
    });

    for (const [{ account, keyId }, count] of searches) {
      writes.push(
        transaction.run(
          ...sql`INSERT INTO key_days (account, day, key, searches)
           VALUES (${account}, ${day}, ${keyId}, ${count})
           ON CONFLICT (account, day, key) DO UPDATE SET
             searches = key_days.searches + excluded.searches`,
        ),
      );
    }
    const before = new Map([...keys.values()].map((key) => [key.account, key.fullAtUs]));
    for (const [account, { fullAtUs }] of meters) {
      if (fullAtUs === before.get(account)) continue;
      writes.push(
        transaction.run(...sql`UPDATE accounts SET full_at_us = ${fullAtUs} WHERE id = ${account}`),
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
    async checkAll(requests: readonly KeyRequest[]): Promise<KeyDecision[]> {
      const digests = [...new Set(requests.map(({ digest }) => digest))];
      await findOwners(digests);
      const known = digests.filter((digest) => owners.has(digest));
      if (known.length === 0) return requests.map(() => ({ outcome: "unknown" }));
      const locks = accountLocks(known.map((digest) => owners.get(digest) ?? ""));
      return store.write({ locks }, (transaction) => decideAll(transaction, requests, known));
    },
    refund: ({ account, keyId, code, countedAtMs }: RefundedSearch): Promise<void> =>
      store.write({ locks: accountLocks([account]) }, async (transaction) => {
        await transaction.run(
          ...sql`UPDATE key_days SET searches = searches - 1 WHERE account = ${account}
           AND day = ${toUtcDate(countedAtMs).day} AND key = ${keyId} AND searches > 0`,
        );
        if (code !== null) await addErrors(transaction, [{ account, keyId, code, count: 1 }]);
      }),
    async recordErrors(failed: readonly FailedRequest[]): Promise<void> {
      const locks = accountLocks(failed.map(({ account }) => account));
      await store.write({ locks }, (transaction) => addErrors(transaction, countErrors(failed)));
    },
  };
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
