import "server-only";
import { SIZE_CLASS_FROM_PX } from "@/lib/core/image/size-class";
import type { PostgresSchema } from "./migrate-postgres";

/**
 * The library's tables (`LibraryStore`). `path` is relative to the source, with `/`; `entry` says
 * how the file was read (`FileState`); `keywords` is a JSON array. `terms` is made by
 * `searchVector`; `name_tokens` is for exact names, which may be longer than a B-tree allows.
 */
const STEP_1 = `
CREATE TABLE vitrine.library_sources (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location text COLLATE "C" NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('folder', 'manifest')),
  origin text NOT NULL CHECK (origin IN ('settings', 'command')),
  scanned_at_ms bigint,
  problem text
);

CREATE TABLE vitrine.library_pictures (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  source integer NOT NULL REFERENCES vitrine.library_sources ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  file_bytes bigint NOT NULL,
  modified_ms bigint NOT NULL,
  entry text NOT NULL,
  name text NOT NULL,
  keywords text NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  accent_color text NOT NULL,
  is_transparent boolean NOT NULL,
  rating text NOT NULL CHECK (rating IN ('strict', 'moderate')),
  format text NOT NULL,
  host_url text,
  host text COLLATE "C",
  name_tokens text COLLATE "C" NOT NULL,
  terms tsvector NOT NULL,
  UNIQUE (source, path)
);
CREATE INDEX library_pictures_terms ON vitrine.library_pictures USING gin (terms);
CREATE INDEX library_pictures_name ON vitrine.library_pictures USING hash (name_tokens);

CREATE TABLE vitrine.library_broken_files (
  source integer NOT NULL REFERENCES vitrine.library_sources ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  file_bytes bigint NOT NULL,
  modified_ms bigint NOT NULL,
  entry text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (source, path)
);
`;

/**
 * For browsing. `colour` is the name of `accent_color` when the picture was saved; null in rows of the
 * previous version. Each index ends with the columns of the other filters, so that several filters
 * together read one index.
 */
const STEP_2 = `
ALTER TABLE vitrine.library_pictures
  ADD COLUMN folder text COLLATE "C"
    GENERATED ALWAYS AS (regexp_replace(path, '/?[^/]*$', '')) STORED,
  ADD COLUMN size_class text COLLATE "C" GENERATED ALWAYS AS (CASE
    WHEN width_px::bigint * height_px < ${SIZE_CLASS_FROM_PX.medium} THEN 'small'
    WHEN width_px::bigint * height_px < ${SIZE_CLASS_FROM_PX.large} THEN 'medium'
    WHEN width_px::bigint * height_px < ${SIZE_CLASS_FROM_PX.huge} THEN 'large'
    ELSE 'huge' END) STORED,
  ADD COLUMN colour text COLLATE "C";
CREATE INDEX library_pictures_newest
  ON vitrine.library_pictures (modified_ms, number, colour, size_class) WHERE rating = 'strict';
CREATE INDEX library_pictures_folder
  ON vitrine.library_pictures (source, folder, modified_ms, number, colour, size_class)
  WHERE rating = 'strict';
CREATE INDEX library_pictures_colour
  ON vitrine.library_pictures (colour, modified_ms, number, size_class) WHERE rating = 'strict';
CREATE INDEX library_pictures_size
  ON vitrine.library_pictures (size_class, modified_ms, number, colour) WHERE rating = 'strict';
`;

/** What a file says of itself (`LibraryPicture`). */
const STEP_3 = `
ALTER TABLE vitrine.library_pictures
  ADD COLUMN taken_at text,
  ADD COLUMN camera text,
  ADD COLUMN photographer text;
`;

/**
 * The operator's ratings (`LibraryStore.followRatings`). `rating` is the one in effect, and
 * `source_rating` the source's; null: they are the same. A hidden picture's rating is moderate, so
 * that the indexes of strict pictures leave it out.
 */
const STEP_4 = `
ALTER TABLE vitrine.library_pictures
  ADD COLUMN source_rating text,
  ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
CREATE INDEX library_pictures_hidden ON vitrine.library_pictures (number) WHERE is_hidden;
CREATE TABLE vitrine.library_ratings (
  id text COLLATE "C" PRIMARY KEY,
  rating text NOT NULL
);
CREATE TABLE vitrine.library_followed_ratings (
  number integer PRIMARY KEY CHECK (number = 1),
  revision bigint NOT NULL
);
`;

export const LIBRARY_SCHEMA: PostgresSchema = {
  part: "library",
  steps: [STEP_1, STEP_2, STEP_3, STEP_4],
};
