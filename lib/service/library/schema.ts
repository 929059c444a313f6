import "server-only";

/**
 * The library's tables (see `migrate`). `sources` are folders and manifests; `pictures.path` is
 * relative to the source, with `/`; `entry` is a manifest's own text for the picture, "" in a
 * folder. `picture_words` holds folded and stemmed text (lib/service/library/words.ts) under the
 * picture's number.
 */
export const LIBRARY_MIGRATIONS = [
  `
  CREATE TABLE sources (
    number INTEGER PRIMARY KEY,
    location TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('folder', 'manifest', 'demo')),
    origin TEXT NOT NULL CHECK (origin IN ('settings', 'command', 'built-in')),
    scanned_at_ms INTEGER,
    problem TEXT
  ) STRICT;

  CREATE TABLE pictures (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    source INTEGER NOT NULL REFERENCES sources (number) ON DELETE CASCADE,
    path TEXT NOT NULL,
    file_bytes INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL,
    entry TEXT NOT NULL,
    name TEXT NOT NULL,
    keywords TEXT NOT NULL,
    width_px INTEGER NOT NULL,
    height_px INTEGER NOT NULL,
    accent_color TEXT NOT NULL,
    is_transparent INTEGER NOT NULL,
    rating TEXT NOT NULL CHECK (rating IN ('strict', 'moderate')),
    format TEXT NOT NULL,
    host_url TEXT,
    host TEXT,
    UNIQUE (source, path)
  ) STRICT;

  CREATE TABLE broken_files (
    source INTEGER NOT NULL REFERENCES sources (number) ON DELETE CASCADE,
    path TEXT NOT NULL,
    file_bytes INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL,
    entry TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (source, path)
  ) STRICT;

  CREATE VIRTUAL TABLE picture_words USING fts5 (
    name, keywords, folder,
    content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
  );

  CREATE TRIGGER picture_words_follow AFTER DELETE ON pictures BEGIN
    DELETE FROM picture_words WHERE rowid = old.number;
  END;
  `,
  // Names in English were stored for pictures without one; their index entry has no name.
  `
  UPDATE pictures SET name = ''
  WHERE (name = 'Untitled picture' OR name LIKE 'Untitled picture from %')
    AND number NOT IN (SELECT rowid FROM picture_words WHERE picture_words MATCH 'name:untitl*');
  `,
] as const;
