import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";

/** Compares two secrets in a time that reveals neither where they differ nor how long they are. */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const digest = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest();
  return timingSafeEqual(digest(one), digest(other));
}
