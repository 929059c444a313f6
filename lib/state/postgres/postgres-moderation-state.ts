import "server-only";
import type postgres from "postgres";
import type { Actor, NewAuditEvent } from "../account-state";
import { assertSingleLines } from "../audit-chain";
import {
  dismissalEvent,
  type ModerationState,
  OPEN_REPORTS_MAX,
  type RatedImage,
  type RatingChanges,
  type Report,
  ratingEvent,
} from "../moderation-state";
import type { PostgresDatabase, Sql } from "./postgres-database";

const REPORT_COLUMNS = `id, source, name, page_url AS "pageUrl", reason, comment,
  reported_at_ms AS "reportedAtMs"`;

const RATED_COLUMNS = `source, name, page_url AS "pageUrl", rating, rated_at_ms AS "ratedAtMs"`;

type TransactionSql = postgres.TransactionSql<{ bigint: number }>;

/** Creates the state of moderation in a PostgreSQL database with `MODERATION_SCHEMA`. */
export function createPostgresModerationState(database: PostgresDatabase): ModerationState {
  const list = async <Row>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>) => [
    ...((await database.run(statement)) as readonly Row[]),
  ];
  const first = async <Row>(statement: (sql: Sql) => PromiseLike<readonly unknown[]>) =>
    (await list<Row>(statement))[0] ?? null;
  const countIn = async (statement: (sql: Sql) => PromiseLike<readonly unknown[]>) =>
    (await first<{ count: number }>(statement))?.count ?? 0;

  /**
   * Runs a change with its audit events. Changes take turns (`begin_change_v1`), so that a reader of
   * ratings never skips one with a smaller revision.
   */
  const change = <T>(
    by: Actor,
    work: (
      sql: TransactionSql,
      context: { nowMs: number; record: (event: NewAuditEvent) => Promise<unknown> },
    ) => Promise<T>,
  ): Promise<T> =>
    database.run((sql) =>
      sql.begin(async (transaction) => {
        const [{ nowMs }] = await transaction<[{ nowMs: number }]>`
          SELECT vitrine.begin_change_v1() AS "nowMs"`;
        return work(transaction, {
          nowMs,
          record: ({ action, subject, details }) => {
            assertSingleLines(by.id, by.from, subject);
            return transaction`
              SELECT vitrine.append_audit_v1(${nowMs}, ${transaction.json(by)}, ${action}, ${subject},
                ${JSON.stringify(details)})`;
          },
        });
      }),
    ) as Promise<T>;

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
    dismiss: (id, by) =>
      change(by, async (sql, { record }) => {
        const [report] = await sql<Report[]>`
          DELETE FROM vitrine.reports WHERE id = ${id} RETURNING ${sql.unsafe(REPORT_COLUMNS)}`;
        if (report === undefined) return null;
        await record(dismissalEvent(report));
        return report;
      }),
    rate: ({ source, name, pageUrl }, rating, by) =>
      change(by, async (sql, { nowMs, record }) => {
        await sql`DELETE FROM vitrine.reports WHERE source = ${source}`;
        const [row] = await sql<[{ revision: number }]>`
          SELECT greatest(${nowMs}::bigint, coalesce(max(revision), 0) + 1) AS revision
          FROM vitrine.image_ratings`;
        await sql`DELETE FROM vitrine.image_ratings WHERE source = ${source}`;
        await sql`
          INSERT INTO vitrine.image_ratings (source, name, page_url, rating, revision, rated_at_ms)
          VALUES (${source}, ${name}, ${pageUrl}, ${rating}, ${row.revision}, ${nowMs})`;
        await record(ratingEvent(source, rating));
        return row.revision;
      }),
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
    ratedImage: (source) =>
      first<RatedImage>(
        (sql) => sql`
          SELECT ${sql.unsafe(RATED_COLUMNS)} FROM vitrine.image_ratings
          WHERE rating IS NOT NULL AND source = ${source}`,
      ),
    rated: async ({ offset, limit }) => ({
      images: await list<RatedImage>(
        (sql) => sql`
          SELECT ${sql.unsafe(RATED_COLUMNS)} FROM vitrine.image_ratings WHERE rating IS NOT NULL
          ORDER BY revision DESC LIMIT ${limit} OFFSET ${offset}`,
      ),
      count: await countIn(
        (sql) => sql`SELECT count(*) AS count FROM vitrine.image_ratings WHERE rating IS NOT NULL`,
      ),
    }),
  };
}
