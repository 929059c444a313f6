import "server-only";
import type { PostgresSchema } from "./migrate-postgres";

/** Tables of `ModerationState`. A rating that was taken back is null. */
const STEP_1 = `
CREATE TABLE vitrine.reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  name text NOT NULL,
  page_url text,
  reason text NOT NULL,
  comment text NOT NULL,
  reported_at_ms bigint NOT NULL
);
CREATE INDEX reports_source ON vitrine.reports USING hash (source);

CREATE TABLE vitrine.image_ratings (
  source text COLLATE "C" NOT NULL,
  name text NOT NULL,
  page_url text,
  rating text CHECK (rating IN ('fine', 'moderate', 'never')),
  revision bigint NOT NULL UNIQUE,
  rated_at_ms bigint NOT NULL
);
CREATE INDEX image_ratings_source ON vitrine.image_ratings USING hash (source);
`;

export const MODERATION_SCHEMA: PostgresSchema = { part: "moderation", steps: [STEP_1] };
