import "server-only";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";

/** Decides which API clients may use `/v1/search`. */
export type ServiceKeys = { isValid(key: string): boolean };

/** Creates the check for the service's one key: configured, or made at first use in `dataDir`. */
export function createServiceKeys(options: {
  serviceKey: string | null;
  dataDir: string;
}): ServiceKeys {
  let expected: string | undefined;
  return {
    isValid(key) {
      expected ??= options.serviceKey ?? loadOrCreateSecret(options.dataDir, "service-key");
      return isSameSecret(key, expected);
    },
  };
}

/**
 * Returns the key that a request carries (the interface, "Authentication") in `X-API-Key` or
 * `Authorization: Bearer`; null for none, and for two different ones, of which only one would be
 * checked.
 */
export function presentedKey(headers: Headers): string | null {
  const plain = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  // The scheme is case-insensitive (RFC 9110 §11.1).
  const bearer =
    authorization === null ? null : (/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
  return plain !== null && bearer !== null && plain !== bearer ? null : (plain ?? bearer);
}
