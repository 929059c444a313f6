import { randomBytes } from "node:crypto";

/** Settings that instances of one database must agree on. */
export function sharedSecrets() {
  const secret = () => randomBytes(32).toString("hex");
  return {
    VITRINE_VISITOR_SECRET: secret(),
    VITRINE_SERVICE_KEY: secret(),
    VITRINE_SESSION_SECRET: secret(),
    VITRINE_KEY_PEPPER: secret(),
    VITRINE_THUMBNAIL_KEYS: secret(),
    VITRINE_REFERENCE_KEYS: secret(),
  };
}
