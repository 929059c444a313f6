import "server-only";

/** The tables of `AccountState`, for both databases (`toPostgresTables`). */
export const ACCOUNT_TABLES = `
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  -- Whether an invitation names the e-mail. Any other e-mail may be that of someone else.
  email_is_invited INTEGER NOT NULL,
  role TEXT NOT NULL,
  plan TEXT NOT NULL,
  is_suspended INTEGER NOT NULL DEFAULT 0,
  -- The rate limit (\`AccountMeter\`).
  full_at_us INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX accounts_age ON accounts (created_at_ms, id);

-- Names deleted accounts in the audit log, which must not contain e-mails, because it is never changed.
CREATE TABLE deleted_accounts (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  deleted_at_ms INTEGER NOT NULL
) STRICT;

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
  note TEXT NOT NULL,
  prefix TEXT NOT NULL,
  scopes TEXT NOT NULL,
  sites TEXT NOT NULL,
  is_disabled INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER,
  last_used_at_ms INTEGER
) STRICT;
CREATE INDEX api_keys_account ON api_keys (account);
CREATE INDEX api_keys_age ON api_keys (created_at_ms, id);

CREATE TABLE key_days (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Counted from 1970-01-01, in UTC.
  day INTEGER NOT NULL,
  key TEXT NOT NULL,
  searches INTEGER NOT NULL,
  PRIMARY KEY (account, day, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX key_days_day ON key_days (day);

CREATE TABLE key_errors (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  key TEXT NOT NULL,
  code TEXT NOT NULL,
  count INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account, day, key, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX key_errors_day ON key_errors (day);
`;
