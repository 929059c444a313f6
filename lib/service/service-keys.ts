import "server-only";
import { join } from "node:path";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import { warnThrottled } from "@/lib/platform/warn-throttled";

/** Decides who may search through `/v1/search`. */
export type ServiceKeys = {
  isValid(key: string): boolean;
  /** The file that holds the key; null where the key is configured. */
  file: string | null;
};

/**
 * The key of this service: configured, or generated at start and stored in `dataDir`. If it cannot be
 * stored, the next request tries again.
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
    expected ??= loadOrCreateSecret(dataDir, "service-key");
    return expected;
  };
  try {
    load();
  } catch (cause) {
    warnThrottled("store_failed", "secrets", cause);
  }
  return {
    isValid: (key) => isSameSecret(key, load()),
    file: serviceKey === null ? join(dataDir, "service-key.secret") : null,
  };
}
