import "server-only";

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
