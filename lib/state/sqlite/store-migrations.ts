import "server-only";
import { type MigratedPart, migrate, type SqliteDatabase } from "./database";

/**
 * The tables of `vitrine.db`. Each part has its own version, and a released step is never edited.
 *
 * The previous version of this program may run beside this one for a while (a rolling restart), so a
 * step only adds tables, or columns that the previous version can leave out. What this version no
 * longer uses is dropped by the next one; at present that is nothing.
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
