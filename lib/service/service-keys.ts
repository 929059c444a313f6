import "server-only";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import { isSameKey } from "./presented-key";

/** Says who may search through `/v1/search`. */
export type ServiceKeys = { isValid(key: string): boolean };

/** The one key of this service: configured, or made at first use and kept in `dataDir`. */
export function createServiceKeys(options: {
  serviceKey: string | null;
  dataDir: string;
}): ServiceKeys {
  let expected: string | undefined;
  return {
    isValid(key) {
      expected ??= options.serviceKey ?? loadOrCreateSecret(options.dataDir, "service-key");
      return isSameKey(key, expected);
    },
  };
}
