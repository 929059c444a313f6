import "server-only";
import type { ApiKey, FailedRequest } from "../account-state";

const DAY_MS = 86_400_000;

export const INVITATION_MS = 7 * DAY_MS;
/** For how long a key that no longer works is listed. */
export const ENDED_KEY_MS = 90 * DAY_MS;
/** `lastUsedAtMs` is exact to this. */
export const LAST_USE_MS = 60_000;
/** Days of errors that an account sees, today included. */
export const ERROR_DAYS = 7;
/** Usage and errors of earlier days are deleted. */
export const USAGE_DAYS = 400;

/** Equal for e-mails that differ in case only. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Errors of a batch by account and status, in one order for all processes. */
export function countErrors(
  failed: readonly Pick<FailedRequest, "account" | "status">[],
): { account: string; status: number; count: number }[] {
  const counts = new Map<string, { account: string; status: number; count: number }>();
  for (const { account, status } of failed) {
    const name = `${account} ${status}`;
    const counted = counts.get(name) ?? { account, status, count: 0 };
    counted.count += 1;
    counts.set(name, counted);
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

export function stateOfKey(
  { revokedAtMs, expiresAtMs }: Pick<ApiKey, "revokedAtMs" | "expiresAtMs">,
  nowMs: number,
): ApiKey["state"] {
  if (revokedAtMs !== null && revokedAtMs <= nowMs) return "revoked";
  return expiresAtMs !== null && expiresAtMs <= nowMs ? "expired" : "active";
}

/** The day of `day` (days since the epoch) as `YYYY-MM-DD`. */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Ids and digests are random. On SQLite, a statement that fails would not be reset by libsql. */
export function assertInserted(count: number): void {
  if (count !== 1) throw new Error("an id or a digest is taken");
}
