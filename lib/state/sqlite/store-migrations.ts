import "server-only";
import { assertNotOld } from "../known-version";
import { SEARCH_TABLES } from "../searches/search-tables";
import { SIGN_IN_TABLES } from "../sign-in/sign-in-tables";
import { type MigratedPart, migrate, partsOf, type SqliteDatabase } from "./database";

/**
 * The tables of `vitrine.db`. Each part has its own version, and a released step is never edited.
 *
 * The previous version of this program may run beside this one for a while (a rolling restart), so a
 * step only adds tables, or columns that the previous version can leave out. What this version no
 * longer uses is dropped by the next one.
 */
export const STORE_PARTS: readonly MigratedPart[] = [
  { part: "paid-searches", steps: [SEARCH_TABLES] },
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
         -- The rate limit is beside the day's count, so that a search writes one row.
         full_at_us INTEGER,
         PRIMARY KEY (account, day)
       ) STRICT, WITHOUT ROWID;
       CREATE TABLE account_errors (
         account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
         day INTEGER NOT NULL,
         status INTEGER NOT NULL,
         count INTEGER NOT NULL,
         last_at_ms INTEGER NOT NULL,
         PRIMARY KEY (account, day, status)
       ) STRICT, WITHOUT ROWID;`,
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
  { part: "auth-records", steps: [SIGN_IN_TABLES] },
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

/**
 * Makes the tables of `vitrine.db`, or brings them up to date.
 *
 * @throws StoreVersionError if a build before the first release, or a much newer one, made the file.
 */
export function migrateStore(database: SqliteDatabase): void {
  assertNotOld(
    partsOf(database),
    "move vitrine.db and the files whose names begin with it away, or set VITRINE_DATA_DIR to another folder",
  );
  for (const { part, steps } of STORE_PARTS) migrate(database, part, steps);
}
