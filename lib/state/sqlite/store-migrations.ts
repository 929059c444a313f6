import "server-only";
import { type MigratedPart, migrate, type SqliteDatabase } from "./database";

/**
 * The tables of `vitrine.db`. Each part has its own version, and a released step is never edited.
 *
 * The previous version of this program may run beside this one for a while (a rolling restart), so a
 * step only adds tables, or columns that the previous version can leave out. What this version no
 * longer uses is dropped by the next one.
 */
export const STORE_PARTS: readonly MigratedPart[] = [
  {
    part: "answers",
    steps: [
      `CREATE TABLE answers (
         key TEXT PRIMARY KEY,
         family TEXT NOT NULL,
         count INTEGER NOT NULL,
         answered_at_ms INTEGER NOT NULL,
         keep_until_ms INTEGER NOT NULL,
         bytes INTEGER NOT NULL,
         body TEXT NOT NULL
       ) STRICT;
       CREATE INDEX answers_family ON answers (family, count);
       CREATE INDEX answers_age ON answers (answered_at_ms, bytes);
       CREATE INDEX answers_end ON answers (keep_until_ms);`,
      // Null in rows of the previous version, which are stale then: it decided when it read them.
      "ALTER TABLE answers ADD COLUMN fresh_until_ms INTEGER",
      // Null unless the operator shares recent searches.
      `ALTER TABLE answers ADD COLUMN query TEXT;
       CREATE INDEX answers_recent ON answers (answered_at_ms) WHERE query IS NOT NULL;`,
    ],
  },
  {
    part: "search-leases",
    steps: [
      `CREATE TABLE search_leases (
         key TEXT PRIMARY KEY,
         holder TEXT,
         lease_until_ms INTEGER NOT NULL,
         failed_at_ms INTEGER,
         failure TEXT
       ) STRICT;
       CREATE INDEX search_leases_end ON search_leases (lease_until_ms);`,
    ],
  },
  {
    part: "spend-ledger",
    steps: [
      `CREATE TABLE spent_days (
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
       ) STRICT;`,
    ],
  },
  {
    part: "suspensions",
    steps: [
      // The table of an earlier version held the service's own text, which may repeat a query.
      `DROP TABLE IF EXISTS service_gates;
       CREATE TABLE suspensions (
         service TEXT PRIMARY KEY,
         code TEXT NOT NULL,
         suspended_until_ms INTEGER NOT NULL,
         duration_ms INTEGER NOT NULL
       ) STRICT;`,
    ],
  },
  {
    part: "visitor-counts",
    steps: [
      `CREATE TABLE visitor_counts (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER);
       CREATE INDEX visitor_counts_end ON visitor_counts (expire);`,
    ],
  },
  {
    part: "accounts",
    steps: [
      `CREATE TABLE accounts (
         id TEXT PRIMARY KEY,
         email TEXT NOT NULL,
         email_key TEXT NOT NULL UNIQUE,
         role TEXT NOT NULL,
         plan TEXT NOT NULL,
         is_suspended INTEGER NOT NULL DEFAULT 0,
         created_at_ms INTEGER NOT NULL
       ) STRICT;
       CREATE INDEX accounts_age ON accounts (created_at_ms, id);
       CREATE TABLE invitations (
         id TEXT PRIMARY KEY,
         token_digest TEXT NOT NULL UNIQUE,
         email TEXT NOT NULL,
         role TEXT NOT NULL,
         plan TEXT NOT NULL,
         created_at_ms INTEGER NOT NULL,
         expires_at_ms INTEGER NOT NULL
       ) STRICT;
       CREATE TABLE api_keys (
         id TEXT PRIMARY KEY,
         account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
         digest TEXT NOT NULL UNIQUE,
         name TEXT NOT NULL,
         prefix TEXT NOT NULL,
         scopes TEXT NOT NULL,
         sites TEXT NOT NULL,
         created_at_ms INTEGER NOT NULL,
         expires_at_ms INTEGER,
         revoked_at_ms INTEGER,
         last_used_at_ms INTEGER
       ) STRICT;
       CREATE INDEX api_keys_account ON api_keys (account);
       CREATE INDEX api_keys_age ON api_keys (created_at_ms, id);
       CREATE TABLE account_days (
         account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
         day INTEGER NOT NULL,
         searches INTEGER NOT NULL,
         PRIMARY KEY (account, day)
       ) STRICT, WITHOUT ROWID;
       CREATE TABLE account_errors (
         account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
         day INTEGER NOT NULL,
         status INTEGER NOT NULL,
         count INTEGER NOT NULL,
         last_at_ms INTEGER NOT NULL,
         PRIMARY KEY (account, day, status)
       ) STRICT, WITHOUT ROWID;
       CREATE TABLE account_rates (
         account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
         full_at_us INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID;`,
      // The rate limit beside the day's count, so that a search writes one row.
      "ALTER TABLE account_days ADD COLUMN full_at_us INTEGER",
      // No released version has used it.
      "DROP TABLE account_rates",
    ],
  },
  {
    part: "audit",
    steps: [
      `CREATE TABLE audit_events (
         sequence INTEGER PRIMARY KEY,
         at_ms INTEGER NOT NULL,
         actor TEXT NOT NULL,
         came_from TEXT NOT NULL,
         action TEXT NOT NULL,
         subject TEXT NOT NULL,
         details TEXT NOT NULL,
         hash TEXT NOT NULL
       ) STRICT;
       CREATE INDEX audit_events_subject ON audit_events (subject, sequence);
       CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
         BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
       CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
         BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;`,
    ],
  },
  {
    part: "auth-records",
    steps: [
      `CREATE TABLE auth_records (
         kind TEXT NOT NULL,
         id TEXT NOT NULL,
         key TEXT NOT NULL,
         owner TEXT NOT NULL,
         ends_at_ms INTEGER,
         body TEXT NOT NULL,
         PRIMARY KEY (kind, id),
         UNIQUE (kind, key)
       ) STRICT;
       CREATE INDEX auth_records_owner ON auth_records (kind, owner);
       CREATE INDEX auth_records_end ON auth_records (ends_at_ms) WHERE ends_at_ms IS NOT NULL;`,
      `CREATE TABLE auth_attempts (
         key TEXT PRIMARY KEY,
         count INTEGER NOT NULL,
         ends_at_ms INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID;
       CREATE INDEX auth_attempts_end ON auth_attempts (ends_at_ms);`,
    ],
  },
  {
    part: "moderation",
    steps: [
      // A rating that was taken back is null.
      `CREATE TABLE reports (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         source TEXT NOT NULL,
         name TEXT NOT NULL,
         page_url TEXT,
         reason TEXT NOT NULL,
         comment TEXT NOT NULL,
         reported_at_ms INTEGER NOT NULL
       ) STRICT;
       CREATE INDEX reports_source ON reports (source);
       CREATE TABLE image_ratings (
         source TEXT PRIMARY KEY,
         name TEXT NOT NULL,
         page_url TEXT,
         rating TEXT CHECK (rating IN ('fine', 'moderate', 'never')),
         revision INTEGER NOT NULL UNIQUE,
         rated_at_ms INTEGER NOT NULL
       ) STRICT;`,
    ],
  },
  {
    part: "store-time",
    steps: [
      // `monotonic_ms` null: each process has its own. Simulations replace the view (store-clock.ts).
      `CREATE VIEW store_time AS
         SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now_ms, NULL AS monotonic_ms`,
    ],
  },
];

/** Makes the tables of `vitrine.db`, or brings them up to date. */
export function migrateStore(database: SqliteDatabase): void {
  for (const { part, steps } of STORE_PARTS) migrate(database, part, steps);
}
