import "server-only";
import type { Account, AccountSort, AccountWithUsage, NewAccount } from "@/lib/contract/account";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { AccountList } from "../account-state";
import { countRows, type Sql, sql, sqlContains } from "../sql";
import type { Reading, Writing } from "../store";
import { emailKey } from "./account-records";
import { works } from "./key-rows";

type Row<Of extends Account> = Omit<Of, "isSuspended"> & { isSuspended: number };

const COLUMNS = sql`id, email, role, plan, created_at_ms AS "createdAtMs",
  is_suspended AS "isSuspended"`;

/** Returns false if the id or the e-mail is taken. */
export async function insertAccount(
  transaction: Writing,
  { id, email, role, plan }: NewAccount,
  { isInvited }: { isInvited: boolean },
): Promise<boolean> {
  const inserted = await transaction.run(
    ...sql`INSERT INTO accounts (id, email, email_key, email_is_invited, role, plan, created_at_ms)
      VALUES (${id}, ${email}, ${emailKey(email)}, ${isInvited ? 1 : 0}, ${role}, ${plan},
        ${transaction.time.nowMs})
      ON CONFLICT DO NOTHING`,
  );
  return inserted === 1;
}

export async function updateAccount(
  transaction: Writing,
  { id, plan, role, isSuspended }: Account,
): Promise<void> {
  await transaction.run(
    ...sql`UPDATE accounts SET plan = ${plan}, role = ${role}, is_suspended = ${isSuspended ? 1 : 0}
      WHERE id = ${id}`,
  );
}

/** Returns false if another account has the e-mail. */
export async function updateEmail(
  transaction: Writing,
  id: string,
  email: string,
): Promise<boolean> {
  const key = emailKey(email);
  const updated = await transaction.run(
    ...sql`UPDATE accounts SET email = ${email}, email_key = ${key}, email_is_invited = 0
      WHERE id = ${id}
        AND NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.email_key = ${key} AND other.id <> ${id})`,
  );
  return updated === 1;
}

/** Returns the account that has an e-mail for which it was not invited, unless it is an operator's. */
export async function findUninvited(transaction: Reading, email: string): Promise<string | null> {
  const row = await transaction.get<{ id: string }>(
    ...sql`SELECT id FROM accounts WHERE email_key = ${emailKey(email)}
      AND email_is_invited = 0 AND role = 'account'`,
  );
  return row?.id ?? null;
}

/** Deletes an account, and remembers its e-mail for the audit log. Returns false if there is none. */
export async function deleteAccount(transaction: Writing, id: string): Promise<boolean> {
  const { nowMs } = transaction.time;
  await transaction.run(
    ...sql`INSERT INTO deleted_accounts (id, email, deleted_at_ms)
      SELECT id, email, CAST(${nowMs} AS BIGINT) FROM accounts WHERE id = ${id}
      ON CONFLICT DO NOTHING`,
  );
  return (await transaction.run(...sql`DELETE FROM accounts WHERE id = ${id}`)) === 1;
}

export async function findAccount(transaction: Reading, id: string): Promise<Account | null> {
  const row = await transaction.get<Row<Account>>(
    ...sql`SELECT ${COLUMNS} FROM accounts WHERE id = ${id}`,
  );
  return row && toAccount(row);
}

const ORDERS: Readonly<Record<AccountSort, Sql>> = {
  newest: sql`created_at_ms DESC, id DESC`,
  email: sql`email_key`,
  usage: sql`"usedThisMonth" DESC, id DESC`,
};

/** Returns a page of the accounts whose e-mail contains `text`, or whose plan has this id; counts all. */
export async function listAccounts(
  transaction: Reading,
  { offset, limit, text = "", sort = "newest" }: AccountList,
): Promise<{ accounts: AccountWithUsage[]; count: number }> {
  const plan = text.replaceAll("\0", "").toLowerCase();
  const listed = sql`FROM accounts
    WHERE (${sqlContains(sql`email_key`, text)} OR lower(plan) = ${plan})`;
  const { nowMs } = transaction.time;
  const { firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(nowMs);
  const [rows, count] = await Promise.all([
    transaction.all<Row<AccountWithUsage>>(
      ...sql`SELECT ${COLUMNS},
          (SELECT CAST(coalesce(sum(searches), 0) AS BIGINT) FROM key_days
            WHERE account = accounts.id AND day >= ${firstDayOfMonth}
              AND day < ${firstDayOfNextMonth}) AS "usedThisMonth",
          (SELECT count(*) FROM api_keys
            WHERE account = accounts.id AND ${works(nowMs)}) AS "keyCount"
        ${listed} ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${offset}`,
    ),
    countRows(transaction, listed),
  ]);
  return { accounts: rows.map(toAccount), count };
}

function toAccount<Of extends Account>(row: Row<Of>): Of {
  return { ...row, isSuspended: row.isSuspended !== 0 } as unknown as Of;
}
