import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";

/**
 * The key a request carries (the interface, "Authentication"): `X-API-Key`, or `Authorization:
 * Bearer`. Null for none, and for two that disagree: guessing which is meant would let one header
 * hide behind another.
 */
export function presentedKey(headers: Headers): string | null {
  const plain = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  // The scheme is case-insensitive (RFC 9110 §11.1).
  const bearer =
    authorization === null ? null : (/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
  const key = plain ?? bearer;
  return plain !== null && bearer !== null && plain !== bearer ? null : key;
}

/** Compares secrets in a time that tells neither where they differ nor how long they are. */
export function isSameKey(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected));
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
