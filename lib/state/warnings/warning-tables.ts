import "server-only";

/** The table of `WarningState`, for both databases (`toPostgresTables`). */
export const WARNING_TABLES = `
CREATE TABLE warnings (
  id TEXT PRIMARY KEY,
  -- Null for the budget of a service.
  account TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  -- The id of the account, or the URL of the service.
  subject TEXT NOT NULL,
  percent INTEGER NOT NULL,
  used INTEGER NOT NULL,
  month_limit INTEGER NOT NULL,
  resets_at_ms INTEGER NOT NULL,
  warned_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempted_at_ms INTEGER,
  next_attempt_at_ms INTEGER NOT NULL,
  delivered_at_ms INTEGER,
  -- Why the last attempt failed.
  problem TEXT,
  UNIQUE (subject, resets_at_ms, month_limit, percent)
) STRICT;
CREATE INDEX warnings_due ON warnings (next_attempt_at_ms) WHERE delivered_at_ms IS NULL;
`;
