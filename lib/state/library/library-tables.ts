import "server-only";

/**
 * The library's tables, for both databases (`toPostgresTables`). `path` is relative to the source,
 * with `/`; `entry` says how the file was read (`FileState`); `keywords` is a JSON array;
 * `name_tokens` is for exact names. The columns `…_terms` are the text that searches read: those of
 * `SearchText` as `indexedText` (`folder_terms` is its `context`), and the host as `hostTokens`.
 * `folder`, `size_class` and `colour` (the name of `accent_color`) are for browsing. Each index ends
 * with the columns of the other filters: with several filters, a query reads one index and no picture
 * row.
 *
 * `rating` is the rating in effect, `source_rating` the rating of the source
 * (`LibraryStore.followRatings`). A hidden picture has the rating moderate, so that the indexes of
 * strict pictures exclude it.
 *
 * `photographer` (the creator), `rights` (the copyright) and `licence` are the file's own statements.
 * Pictures with the same `copies_of` are copies of each other; it is null for a picture that never had a
 * copy. `fingerprint` is the text of the picture's `Fingerprint`, `fingerprint_key` the first of its keys.
 * `mounts` is a JSON array.
 */
export const LIBRARY_TABLES = `
CREATE TABLE library_sources (
  number INTEGER PRIMARY KEY,
  location TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('folder', 'manifest')),
  origin TEXT NOT NULL CHECK (origin IN ('settings', 'command', 'built-in')),
  scanned_at_ms INTEGER,
  problem TEXT,
  mounts TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE library_pictures (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source INTEGER NOT NULL REFERENCES library_sources (number) ON DELETE CASCADE,
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
  source_rating TEXT NOT NULL CHECK (source_rating IN ('strict', 'moderate')),
  is_hidden INTEGER NOT NULL DEFAULT 0,
  format TEXT NOT NULL,
  host_url TEXT,
  host TEXT,
  taken_at TEXT,
  camera TEXT,
  photographer TEXT,
  name_tokens TEXT NOT NULL,
  name_terms TEXT NOT NULL,
  detail_terms TEXT NOT NULL,
  folder_terms TEXT NOT NULL,
  host_terms TEXT NOT NULL,
  folder TEXT NOT NULL,
  size_class TEXT NOT NULL,
  colour TEXT NOT NULL,
  rights TEXT,
  licence TEXT,
  fingerprint TEXT,
  fingerprint_key INTEGER,
  copies_of TEXT,
  UNIQUE (source, path)
) STRICT;
CREATE INDEX library_pictures_newest ON library_pictures (modified_ms, number, colour, size_class)
  WHERE rating = 'strict';
CREATE INDEX library_pictures_folder
  ON library_pictures (source, folder, modified_ms, number, colour, size_class)
  WHERE rating = 'strict';
CREATE INDEX library_pictures_colour ON library_pictures (colour, modified_ms, number, size_class)
  WHERE rating = 'strict';
CREATE INDEX library_pictures_size ON library_pictures (size_class, modified_ms, number, colour)
  WHERE rating = 'strict';
CREATE INDEX library_pictures_hidden ON library_pictures (number) WHERE is_hidden = 1;
CREATE INDEX library_pictures_fingerprint ON library_pictures (fingerprint_key)
  WHERE fingerprint_key IS NOT NULL;
CREATE INDEX library_pictures_copies ON library_pictures (copies_of) WHERE copies_of IS NOT NULL;

CREATE TABLE library_broken_files (
  source INTEGER NOT NULL REFERENCES library_sources (number) ON DELETE CASCADE,
  path TEXT NOT NULL,
  file_bytes INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  entry TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (source, path)
) STRICT;

CREATE TABLE library_ratings (id TEXT PRIMARY KEY, rating TEXT NOT NULL) STRICT;
CREATE TABLE library_followed_ratings (revision INTEGER NOT NULL) STRICT;
`;

/**
 * The second step, for both databases: the index by date. It has an empty text for a picture without a
 * date, because the databases sort NULL differently. It ends with `taken_at`, without which neither
 * database reads the expression from the index alone.
 */
export const LIBRARY_TAKEN_INDEX = `
CREATE INDEX library_pictures_taken ON library_pictures
  (coalesce(taken_at, ''), number, colour, size_class, source, folder, taken_at)
  WHERE rating = 'strict';
`;
