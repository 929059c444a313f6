import "server-only";

/**
 * The tables of `ActivityState`, for both databases (`toPostgresTables`). Minutes and days are counted
 * from 1970-01-01, in UTC; counts of five minutes are in one row, with the first of them as `minute`.
 */
export const ACTIVITY_TABLES = `
CREATE TABLE activity_counts (
  minute INTEGER NOT NULL,
  instance TEXT NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  within_ms INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (minute, instance, kind, event, within_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_requests (
  id TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  instance TEXT NOT NULL,
  method TEXT NOT NULL,
  route TEXT,
  status INTEGER NOT NULL,
  code TEXT,
  took_ms INTEGER NOT NULL,
  is_paid INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_requests_age ON kept_requests (at_ms);
CREATE INDEX kept_requests_failed ON kept_requests (at_ms) WHERE status >= 500;

CREATE TABLE library_days (day INTEGER NOT NULL PRIMARY KEY, pictures INTEGER NOT NULL) STRICT;
`;
