import "server-only";
import { createHmac, createSecretKey } from "node:crypto";
import { join } from "node:path";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import { warnThrottled } from "@/lib/platform/log";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import { containsApiKey, isApiKey } from "@/lib/service/api-key-format";

/** Reads the keys of API clients. */
export type ServiceKeys = {
  /**
   * Returns the principal of a key: `keyDigest` for the store, or null as `keyDigest` for the
   * operator's own key. Returns null for a text that cannot be a key.
   */
  identify(key: string): { keyDigest: string | null } | null;
  /**
   * Returns the digest under which the store knows a key.
   *
   * @throws Error if the pepper can be neither read nor stored
   */
  digest(key: string): string;
  /** The file that holds the operator's key; null if the key is configured. */
  file: string | null;
};

/**
 * Creates the key reader. The operator's key and the pepper for all other keys are configured, or
 * generated at start and stored in `dataDir`. While one of them cannot be stored, its keys are
 * invalid, and each request retries.
 */
export function createServiceKeys({
  serviceKey,
  keyPepper,
  dataDir,
}: {
  serviceKey: string | null;
  keyPepper: string | null;
  dataDir: string;
}): ServiceKeys {
  let operatorKey = serviceKey;
  let pepper = keyPepper === null ? null : createSecretKey(keyPepper, "utf8");
  const loadOperatorKey = () => {
    operatorKey ??= stored(() => loadOrCreateSecret(dataDir, "service-key"));
    return operatorKey;
  };
  const loadPepper = () => {
    pepper ??= createSecretKey(loadOrCreateSecret(dataDir, "key-pepper"), "utf8");
    return pepper;
  };
  const digest = (key: string) => createHmac("sha256", loadPepper()).update(key).digest("hex");
  loadOperatorKey();
  return {
    identify(key) {
      if (isApiKey(key)) {
        const keyDigest = stored(() => digest(key));
        return keyDigest === null ? null : { keyDigest };
      }
      const secret = loadOperatorKey();
      return secret !== null && isSameSecret(key, secret) ? { keyDigest: null } : null;
    },
    digest,
    file: serviceKey === null ? join(dataDir, "service-key.secret") : null,
  };
}

/** Returns null, after a warning, if the data folder cannot be used. */
function stored(load: () => string): string | null {
  try {
    return load();
  } catch (cause) {
    warnThrottled("store_failed", "secrets", cause);
    return null;
  }
}

/**
 * Returns the key that a request carries (the interface, "Authentication") in `X-API-Key` or
 * `Authorization: Bearer`; other schemes are for other servers on the way. Returns null without a key,
 * and for two different keys, because only one of them would be checked.
 */
export function presentedKey(headers: Headers): string | null {
  const plain = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  // The scheme is case-insensitive (RFC 9110 §11.1).
  const isBearer = authorization !== null && /^bearer(?: |$)/i.test(authorization);
  const bearer = isBearer ? (/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "") : null;
  return plain !== null && bearer !== null && plain !== bearer ? null : (plain ?? bearer);
}

const KEY_PARAMETER =
  /^[^?]*\?(?:[^&]*&)*(?:x-)?(?:(?:api[-_]?|service[-_]?)?key|(?:access[-_]?)?token)=/i;

/** Whether a request target carries a key, or a parameter for a key: URLs end up in logs. */
export function hasKeyInUrl(target: string): boolean {
  return KEY_PARAMETER.test(target) || containsApiKey(target);
}
