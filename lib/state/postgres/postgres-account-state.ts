import "server-only";
import type postgres from "postgres";
import { planOf } from "@/lib/core/limits/plan";
import { createBatches } from "@/lib/platform/batches";
import { countErrors, emailKey } from "../account-records";
import type {
  Account,
  AccountState,
  AccountStateSettings,
  AccountUsage,
  FailedRequest,
  KeyAdmission,
  KeyRequest,
} from "../account-state";
import {
  type AuditRow,
  assertSingleLines,
  createChainVerifier,
  toAuditEvent,
} from "../audit-chain";
import { intervalUs } from "../key-decision";
import type { PostgresDatabase, Sql } from "./postgres-database";

const VERIFIED_PER_STEP = 1_000;

/** Plans in results are numbers: their places in the settings. */
type NumberedAdmission = { plan?: number; limits?: { plan: number } };

/**
 * Creates the state of accounts in PostgreSQL. Each method but `verifyAudit` is one statement, most
 * of them a call of a function of `ACCOUNT_SCHEMA`, with which `database` must have been migrated.
 */
export function createPostgresAccountState(
  database: PostgresDatabase,
  { plans }: AccountStateSettings,
): AccountState {
  const json = (value: object) => value as postgres.JSONValue;
  const numbered = plans.map((plan, number) => ({ ...plan, number, intervalUs: intervalUs(plan) }));
  const plansById = json(
    Object.fromEntries([["", numbered[0]], ...numbered.map((plan) => [plan.id, plan] as const)]),
  );

  async function value<T>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<T> {
    const [row] = await database.run(statement);
    return (row as { result: T }).result;
  }

  async function run(statement: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<void> {
    await database.run(statement);
  }

  function withPlan({ plan, limits, ...admission }: NumberedAdmission): KeyAdmission {
    return {
      ...admission,
      ...(plan === undefined ? {} : { plan: plans[plan] }),
      ...(limits === undefined ? {} : { limits: { ...limits, plan: plans[limits.plan] } }),
    } as KeyAdmission;
  }

  async function admitAll(requests: KeyRequest[]): Promise<KeyAdmission[]> {
    const clean = requests.map(({ search, ...request }) => ({
      ...request,
      search: search && { ...search, site: search.site && asciiOf(search.site) },
    }));
    const results = await value<NumberedAdmission[]>(
      (sql) => sql`
        SELECT vitrine.admit_keys_v1(${sql.json(plansById)}, ${sql.json(json(clean))}) AS result`,
    );
    return results.map(withPlan);
  }

  return {
    admit: createBatches(admitAll),
    refund: ({ account, status, admittedAtMs }) =>
      run((sql) => sql`SELECT vitrine.fail_request_v1(${account}, ${status}, ${admittedAtMs})`),
    recordError: createBatches(async (failed: FailedRequest[]) => {
      const counts = json(countErrors(failed));
      await run(
        (sql) => sql`
          SELECT vitrine.add_errors_v1(account, status, count, vitrine.now_ms())
          FROM jsonb_to_recordset(${sql.json(counts)})
            AS errors (account text, status integer, count integer)`,
      );
      return failed.map(() => undefined);
    }),

    createAccount: (account, by) => {
      const keyed = json({ ...account, emailKey: emailKey(account.email) });
      return value(
        (sql) =>
          sql`SELECT vitrine.create_account_v1(${sql.json(keyed)}, ${sql.json(by)}) AS result`,
      );
    },
    changeAccount: (id, change, by) =>
      value(
        (sql) => sql`
          SELECT vitrine.change_account_v1(${id}, ${sql.json(change)}, ${sql.json(by)}) AS result`,
      ),
    deleteAccount: (id, by) =>
      value((sql) => sql`SELECT vitrine.delete_account_v1(${id}, ${sql.json(by)}) AS result`),
    account: (id) =>
      value<Account | null>(
        (sql) => sql`
          SELECT (SELECT vitrine.account_json_v1(accounts) FROM vitrine.accounts WHERE id = ${id})
            AS result`,
      ),
    accounts: ({ offset, limit }) =>
      value((sql) => sql`SELECT vitrine.accounts_v1(${offset}, ${limit}) AS result`),

    invite: (invitation, by) => {
      const keyed = json({ ...invitation, emailKey: emailKey(invitation.email) });
      return run((sql) => sql`SELECT vitrine.invite_v1(${sql.json(keyed)}, ${sql.json(by)})`);
    },
    invitations: () =>
      value(
        (sql) => sql`
          SELECT coalesce(jsonb_agg(vitrine.invitation_json_v1(invitations)
            ORDER BY created_at_ms DESC, id COLLATE "C" DESC), '[]') AS result
          FROM vitrine.invitations WHERE expires_at_ms > vitrine.now_ms()`,
      ),
    withdrawInvitation: (id, by) =>
      value((sql) => sql`SELECT vitrine.withdraw_invitation_v1(${id}, ${sql.json(by)}) AS result`),
    invitation: (tokenDigest) =>
      value(
        (sql) => sql`
          SELECT (
            SELECT vitrine.invitation_json_v1(invitations) FROM vitrine.invitations
            WHERE token_digest = ${tokenDigest} AND expires_at_ms > vitrine.now_ms()
          ) AS result`,
      ),
    acceptInvitation: (tokenDigest, account) => {
      const keyed = json({ ...account, emailKey: emailKey(account.email) });
      return value(
        (sql) => sql`
          SELECT vitrine.accept_invitation_v1(${tokenDigest}, ${sql.json(keyed)}) AS result`,
      );
    },

    createKey: (key, by) =>
      value(
        (sql) => sql`
          SELECT vitrine.create_key_v1(
            ${sql.json(plansById)}, ${sql.json(json(key))}, ${sql.json(by)}) AS result`,
      ),
    keys: ({ account, offset, limit }) =>
      value((sql) => sql`SELECT vitrine.keys_v1(${account}, ${offset}, ${limit}) AS result`),
    rotateKey: (rotation, by) =>
      value(
        (sql) => sql`
          SELECT vitrine.rotate_key_v1(${sql.json(rotation)}, ${sql.json(by)}) AS result`,
      ),
    keyDigest: (id, account) =>
      value(
        (sql) => sql`
          SELECT (
            SELECT digest FROM vitrine.api_keys WHERE id = ${id} AND account = ${account}
          ) AS result`,
      ),
    revokeKey: (id, { account }, by) =>
      value(
        (sql) => sql`SELECT vitrine.revoke_key_v1(${id}, ${account}, ${sql.json(by)}) AS result`,
      ),

    async usage(account) {
      const { plan, ...usage } = await value<Omit<AccountUsage, "plan"> & { plan: string | null }>(
        (sql) => sql`SELECT vitrine.account_usage_v1(${account}) AS result`,
      );
      return { plan: planOf(plans, plan ?? ""), ...usage };
    },
    errors: (account) =>
      value((sql) => sql`SELECT vitrine.account_errors_v1(${account}) AS result`),

    async record({ action, subject, details }, by) {
      assertSingleLines(by.id, by.from, action, subject);
      const event = json({ action, subject });
      await run(
        (sql) => sql`
          SELECT vitrine.record_v1(
            ${sql.json(event)}, ${JSON.stringify(details)}, ${sql.json(by)})`,
      );
    },
    async audit({ subject = null, offset, limit }) {
      const { events, count } = await value<{ events: AuditRow[]; count: number }>(
        (sql) => sql`
          SELECT jsonb_build_object(
            'count', (SELECT count(*) FROM vitrine.audit_events
              WHERE ${subject}::text IS NULL OR subject = ${subject}),
            'events', (
              SELECT coalesce(jsonb_agg(to_jsonb(page) ORDER BY page.sequence DESC), '[]') FROM (
                SELECT sequence, at_ms AS "atMs", actor, came_from AS "from", action, subject,
                  details, hash
                FROM vitrine.audit_events WHERE ${subject}::text IS NULL OR subject = ${subject}
                ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}) page)
          ) AS result`,
      );
      return { events: events.map(toAuditEvent), count };
    },
    async verifyAudit() {
      const verifier = createChainVerifier();
      for (let after = 0; ; ) {
        const rows = await database.run(
          (sql) => sql<AuditRow[]>`
            SELECT sequence, at_ms AS "atMs", actor, came_from AS "from", action, subject, details,
              hash
            FROM vitrine.audit_events WHERE sequence > ${after} ORDER BY sequence
            LIMIT ${VERIFIED_PER_STEP}`,
        );
        if (rows.length === 0 || !verifier.add(rows)) return verifier.finding();
        after = rows.at(-1)?.sequence ?? after;
      }
    },
  };
}

/** Returns "", which no key allows, for a site that is not ASCII: PostgreSQL's JSON may reject it. */
function asciiOf(site: string): string {
  return /^[\x20-\x7e]*$/.test(site) ? site : "";
}
