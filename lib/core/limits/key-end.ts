import type { ApiKey } from "@/lib/contract/account";

/** Returns when a key stops working: it expires, or was rotated; null for never. */
export function endOfKey({
  expiresAtMs,
  revokedAtMs,
}: Pick<ApiKey, "expiresAtMs" | "revokedAtMs">): number | null {
  if (expiresAtMs === null || revokedAtMs === null) return expiresAtMs ?? revokedAtMs;
  return Math.min(expiresAtMs, revokedAtMs);
}
