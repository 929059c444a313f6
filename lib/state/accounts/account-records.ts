import "server-only";
import type { ApiKey } from "@/lib/contract/account";
import { DAY_MS } from "@/lib/contract/day-ms";
import { toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { FailedRequest } from "../account-state";

/** How long the list shows a key that no longer works. */
export const LISTED_KEY_MS = 90 * DAY_MS;
/** How long the audit log shows the e-mail of a deleted account. */
export const DELETED_EMAIL_MS = 90 * DAY_MS;
/** Precision of `lastUsedAtMs`. */
export const LAST_USE_MS = 60_000;
/** Days of errors that an account sees, today included. */
export const ERROR_DAYS = 7;
const USAGE_DAYS = 400;

/** Returns the first day whose usage and errors are kept, and on which a kept key may have ended. */
export const firstUsageDay = (nowMs: number): number => toUtcDate(nowMs).day - USAGE_DAYS;

/** Returns the same key for e-mails that differ in case only. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** How often a key's requests failed with a code. */
export type CountedErrors = FailedRequest & { count: number };

/** Counts the errors of a batch by key and code, in one order for all processes. */
export function countErrors(failed: readonly FailedRequest[]): CountedErrors[] {
  const counts = new Map<string, CountedErrors>();
  for (const { account, keyId, code } of failed) {
    const name = `${account} ${keyId} ${code}`;
    const counted = counts.get(name) ?? { account, keyId, code, count: 0 };
    counted.count += 1;
    counts.set(name, counted);
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

export function stateOfKey(
  { revokedAtMs, expiresAtMs }: Pick<ApiKey, "revokedAtMs" | "expiresAtMs">,
  isDisabled: boolean,
  nowMs: number,
): ApiKey["state"] {
  if (revokedAtMs !== null && revokedAtMs <= nowMs) return "revoked";
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return "expired";
  return isDisabled ? "disabled" : "active";
}

/**
 * Throws if an insert met a conflict, which random ids and digests never do. The insert itself must
 * not fail, because libsql does not reset a failed statement.
 */
export function assertInserted(count: number): void {
  if (count !== 1) throw new Error("an id or a digest is taken");
}
