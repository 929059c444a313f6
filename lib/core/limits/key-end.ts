import type { ApiKey } from "@/lib/contract/account";

/** Whether a key works, or would if it were enabled: it counts among the keys that a plan allows. */
export const isUsable = ({ state }: Pick<ApiKey, "state">): boolean =>
  state === "active" || state === "disabled";

/** Returns when a key stops working: it expires, or was rotated; null for never. */
export function endOfKey({
  expiresAtMs,
  revokedAtMs,
}: Pick<ApiKey, "expiresAtMs" | "revokedAtMs">): number | null {
  if (expiresAtMs === null || revokedAtMs === null) return expiresAtMs ?? revokedAtMs;
  return Math.min(expiresAtMs, revokedAtMs);
}
