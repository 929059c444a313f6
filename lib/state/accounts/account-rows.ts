import "server-only";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { Account, AccountWithUsage, NewAccount, Page } from "../account-state";
import type { Reading, Writing } from "../store";
import { emailKey } from "./account-records";
import { WORKS } from "./key-rows";

type Row<Of extends Account> = Omit<Of, "isSuspended"> & { isSuspended: number };

const COLUMNS =
  'id, email, role, plan, created_at_ms AS "createdAtMs", is_suspended AS "isSuspended"';

/** Returns false if the id or the e-mail is taken. */
export async function insertAccount(
  transaction: Writing,
  { id, email, role, plan }: NewAccount,
): Promise<boolean> {
  const inserted = await transaction.run(
    `INSERT INTO accounts (id, email, email_key, role, plan, created_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
    id,
    email,
    emailKey(email),
    role,
    plan,
    transaction.time.nowMs,
  );
  return inserted === 1;
}

export async function updateAccount(
  transaction: Writing,
  { id, plan, role, isSuspended }: Account,
): Promise<void> {
  await transaction.run(
    "UPDATE accounts SET plan = ?2, role = ?3, is_suspended = ?4 WHERE id = ?1",
    id,
    plan,
    role,
    isSuspended ? 1 : 0,
  );
}

export async function findAccount(transaction: Reading, id: string): Promise<Account | null> {
  const row = await transaction.get<Row<Account>>(
    `SELECT ${COLUMNS} FROM accounts WHERE id = ?1`,
    id,
  );
  return row && toAccount(row);
}

/** Returns a page of accounts; the newest first. */
export async function listAccounts(
  transaction: Reading,
  { offset, limit }: Page,
): Promise<AccountWithUsage[]> {
  const { nowMs } = transaction.time;
  const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(nowMs);
  const rows = await transaction.all<Row<AccountWithUsage>>(
    `SELECT ${COLUMNS},
       (SELECT CAST(coalesce(sum(searches), 0) AS BIGINT) FROM account_days
         WHERE account = accounts.id AND day >= ?2 AND day < ?3) AS "usedThisMonth",
       (SELECT count(*) FROM api_keys WHERE account = accounts.id AND ${WORKS}) AS "keyCount"
     FROM accounts ORDER BY created_at_ms DESC, id DESC LIMIT ?4 OFFSET ?5`,
    nowMs,
    firstDayOfMonth,
    firstDayOfNextMonth,
    limit,
    offset,
  );
  return rows.map(toAccount);
}

export async function countAccounts(transaction: Reading): Promise<number> {
  const row = await transaction.get<{ count: number }>("SELECT count(*) AS count FROM accounts");
  return row?.count ?? 0;
}

function toAccount<Of extends Account>(row: Row<Of>): Of {
  return { ...row, isSuspended: row.isSuspended !== 0 } as unknown as Of;
}
