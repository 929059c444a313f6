import "server-only";
import type { PostgresSchema } from "./migrate-postgres";

/**
 * The tables of `AuthRecords`, after `SEARCH_SCHEMA`, which has `vitrine.now_ms`.
 */
const STEP_1 = `
CREATE TABLE vitrine.auth_records (
  kind text NOT NULL,
  id text NOT NULL,
  key text NOT NULL,
  owner text NOT NULL,
  ends_at_ms bigint,
  body text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (kind, id),
  UNIQUE (kind, key)
);
CREATE INDEX auth_records_owner ON vitrine.auth_records (kind, owner);
CREATE INDEX auth_records_end ON vitrine.auth_records (ends_at_ms) WHERE ends_at_ms IS NOT NULL;

CREATE TABLE vitrine.auth_attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at_ms bigint NOT NULL
);
CREATE INDEX auth_attempts_end ON vitrine.auth_attempts (ends_at_ms);
`;

export const AUTH_SCHEMA: PostgresSchema = { part: "auth-records", steps: [STEP_1] };
