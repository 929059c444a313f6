import "server-only";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SIZE_CLASS_FROM_PX } from "@/lib/core/image/size-class";
import { log } from "@/lib/platform/log";
import { isDamaged, migrate, openDatabase, openReadOnly, type SqliteDatabase } from "./database";

/**
 * The library's tables (see `migrate`). `pictures.path` is relative to the source, with `/`; `entry`
 * says how the file was read (`FileState`). `picture_terms` holds folded and stemmed text
 * (`indexedText`) under the picture's number: its columns hold subject, details and folder of
 * `SearchText`. `name_tokens` is for exact names. `colour` is the name of `accent_color` when the
 * picture was saved; null in rows of the previous version.
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
  // `name_tokens` and the whole file names come with the next scan, which reads every file again.
  // English names were stored for pictures without one; their index entry has no name.
  `
  UPDATE pictures SET name = ''
  WHERE (name = 'Untitled picture' OR name LIKE 'Untitled picture from %')
    AND number NOT IN (SELECT rowid FROM picture_words WHERE picture_words MATCH 'name:untitl*');
  DROP TRIGGER picture_words_follow;
  ALTER TABLE picture_words RENAME TO picture_terms;
  CREATE TRIGGER picture_terms_follow AFTER DELETE ON pictures BEGIN
    DELETE FROM picture_terms WHERE rowid = old.number;
  END;
  ALTER TABLE pictures ADD COLUMN name_tokens TEXT NOT NULL DEFAULT '';
  CREATE INDEX pictures_by_name ON pictures (name_tokens);
  UPDATE pictures SET entry = '-';
  `,
  // For browsing (library-browser.ts). Each index ends with the columns of the other filters, so that
  // several filters together read one index and no picture.
  `
  ALTER TABLE pictures ADD COLUMN folder TEXT
    GENERATED ALWAYS AS (rtrim(rtrim(path, replace(path, '/', '')), '/')) VIRTUAL;
  ALTER TABLE pictures ADD COLUMN size_class TEXT GENERATED ALWAYS AS (CASE
    WHEN width_px * height_px < ${SIZE_CLASS_FROM_PX.medium} THEN 'small'
    WHEN width_px * height_px < ${SIZE_CLASS_FROM_PX.large} THEN 'medium'
    WHEN width_px * height_px < ${SIZE_CLASS_FROM_PX.huge} THEN 'large'
    ELSE 'huge' END) VIRTUAL;
  ALTER TABLE pictures ADD COLUMN colour TEXT;
  CREATE INDEX pictures_newest ON pictures (modified_ms, number, colour, size_class)
    WHERE rating = 'strict';
  CREATE INDEX pictures_by_folder
    ON pictures (source, folder, modified_ms, number, colour, size_class) WHERE rating = 'strict';
  CREATE INDEX pictures_by_colour ON pictures (colour, modified_ms, number, size_class)
    WHERE rating = 'strict';
  CREATE INDEX pictures_by_size ON pictures (size_class, modified_ms, number, colour)
    WHERE rating = 'strict';
  `,
  `
  ALTER TABLE pictures ADD COLUMN taken_at TEXT;
  ALTER TABLE pictures ADD COLUMN camera TEXT;
  ALTER TABLE pictures ADD COLUMN photographer TEXT;
  `,
  // The operator's ratings (`LibraryStore.followRatings`). `rating` is the one in effect, and
  // `source_rating` the source's; null: they are the same. A hidden picture's rating is moderate, so
  // that the indexes of strict pictures leave it out.
  `
  ALTER TABLE pictures ADD COLUMN source_rating TEXT;
  ALTER TABLE pictures ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX pictures_hidden ON pictures (number) WHERE is_hidden = 1;
  CREATE TABLE picture_ratings (id TEXT PRIMARY KEY, rating TEXT NOT NULL) STRICT;
  CREATE TABLE followed_ratings (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    revision INTEGER NOT NULL
  ) STRICT;
  `,
] as const;

/**
 * Returns the path of the library's file in `dataDir`: `library.db`, or `library-2.db` and so on once
 * a damaged file was replaced. It is not the store's (`vitrine.db`): a scan writes for hours, and a
 * paid search must not wait for it (docs/decisions/0013-two-database-files.md).
 */
export function libraryPath(dataDir: string): string {
  return libraryFiles(dataDir).at(-1) ?? join(dataDir, "library.db");
}

/** Returns the paths of damaged library files that were replaced and still lie in `dataDir`. */
export function damagedLibraryFiles(dataDir: string): string[] {
  return libraryFiles(dataDir).slice(0, -1);
}

/**
 * Opens the library in `dataDir`, also in several threads and processes at once. A damaged file is
 * replaced by an empty one. A library that cannot be written is opened for reading.
 *
 * @throws the error of SQLite or the file system if the file cannot be opened.
 */
export function openLibraryDatabase(dataDir: string): SqliteDatabase {
  const path = libraryPath(dataDir);
  try {
    return openWithTables(path);
  } catch (cause) {
    if (isDamaged(cause)) return replaceDamagedLibrary(path, cause);
    if (isReadOnly(cause) && existsSync(path)) return openReadOnly(path);
    throw cause;
  }
}

/**
 * Replaces a damaged library file by an empty one, which the next scan fills, and returns that one
 * open.
 *
 * The damaged file stays and the new one has the next number: other connections may still have the
 * old one open, and a database must not be renamed or deleted while in use ("How To Corrupt An
 * SQLite Database File", §2.4).
 */
export function replaceDamagedLibrary(path: string, cause: unknown): SqliteDatabase {
  const replacement = path.replace(/(?:-(\d+))?\.db$/, (_, n = "1") => `-${Number(n) + 1}.db`);
  log().error({ event: "library_damaged", path, replacement, err: cause });
  return openWithTables(replacement);
}

/** Opens an empty library that lives as long as the process. */
export function openMemoryDatabase(): SqliteDatabase {
  return openWithTables(":memory:");
}

/** Reads the whole file, to find damage. */
export function checkFile(path: string): "sound" | "damaged" | "unusable" {
  try {
    const database = openDatabase(path);
    try {
      const row = database.prepare("PRAGMA quick_check(1)").get() as { quick_check?: string };
      return row.quick_check === "ok" ? "sound" : "damaged";
    } finally {
      database.close();
    }
  } catch (cause) {
    return isDamaged(cause) ? "damaged" : "unusable";
  }
}

function isReadOnly(cause: unknown): boolean {
  const { code } = cause as { code?: unknown };
  return /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)|EROFS$|EACCES$|EPERM$)/.test(String(code));
}

function openWithTables(path: string): SqliteDatabase {
  const database = openDatabase(path);
  try {
    migrate(database, "library", LIBRARY_MIGRATIONS);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** In the order of their numbers. */
function libraryFiles(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    return []; // Opening the file will say what is wrong.
  }
  return names
    .flatMap((name) => {
      const match = /^library(?:-(\d+))?\.db$/.exec(name);
      return match === null ? [] : [{ name, number: Number(match[1] ?? 1) }];
    })
    .sort((a, b) => a.number - b.number)
    .map(({ name }) => join(dataDir, name));
}
