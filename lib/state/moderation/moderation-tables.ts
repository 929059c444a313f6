import "server-only";

/**
 * The tables of `ModerationState`, for both databases (`toPostgresTables`). `image` is the SHA-256 of
 * the source, which may be too long for an index. The rating is null after it was removed.
 */
export const MODERATION_TABLES = `
CREATE TABLE reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  image TEXT NOT NULL,
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  page_url TEXT,
  reason TEXT NOT NULL,
  comment TEXT NOT NULL,
  reported_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX reports_image ON reports (image);

CREATE TABLE image_ratings (
  image TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  page_url TEXT,
  rating TEXT CHECK (rating IN ('fine', 'moderate', 'never')),
  revision INTEGER NOT NULL UNIQUE,
  rated_at_ms INTEGER NOT NULL
) STRICT;
`;
