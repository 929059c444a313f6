import "server-only";
import { planOf } from "@/lib/core/limits/plan";
import { startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import {
  ENDED_KEY_MS,
  ERROR_DAYS,
  emailKey,
  INVITATION_MS,
  isoDay,
  stateOfKey,
  USAGE_DAYS,
} from "../account-records";
import type {
  Account,
  AccountState,
  AccountStateSettings,
  Actor,
  ApiKey,
  CountedError,
  FailedRequest,
  Invitation,
  KeyAdmission,
  KeyRequest,
  NewAccount,
  NewAuditEvent,
  Role,
} from "../account-state";
import { createAuditLog } from "./audit-log";
import { inTransaction, retryWhileLocked, type SqliteDatabase } from "./database";
import { createKeyAdmissions, forgetKeys } from "./key-admissions";
import { createStoreClock } from "./store-clock";

/** `AccountState` on a connection of SQLite; requests with keys, and their errors, come in batches. */
export type SqliteAccountState = Omit<AccountState, "admit" | "recordError"> & {
  admitAll(requests: readonly KeyRequest[]): Promise<KeyAdmission[]>;
  recordErrors(failed: readonly FailedRequest[]): Promise<void>;
};

type AccountRow = {
  id: string;
  email: string;
  role: Role;
  plan: string;
  is_suspended: number;
  created_at_ms: number;
};
type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  plan: string;
  created_at_ms: number;
  expires_at_ms: number;
};
type KeyRow = {
  id: string;
  account: string;
  name: string;
  prefix: string;
  scopes: string;
  sites: string;
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
};

/**
 * Creates the state of accounts in a SQLite database with the store's tables (store-migrations.ts).
 * Changes wait for the disk: not even a power failure brings a revoked key back. Counts of searches
 * survive the end of the process, and a power failure may lose the last of them.
 */
export function createSqliteAccountState(
  database: SqliteDatabase,
  { plans }: AccountStateSettings,
): SqliteAccountState {
  const clock = createStoreClock(database);
  const audit = createAuditLog(database);
  const admissions = createKeyAdmissions(database, plans);
  const records = createRecords(database);

  const read = <T>(work: (nowMs: number) => T) => retryWhileLocked(() => work(clock().nowMs));

  /** Counting; the commit does not wait for the disk. */
  function count<T>(work: (nowMs: number) => T): Promise<T> {
    return retryWhileLocked(() => {
      try {
        return inTransaction(database, () => work(clock().nowMs));
      } catch (cause) {
        forgetKeys(database);
        throw cause;
      }
    });
  }

  /** A change of accounts and keys, together with its audit events. */
  function change<T>(
    by: Actor,
    work: (context: { nowMs: number; record: (event: NewAuditEvent) => void }) => T,
  ): Promise<T> {
    return retryWhileLocked(() => {
      database.exec("PRAGMA synchronous = FULL");
      try {
        return inTransaction(database, () => {
          const { nowMs } = clock();
          records.dropOld(nowMs);
          return work({ nowMs, record: (event) => audit.append(event, by, nowMs) });
        });
      } finally {
        database.exec("PRAGMA synchronous = NORMAL");
        forgetKeys(database);
      }
    });
  }

  const keyEvent = (action: string, id: string, details: NewAuditEvent["details"]) => ({
    action,
    subject: `key:${id}`,
    details,
  });
  const accountEvent = (action: string, id: string, details: NewAuditEvent["details"]) => ({
    action,
    subject: `account:${id}`,
    details,
  });

  return {
    admitAll: (requests) => count((nowMs) => admissions.admit(requests, nowMs)),
    refund: (failed) =>
      count((nowMs) => {
        admissions.refund(failed);
        admissions.recordErrors([failed], nowMs);
      }),
    recordErrors: (failed) => count((nowMs) => admissions.recordErrors(failed, nowMs)),

    createAccount: (account, by) =>
      change(by, ({ nowMs, record }) => {
        if (!records.insertAccount(account, nowMs)) return false;
        const { id, role, plan } = account;
        record(accountEvent("account.created", id, { role, plan }));
        return true;
      }),
    changeAccount: (id, wanted, by) =>
      change(by, ({ record }) => {
        const before = records.account(id);
        if (before === null) return null;
        const after: Account = {
          ...before,
          plan: wanted.plan ?? before.plan,
          role: wanted.role ?? before.role,
          isSuspended: wanted.isSuspended ?? before.isSuspended,
        };
        records.updateAccount(after);
        if (after.plan !== before.plan) {
          record(accountEvent("plan.changed", id, { from: before.plan, to: after.plan }));
        }
        if (after.role !== before.role) {
          record(accountEvent("role.changed", id, { from: before.role, to: after.role }));
        }
        if (after.isSuspended !== before.isSuspended) {
          const action = after.isSuspended ? "account.suspended" : "account.resumed";
          record(accountEvent(action, id, {}));
        }
        return after;
      }),
    deleteAccount: (id, by) =>
      change(by, ({ record }) => {
        if (!records.deleteAccount(id)) return false;
        record(accountEvent("account.deleted", id, {}));
        return true;
      }),
    account: (id) => read(() => records.account(id)),
    accounts: (page) => read((nowMs) => records.accounts(page, nowMs)),

    invite: (invitation, by) =>
      change(by, ({ nowMs, record }) => {
        const { id, role, plan } = invitation;
        records.insertInvitation(invitation, nowMs);
        record({
          action: "invitation.created",
          subject: `invitation:${id}`,
          details: { role, plan },
        });
      }),
    invitations: () => read((nowMs) => records.invitations(nowMs)),
    withdrawInvitation: (id, by) =>
      change(by, ({ nowMs, record }) => {
        if (!records.deleteInvitation(id, nowMs)) return false;
        record({ action: "invitation.withdrawn", subject: `invitation:${id}`, details: {} });
        return true;
      }),
    invitation: (tokenDigest) => read((nowMs) => records.invitation(tokenDigest, nowMs)),
    acceptInvitation: (tokenDigest, { id, email, from }) =>
      change({ id, from }, ({ nowMs, record }) => {
        const invitation = records.invitation(tokenDigest, nowMs);
        if (invitation === null) return "invalid";
        if (invitation.email !== "" && emailKey(invitation.email) !== emailKey(email)) {
          return "invalid";
        }
        const { role, plan } = invitation;
        if (!records.insertAccount({ id, email, role, plan }, nowMs)) return "taken";
        records.deleteInvitation(invitation.id, nowMs);
        record({
          action: "invitation.accepted",
          subject: `invitation:${invitation.id}`,
          details: { account: id },
        });
        record(accountEvent("account.created", id, { role, plan }));
        return "accepted";
      }),

    createKey: (key, by) =>
      change(by, ({ nowMs, record }) => {
        const account = records.account(key.account);
        if (account === null) return "no-account";
        const { keysMax } = planOf(plans, account.plan);
        if (records.countKeys(key.account, nowMs) >= keysMax) return "too-many";
        records.insertKey(key, nowMs);
        const { expiresAtMs } = key;
        const scopes = key.scopes.join(" ");
        record(keyEvent("key.created", key.id, { account: key.account, scopes, expiresAtMs }));
        return "created";
      }),
    keys: (of) => read((nowMs) => records.keys(of, nowMs)),
    rotateKey: ({ id, account, successor, overlapMs }, by) =>
      change(by, ({ nowMs, record }) => {
        const before = records.key(id, account, nowMs);
        if (before === null || before.state !== "active") return null;
        records.revokeKey(id, nowMs + overlapMs);
        records.insertKey({ ...before, ...successor }, nowMs);
        const details = { account: before.account, successor: successor.id, overlapMs };
        record(keyEvent("key.rotated", id, details));
        return records.key(successor.id, account, nowMs);
      }),
    keyDigest: (id, account) => read(() => records.keyDigest(id, account)),
    revokeKey: (id, { account }, by) =>
      change(by, ({ nowMs, record }) => {
        const before = records.key(id, account, nowMs);
        if (before === null) return false;
        if (before.state === "revoked") return true;
        records.revokeKey(id, nowMs);
        record(keyEvent("key.revoked", id, { account: before.account }));
        return true;
      }),

    usage: (account) =>
      read((nowMs) => {
        const { day, firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(nowMs);
        const counts = records.days(account, firstDayOfMonth, day);
        const days = Array.from({ length: day - firstDayOfMonth + 1 }, (_, index) => {
          const { searches = 0, errors = 0 } = counts.get(firstDayOfMonth + index) ?? {};
          return { day: isoDay(firstDayOfMonth + index), searches, errors };
        });
        return {
          plan: planOf(plans, records.account(account)?.plan ?? ""),
          usedThisMonth: records.used(account, nowMs),
          monthEndsAtMs: startOfDayMs(firstDayOfNextMonth),
          nowMs,
          days,
        };
      }),
    errors: (account) => read((nowMs) => records.errors(account, nowMs)),

    record: (event, by) => change(by, ({ record }) => record(event)),
    audit: (page) => read(() => audit.list(page)),
    verifyAudit: () => audit.verify(),
  };
}

/** Reads and writes the tables; each method is a part of a transaction. */
function createRecords(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql);
  const insertAccount = prepare(
    `INSERT INTO accounts (id, email, email_key, role, plan, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const updateAccount = prepare(
    "UPDATE accounts SET plan = ?, role = ?, is_suspended = ? WHERE id = ?",
  );
  const deleteAccount = prepare("DELETE FROM accounts WHERE id = ?");
  const readAccount = prepare("SELECT * FROM accounts WHERE id = ?");
  const works =
    "(revoked_at_ms IS NULL OR revoked_at_ms > ?1) AND (expires_at_ms IS NULL OR expires_at_ms > ?1)";
  const readAccounts = prepare(
    `SELECT *,
       (SELECT coalesce(sum(searches), 0) FROM account_days
        WHERE account = accounts.id AND day >= ?2 AND day < ?3) AS used,
       (SELECT count(*) FROM api_keys WHERE account = accounts.id AND ${works}) AS key_count
     FROM accounts ORDER BY created_at_ms DESC, id DESC LIMIT ?4 OFFSET ?5`,
  );
  const countAccounts = prepare("SELECT count(*) AS count FROM accounts");
  const insertInvitation = prepare(
    `INSERT INTO invitations (id, token_digest, email, role, plan, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const readInvitations = prepare(
    "SELECT * FROM invitations WHERE expires_at_ms > ? ORDER BY created_at_ms DESC, id DESC",
  );
  const readInvitation = prepare(
    "SELECT * FROM invitations WHERE token_digest = ? AND expires_at_ms > ?",
  );
  const deleteInvitation = prepare("DELETE FROM invitations WHERE id = ? AND expires_at_ms > ?");
  const insertKey = prepare(
    `INSERT INTO api_keys
       (id, account, digest, name, prefix, scopes, sites, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const countKeys = prepare(
    `SELECT count(*) AS count FROM api_keys
     WHERE account = ?2 AND revoked_at_ms IS NULL AND ${works}`,
  );
  const listed =
    "(?1 IS NULL OR account = ?1) AND coalesce(min(revoked_at_ms, expires_at_ms), revoked_at_ms, expires_at_ms, ?2) >= ?2";
  const readKeys = prepare(
    `SELECT * FROM api_keys WHERE ${listed}
     ORDER BY created_at_ms DESC, id DESC LIMIT ?3 OFFSET ?4`,
  );
  const countListed = prepare(`SELECT count(*) AS count FROM api_keys WHERE ${listed}`);
  const readKey = prepare("SELECT * FROM api_keys WHERE id = ?1 AND (?2 IS NULL OR account = ?2)");
  const revokeKey = prepare(
    `UPDATE api_keys SET revoked_at_ms = min(coalesce(revoked_at_ms, ?2), ?2) WHERE id = ?1`,
  );
  const readUsed = prepare(
    `SELECT coalesce(sum(searches), 0) AS used FROM account_days
     WHERE account = ? AND day >= ? AND day < ?`,
  );
  const readDays = prepare(
    `SELECT day, sum(searches) AS searches, sum(errors) AS errors FROM (
       SELECT day, searches, 0 AS errors FROM account_days WHERE account = ?1
       UNION ALL SELECT day, 0, count FROM account_errors WHERE account = ?1
     ) WHERE day >= ?2 AND day <= ?3 GROUP BY day`,
  );
  const readErrors = prepare(
    `SELECT status, sum(count) AS count, max(last_at_ms) AS "lastAtMs" FROM account_errors
     WHERE account = ? AND day > ? GROUP BY status ORDER BY "lastAtMs" DESC, status`,
  );
  const drops = {
    invitations: prepare("DELETE FROM invitations WHERE expires_at_ms <= ?"),
    keys: prepare(
      `DELETE FROM api_keys
       WHERE coalesce(min(revoked_at_ms, expires_at_ms), revoked_at_ms, expires_at_ms) < ?`,
    ),
    days: prepare("DELETE FROM account_days WHERE day < ?"),
    errors: prepare("DELETE FROM account_errors WHERE day < ?"),
  };

  function account(id: string): Account | null {
    const row = readAccount.get(id) as AccountRow | undefined;
    return row === undefined ? null : toAccount(row);
  }

  function used(of: string, nowMs: number): number {
    const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(nowMs);
    return (readUsed.get(of, firstDayOfMonth, firstDayOfNextMonth) as { used: number }).used;
  }

  return {
    account,
    used,
    /** False: the id or the e-mail is taken. */
    insertAccount({ id, email, role, plan }: NewAccount, nowMs: number): boolean {
      return insertAccount.run(id, email, emailKey(email), role, plan, nowMs).changes === 1;
    },
    updateAccount: ({ id, plan, role, isSuspended }: Account) =>
      void updateAccount.run(plan, role, isSuspended ? 1 : 0, id),
    deleteAccount: (id: string) => deleteAccount.run(id).changes === 1,
    accounts({ offset, limit }: { offset: number; limit: number }, nowMs: number) {
      const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(nowMs);
      const rows = readAccounts.all(
        nowMs,
        firstDayOfMonth,
        firstDayOfNextMonth,
        limit,
        offset,
      ) as (AccountRow & { used: number; key_count: number })[];
      return {
        accounts: rows.map((row) => ({
          ...toAccount(row),
          usedThisMonth: row.used,
          keyCount: row.key_count,
        })),
        count: (countAccounts.get() as { count: number }).count,
      };
    },
    insertInvitation(
      { id, tokenDigest, email, role, plan }: Parameters<AccountState["invite"]>[0],
      nowMs: number,
    ): void {
      const expiresAtMs = nowMs + INVITATION_MS;
      const { changes } = insertInvitation.run(
        id,
        tokenDigest,
        email,
        role,
        plan,
        nowMs,
        expiresAtMs,
      );
      assertInserted(changes);
    },
    invitations: (nowMs: number) =>
      (readInvitations.all(nowMs) as InvitationRow[]).map(toInvitation),
    invitation(tokenDigest: string, nowMs: number): Invitation | null {
      const row = readInvitation.get(tokenDigest, nowMs) as InvitationRow | undefined;
      return row === undefined ? null : toInvitation(row);
    },
    deleteInvitation: (id: string, nowMs: number) => deleteInvitation.run(id, nowMs).changes === 1,
    insertKey(key: Parameters<AccountState["createKey"]>[0], nowMs: number): void {
      const { changes } = insertKey.run(
        key.id,
        key.account,
        key.digest,
        key.name,
        key.prefix,
        JSON.stringify(key.scopes),
        JSON.stringify(key.sites),
        nowMs,
        key.expiresAtMs,
      );
      assertInserted(changes);
    },
    /** Keys that count against the plan; a rotated key does not. */
    countKeys: (of: string, nowMs: number) => (countKeys.get(nowMs, of) as { count: number }).count,
    keys(
      { account: of, offset, limit }: { account: string | null; offset: number; limit: number },
      nowMs: number,
    ) {
      const sinceMs = nowMs - ENDED_KEY_MS;
      const rows = readKeys.all(of, sinceMs, limit, offset) as KeyRow[];
      return {
        keys: rows.map((row) => toKey(row, nowMs)),
        count: (countListed.get(of, sinceMs) as { count: number }).count,
      };
    },
    key(id: string, of: string | null, nowMs: number): ApiKey | null {
      const row = readKey.get(id, of) as KeyRow | undefined;
      return row === undefined ? null : toKey(row, nowMs);
    },
    keyDigest(id: string, of: string): string | null {
      const row = readKey.get(id, of) as { digest: string } | undefined;
      return row?.digest ?? null;
    },
    revokeKey: (id: string, atMs: number) => void revokeKey.run(id, atMs),
    days(of: string, fromDay: number, toDay: number) {
      const rows = readDays.all(of, fromDay, toDay) as {
        day: number;
        searches: number;
        errors: number;
      }[];
      return new Map(rows.map((row) => [row.day, row]));
    },
    errors: (of: string, nowMs: number) =>
      (readErrors.all(of, toUtcDate(nowMs).day - ERROR_DAYS) as CountedError[]).map(
        ({ status, count, lastAtMs }) => ({ status, count, lastAtMs }),
      ),
    dropOld(nowMs: number): void {
      const { day } = toUtcDate(nowMs);
      drops.invitations.run(nowMs);
      drops.keys.run(nowMs - ENDED_KEY_MS);
      drops.days.run(day - USAGE_DAYS);
      drops.errors.run(day - USAGE_DAYS);
    },
  };
}

/** Ids and digests are random; libsql would not reset a statement that fails. */
function assertInserted(changes: number): void {
  if (changes !== 1) throw new Error("an id or a digest is taken");
}

function toAccount(row: AccountRow): Account {
  const { id, email, role, plan } = row;
  const isSuspended = row.is_suspended !== 0;
  return { id, email, role, plan, createdAtMs: row.created_at_ms, isSuspended };
}

function toInvitation(row: InvitationRow): Invitation {
  const { id, email, role, plan } = row;
  return {
    id,
    email,
    role,
    plan,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}

function toKey(row: KeyRow, nowMs: number): ApiKey {
  const ends = { expiresAtMs: row.expires_at_ms, revokedAtMs: row.revoked_at_ms };
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes),
    sites: JSON.parse(row.sites),
    createdAtMs: row.created_at_ms,
    ...ends,
    lastUsedAtMs: row.last_used_at_ms,
    state: stateOfKey(ends, nowMs),
  };
}
