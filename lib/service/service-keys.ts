import "server-only";
import { join } from "node:path";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import { warnThrottled } from "@/lib/platform/log";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";

/** Decides which API clients may use `/v1/search`. */
export type ServiceKeys = {
  isValid(key: string): boolean;
  /** The file that holds the key; null if the key is configured. */
  file: string | null;
};

/**
 * Creates the check for the service's key: configured, or generated at start and stored in `dataDir`.
 * While it cannot be stored, no key is valid, and each request tries again.
 */
export function createServiceKeys({
  serviceKey,
  dataDir,
}: {
  serviceKey: string | null;
  dataDir: string;
}): ServiceKeys {
  let expected = serviceKey;
  const load = () => {
    try {
      expected ??= loadOrCreateSecret(dataDir, "service-key");
    } catch (cause) {
      warnThrottled("store_failed", "secrets", cause);
    }
    return expected;
  };
  load();
  return {
    isValid(key) {
      const secret = load();
      return secret !== null && isSameSecret(key, secret);
    },
    file: serviceKey === null ? join(dataDir, "service-key.secret") : null,
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
