import "server-only";
import type { Account, CountedError, NewAuditEvent } from "@/lib/contract/account";
import { PLAN_FIELDS, planOf } from "@/lib/core/limits/plan";
import { startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import { createBatches } from "@/lib/platform/batches";
import type { AccountState, AccountStateSettings, Actor, FailedRequest } from "../account-state";
import { change, listEvents, verifyEvents } from "../audit/audit-log";
import { sql } from "../sql";
import type { Store, Writing } from "../store";
import { DELETED_EMAIL_MS, ERROR_DAYS, emailKey, firstUsageDay } from "./account-records";
import {
  deleteAccount,
  findAccount,
  findUninvited,
  insertAccount,
  listAccounts,
  updateAccount,
  updateEmail,
} from "./account-rows";
import {
  deleteInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
} from "./invitation-rows";
import { accountLocks, createKeyRequests } from "./key-requests";
import { countKeys, endKey, findKey, insertKey, listKeys, updateKey } from "./key-rows";
import { dailyFigures, firstMonthMs, monthFigures } from "./month-figures";

type Change = Parameters<Parameters<typeof change>[2]>[0];

/**
 * Creates the state of accounts in a store with `ACCOUNT_TABLES` and `AUDIT_TABLES`. Each change
 * waits for the disk. A power failure may lose the last counts of searches.
 */
export function createAccountState(store: Store, { plans }: AccountStateSettings): AccountState {
  const requests = createKeyRequests(store, plans);

  /** Changes accounts and keys; `deleted` is the account that the change deletes. */
  const write = <T>(by: Actor, work: (change: Change) => Promise<T>, deleted: string[] = []) =>
    change(
      store,
      by,
      async (context) => {
        await dropOld(context.transaction);
        return work(context);
      },
      accountLocks(deleted),
    );

  return {
    checkKey: createBatches(requests.checkAll),
    refund: requests.refund,
    recordError: createBatches(async (failed: FailedRequest[]) => {
      await requests.recordErrors(failed);
      return failed.map(() => undefined);
    }),

    createAccount: (account, by) =>
      write(by, async ({ transaction, record }) => {
        if (!(await insertAccount(transaction, account, { isInvited: false }))) return false;
        await record(accountCreated(account));
        return true;
      }),
    changeAccount: (id, wanted, by, seen = {}) =>
      write(by, async ({ transaction, record }) => {
        const before = await findAccount(transaction, id);
        if (before === null) return null;
        const isStale = (["plan", "role", "isSuspended"] as const).some(
          (field) =>
            wanted[field] !== undefined && (seen[field] ?? before[field]) !== before[field],
        );
        if (isStale) return "stale";
        const after: Account = {
          ...before,
          plan: wanted.plan ?? before.plan,
          role: wanted.role ?? before.role,
          isSuspended: wanted.isSuspended ?? before.isSuspended,
        };
        await updateAccount(transaction, after);
        for (const event of eventsOfChange(before, after)) await record(event);
        return after;
      }),
    deleteAccount: (id, by) =>
      write(
        by,
        async ({ transaction, record }) => {
          if (!(await deleteAccount(transaction, id))) return false;
          await record({ action: "account.deleted", subject: `account:${id}`, details: {} });
          return true;
        },
        [id],
      ),
    changeEmail: (id, email, by) =>
      write(by, async ({ transaction, record }) => {
        if (!(await updateEmail(transaction, id, email))) return false;
        await record({ action: "email.changed", subject: `account:${id}`, details: {} });
        return true;
      }),
    uninvited: (email) => store.read((transaction) => findUninvited(transaction, email)),
    account: (id) => store.read((transaction) => findAccount(transaction, id)),
    accounts: (list) => store.read((transaction) => listAccounts(transaction, list)),

    invite: (invitation, by) =>
      write(by, async ({ transaction, record }) => {
        const { id, role, plan } = invitation;
        await insertInvitation(transaction, invitation);
        const subject = `invitation:${id}`;
        await record({ action: "invitation.created", subject, details: { role, plan } });
      }),
    invitations: () => store.read(listInvitations),
    withdrawInvitation: (id, by) =>
      write(by, async ({ transaction, record }) => {
        if (!(await deleteInvitation(transaction, id))) return false;
        const subject = `invitation:${id}`;
        await record({ action: "invitation.withdrawn", subject, details: {} });
        return true;
      }),
    invitation: (tokenDigest) =>
      store.read((transaction) => findInvitation(transaction, tokenDigest)),
    acceptInvitation: (tokenDigest, { id, email, from, replaced = null }) => {
      const accept = async ({ transaction, record }: Change) => {
        const invitation = await findInvitation(transaction, tokenDigest);
        if (invitation === null) return "invalid";
        const invited = emailKey(invitation.email);
        if (invited !== "" && invited !== emailKey(email)) return "invalid";
        const { role, plan } = invitation;
        const account = { id, email, role, plan };
        const isInvited = invited !== "";
        const subject = `invitation:${invitation.id}`;
        const other = isInvited ? await findUninvited(transaction, email) : null;
        if (replaced !== null && replaced === other) {
          await deleteAccount(transaction, replaced);
          const details = { invitation: invitation.id };
          await record({ action: "account.deleted", subject: `account:${replaced}`, details });
        }
        if (!(await insertAccount(transaction, account, { isInvited }))) return "taken";
        await deleteInvitation(transaction, invitation.id);
        await record({ action: "invitation.accepted", subject, details: { account: id } });
        await record(accountCreated(account));
        return "accepted";
      };
      return write({ id, from }, accept, replaced === null ? [] : [replaced]);
    },

    createKey: (key, by) =>
      write(by, async ({ transaction, record }) => {
        const account = await findAccount(transaction, key.account);
        if (account === null) return "no-account";
        const plan = planOf(plans, account.plan);
        if ((await countKeys(transaction, key.account)) >= plan.keysMax) return "too-many";
        if (key.sites.length > 0 && !plan[PLAN_FIELDS.site]) return "sites-not-in-plan";
        await insertKey(transaction, key);
        const { expiresAtMs } = key;
        const details = { account: key.account, scopes: key.scopes.join(" "), expiresAtMs };
        await record({ action: "key.created", subject: `key:${key.id}`, details });
        return "created";
      }),
    keyCount: () => store.read((transaction) => countKeys(transaction, null)),
    keys: (of) => store.read((transaction) => listKeys(transaction, of)),
    rotateKey: ({ id, account, successor, overlapMs }, by) =>
      write(by, async ({ transaction, nowMs, record }) => {
        const before = await findKey(transaction, id, account);
        if (before === null || before.state !== "active") return "no-key";
        if (before.revokedAtMs !== null) return "rotated-before";
        // The successor may be one key more than the plan allows, until the old key ends.
        const owner = await findAccount(transaction, before.account);
        const { keysMax } = planOf(plans, owner?.plan ?? "");
        const isFull = (await countKeys(transaction, before.account)) > keysMax;
        if (overlapMs > 0 && isFull) return "too-many-to-rotate";
        await endKey(transaction, id, nowMs + overlapMs);
        await insertKey(transaction, { ...before, ...successor });
        const details = { account: before.account, successor: successor.id, overlapMs };
        await record({ action: "key.rotated", subject: `key:${id}`, details });
        return (await findKey(transaction, successor.id, account)) ?? "no-key";
      }),
    changeKey: (id, account, wanted, by) =>
      write(by, async ({ transaction, record }) => {
        const before = await findKey(transaction, id, account);
        if (before === null || before.state === "revoked" || before.state === "expired")
          return null;
        const wasDisabled = before.state === "disabled";
        const { isDisabled = wasDisabled, ...texts } = wanted;
        await updateKey(transaction, { ...before, ...texts }, isDisabled);
        const event = { subject: `key:${id}`, details: { account } };
        if (texts.name !== undefined && texts.name !== before.name) {
          await record({ ...event, action: "key.renamed" });
        }
        if (isDisabled !== wasDisabled) {
          await record({ ...event, action: isDisabled ? "key.disabled" : "key.enabled" });
        }
        return findKey(transaction, id, account);
      }),
    async keyDigest(id, account) {
      if (id.includes("\0")) return null;
      const row = await store.read((transaction) =>
        transaction.get<{ digest: string }>(
          ...sql`SELECT digest FROM api_keys WHERE id = ${id} AND account = ${account}`,
        ),
      );
      return row?.digest ?? null;
    },
    revokeKey: (id, { account }, by) =>
      write(by, async ({ transaction, nowMs, record }) => {
        const before = await findKey(transaction, id, account);
        if (before === null) return false;
        if (before.state === "revoked") return true;
        await endKey(transaction, id, nowMs);
        const details = { account: before.account };
        await record({ action: "key.revoked", subject: `key:${id}`, details });
        return true;
      }),

    usage: (id, atMs) =>
      store.read(async (transaction) => {
        const { nowMs } = transaction.time;
        const [account, figures] = await Promise.all([
          findAccount(transaction, id),
          monthFigures(transaction, id, atMs ?? nowMs),
        ]);
        const firstMonthStartsAtMs = firstMonthMs(account?.createdAtMs ?? nowMs, nowMs);
        const plan = planOf(plans, account?.plan ?? "");
        return { plan, nowMs, firstMonthStartsAtMs, ...figures };
      }),
    dailyUsage: (dayCount) => store.read((transaction) => dailyFigures(transaction, dayCount)),
    errors: (account) =>
      store.read((transaction) =>
        transaction.all<CountedError>(
          ...sql`SELECT code, CAST(sum(count) AS BIGINT) AS count, max(last_at_ms) AS "lastAtMs"
           FROM key_errors WHERE account = ${account} AND day > ${toUtcDate(transaction.time.nowMs).day - ERROR_DAYS}
           GROUP BY code ORDER BY max(last_at_ms) DESC, code`,
        ),
      ),

    record: (event, by) => write(by, ({ record }) => record(event)),
    audit: (list) => listEvents(store, list),
    verifyAudit: () => verifyEvents(store),
  };
}

function accountCreated({ id, role, plan }: Pick<Account, "id" | "role" | "plan">): NewAuditEvent {
  return { action: "account.created", subject: `account:${id}`, details: { role, plan } };
}

function eventsOfChange(before: Account, after: Account): NewAuditEvent[] {
  const subject = `account:${after.id}`;
  const changes = (["plan", "role"] as const)
    .filter((field) => after[field] !== before[field])
    .map((field) => ({
      action: `${field}.changed` as const,
      subject,
      details: { from: before[field], to: after[field] },
    }));
  if (after.isSuspended === before.isSuspended) return changes;
  const action = after.isSuspended ? "account.suspended" : "account.resumed";
  return [...changes, { action, subject, details: {} }];
}

/** Deletes the rows that pages no longer show. */
async function dropOld(transaction: Writing): Promise<void> {
  const { nowMs } = transaction.time;
  const firstDay = firstUsageDay(nowMs);
  const endedMs = startOfDayMs(firstDay);
  await Promise.all([
    transaction.run(...sql`DELETE FROM invitations WHERE expires_at_ms <= ${nowMs}`),
    transaction.run(
      ...sql`DELETE FROM api_keys WHERE revoked_at_ms < ${endedMs} OR expires_at_ms < ${endedMs}`,
    ),
    transaction.run(
      ...sql`DELETE FROM deleted_accounts WHERE deleted_at_ms < ${nowMs - DELETED_EMAIL_MS}`,
    ),
    transaction.run(...sql`DELETE FROM key_days WHERE day < ${firstDay}`),
    transaction.run(...sql`DELETE FROM key_errors WHERE day < ${firstDay}`),
  ]);
}
