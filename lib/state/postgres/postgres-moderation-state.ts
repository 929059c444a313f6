import "server-only";
import {
  type ModerationState,
  OPEN_REPORTS_MAX,
  type RatedImage,
  type RatingChanges,
  type Report,
} from "../moderation-state";
import type { PostgresDatabase, Sql } from "./postgres-database";

/** Changes of ratings take turns, so that a reader never skips one with a smaller revision. */
const TURN = "hashtextextended('vitrine image ratings', 0)";

const REPORT_COLUMNS = `id, source, name, page_url AS "pageUrl", reason, comment,
  reported_at_ms AS "reportedAtMs"`;

/** Creates the state of moderation in a PostgreSQL database with `MODERATION_SCHEMA`. */
export function createPostgresModerationState(database: PostgresDatabase): ModerationState {
  const list = async <Row>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>) => [
    ...((await database.run(statement)) as readonly Row[]),
  ];
  const first = async <Row>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>) =>
    (await list<Row>(statement))[0] ?? null;
  const countIn = async (statement: (sql: Sql) => PromiseLike<readonly unknown[]>) =>
    (await first<{ count: number }>(statement))?.count ?? 0;

  return {
    async report({ source, name, pageUrl, reason, comment }) {
      const kept = await list(
        (sql) => sql`
          INSERT INTO vitrine.reports (source, name, page_url, reason, comment, reported_at_ms)
          SELECT ${source}::text, ${name}::text, ${pageUrl}::text, ${reason}::text,
            ${comment}::text, vitrine.now_ms()
          WHERE (SELECT count(*) FROM vitrine.reports) < ${OPEN_REPORTS_MAX.inAll}
            AND (SELECT count(*) FROM vitrine.reports WHERE source = ${source})
              < ${OPEN_REPORTS_MAX.ofImage}
          RETURNING id`,
      );
      return kept.length > 0;
    },
    reports: async ({ offset, limit }) => ({
      reports: await list<Report>(
        (sql) => sql`
          SELECT ${sql.unsafe(REPORT_COLUMNS)} FROM vitrine.reports
          ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
      ),
      count: await countIn((sql) => sql`SELECT count(*) AS count FROM vitrine.reports`),
    }),
    openReport: (id) =>
      first<Report>(
        (sql) => sql`SELECT ${sql.unsafe(REPORT_COLUMNS)} FROM vitrine.reports WHERE id = ${id}`,
      ),
    dismiss: (id) =>
      first<Report>(
        (sql) => sql`
          DELETE FROM vitrine.reports WHERE id = ${id} RETURNING ${sql.unsafe(REPORT_COLUMNS)}`,
      ),
    rate: ({ source, name, pageUrl }, rating) =>
      database.run((sql) =>
        sql.begin(async (transaction) => {
          await transaction`SELECT pg_advisory_xact_lock(${transaction.unsafe(TURN)})`;
          await transaction`DELETE FROM vitrine.reports WHERE source = ${source}`;
          const [row] = await transaction<[{ revision: number; nowMs: number }]>`
            SELECT greatest(now_ms, (SELECT coalesce(max(revision), 0) + 1
              FROM vitrine.image_ratings)) AS revision, now_ms AS "nowMs"
            FROM vitrine.now_ms() AS now_ms`;
          const { revision, nowMs } = row;
          await transaction`DELETE FROM vitrine.image_ratings WHERE source = ${source}`;
          await transaction`
            INSERT INTO vitrine.image_ratings (source, name, page_url, rating, revision, rated_at_ms)
            VALUES (${source}, ${name}, ${pageUrl}, ${rating}, ${revision}, ${nowMs})`;
          return revision;
        }),
      ),
    async ratings(afterRevision) {
      const row = await first<RatingChanges>(
        (sql) => sql`
          SELECT coalesce(max(revision), 0) AS revision,
            coalesce(jsonb_agg(jsonb_build_object('source', source, 'rating', rating))
              FILTER (WHERE revision > ${afterRevision}), '[]') AS changes
          FROM vitrine.image_ratings`,
      );
      return row ?? { revision: 0, changes: [] };
    },
    rated: async ({ offset, limit }) => ({
      images: await list<RatedImage>(
        (sql) => sql`
          SELECT source, name, page_url AS "pageUrl", rating, rated_at_ms AS "ratedAtMs"
          FROM vitrine.image_ratings WHERE rating IS NOT NULL
          ORDER BY revision DESC LIMIT ${limit} OFFSET ${offset}`,
      ),
      count: await countIn(
        (sql) => sql`SELECT count(*) AS count FROM vitrine.image_ratings WHERE rating IS NOT NULL`,
      ),
    }),
  };
}
