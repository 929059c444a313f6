import "server-only";

/** The tables of `AuthRecords`, for both databases (`toPostgresTables`). */
export const SIGN_IN_TABLES = `
CREATE TABLE auth_records (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  key TEXT NOT NULL,
  owner TEXT NOT NULL,
  ends_at_ms INTEGER,
  body TEXT NOT NULL,
  UNIQUE (kind, id),
  UNIQUE (kind, key)
) STRICT;
CREATE INDEX auth_records_owner ON auth_records (kind, owner);
CREATE INDEX auth_records_end ON auth_records (ends_at_ms) WHERE ends_at_ms IS NOT NULL;
`;
