import "server-only";

/**
 * The tables of the paid searches (`SearchState`), for both databases (`toPostgresTables`). Days are
 * counted from 1970-01-01, in UTC.
 */
export const SEARCH_TABLES = `
CREATE TABLE answers (
  key TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  count INTEGER NOT NULL,
  answered_at_ms INTEGER NOT NULL,
  fresh_until_ms INTEGER NOT NULL,
  keep_until_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  body TEXT NOT NULL,
  -- Null unless the operator shares recent searches.
  query TEXT
) STRICT;
CREATE INDEX answers_family ON answers (family, count);
CREATE INDEX answers_end ON answers (keep_until_ms);
CREATE INDEX answers_age ON answers (answered_at_ms, bytes);
CREATE INDEX answers_recent ON answers (answered_at_ms) WHERE query IS NOT NULL;

CREATE TABLE refusals (key TEXT PRIMARY KEY, refused_until_ms INTEGER NOT NULL) STRICT;
CREATE INDEX refusals_end ON refusals (refused_until_ms);

CREATE TABLE search_leases (
  key TEXT PRIMARY KEY,
  holder TEXT,
  lease_until_ms INTEGER NOT NULL,
  failed_at_ms INTEGER,
  failure TEXT
) STRICT;
CREATE INDEX search_leases_end ON search_leases (lease_until_ms);

CREATE TABLE service_pauses (
  fingerprint TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  paused_until_ms INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE spent_days (
  service TEXT NOT NULL,
  day INTEGER NOT NULL,
  searches INTEGER NOT NULL,
  PRIMARY KEY (service, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE spend_clocks (service TEXT PRIMARY KEY, latest_ms INTEGER NOT NULL) STRICT;
CREATE TABLE spend_reservations (
  id TEXT PRIMARY KEY,
  service TEXT NOT NULL,
  day INTEGER NOT NULL
) STRICT;
`;
