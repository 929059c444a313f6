import "server-only";
import { createHash } from "node:crypto";
import type { RatedImage, Report } from "@/lib/core/image/moderation";
import { change } from "../audit/audit-log";
import { type ModerationState, OPEN_REPORTS_MAX, type RatingChanges } from "../moderation-state";
import { countRows, sql } from "../sql";
import type { Reading, Store } from "../store";

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

const REPORT_COLUMNS = sql`id, source, name, page_url AS "pageUrl", reason, comment,
  reported_at_ms AS "reportedAtMs"`;

const SELECT_RATED = sql`
  SELECT source, name, page_url AS "pageUrl", rating, rated_at_ms AS "ratedAtMs"
  FROM image_ratings WHERE rating IS NOT NULL`;

/** Creates the state of moderation in a store with `MODERATION_TABLES`. */
export function createModerationState(store: Store): ModerationState {
  return {
    report: ({ source, name, pageUrl, reason, comment }) =>
      store.write({ locks: [{ kind: "reports", name: "" }] }, async (transaction) => {
        const image = imageOf(source);
        const [inAll, ofImage] = await Promise.all([
          countRows(transaction, sql`FROM reports`),
          countRows(transaction, sql`FROM reports WHERE image = ${image}`),
        ]);
        if (inAll >= OPEN_REPORTS_MAX.inAll || ofImage >= OPEN_REPORTS_MAX.ofImage) return false;
        await transaction.run(
          ...sql`INSERT INTO reports (image, source, name, page_url, reason, comment, reported_at_ms)
           VALUES (${image}, ${source}, ${name}, ${pageUrl}, ${reason}, ${comment},
             ${transaction.time.nowMs})`,
        );
        return true;
      }),
    reports: ({ offset, limit }) =>
      store.read(async (transaction) => {
        const [reports, count, imageCount] = await Promise.all([
          transaction.all<Report>(
            ...sql`SELECT ${REPORT_COLUMNS} FROM reports
              JOIN (SELECT image AS listed, max(id) AS newest FROM reports GROUP BY image
                ORDER BY max(id) DESC LIMIT ${limit} OFFSET ${offset}) AS images ON image = listed
              ORDER BY newest DESC, id DESC`,
          ),
          countRows(transaction, sql`FROM reports`),
          countRows(transaction, sql`FROM (SELECT DISTINCT image FROM reports) AS images`),
        ]);
        return { reports, count, imageCount };
      }),
    openReport: (id) =>
      store.read((transaction) =>
        transaction.get<Report>(...sql`SELECT ${REPORT_COLUMNS} FROM reports WHERE id = ${id}`),
      ),
    dismiss: (id, by) =>
      change(store, by, async ({ transaction, record }) => {
        const dismissed = await transaction.all<Report>(
          ...sql`DELETE FROM reports
            WHERE image = (SELECT image FROM reports WHERE id = ${id}) AND id <= ${id}
            RETURNING ${REPORT_COLUMNS}`,
        );
        const report = dismissed.find((each) => each.id === id);
        if (report === undefined) return null;
        const reasons = [...new Set(dismissed.map(({ reason }) => reason))].sort().join(" ");
        const details = { reasons, count: dismissed.length };
        await record({ action: "report.dismissed", subject: `image:${report.source}`, details });
        return report;
      }),
    rate: ({ source, name, pageUrl }, rating, by) =>
      change(store, by, async ({ transaction, nowMs, record }) => {
        const image = imageOf(source);
        // Includes the time, so that it grows even if an empty store replaced the old one.
        const revision = Math.max(nowMs, (await latestRevision(transaction)) + 1);
        await Promise.all([
          transaction.run(
            ...sql`INSERT INTO image_ratings (image, source, name, page_url, rating, revision, rated_at_ms)
             VALUES (${image}, ${source}, ${name}, ${pageUrl}, ${rating}, ${revision}, ${nowMs})
             ON CONFLICT (image) DO UPDATE SET name = excluded.name, page_url = excluded.page_url,
               rating = excluded.rating, revision = excluded.revision,
               rated_at_ms = excluded.rated_at_ms`,
          ),
          transaction.run(...sql`DELETE FROM reports WHERE image = ${image}`),
        ]);
        await record({ action: "image.rated", subject: `image:${source}`, details: { rating } });
        return revision;
      }),
    ratings: (afterRevision) =>
      store.read(async (transaction) => {
        // Read first: a change that is committed in between is returned again by the next call.
        const revision = await latestRevision(transaction);
        const changes = await transaction.all<RatingChanges["changes"][number]>(
          ...sql`SELECT source, rating FROM image_ratings WHERE revision > ${afterRevision}`,
        );
        return { revision, changes };
      }),
    ratedImage: (source) =>
      store.read((transaction) =>
        transaction.get<RatedImage>(...sql`${SELECT_RATED} AND image = ${imageOf(source)}`),
      ),
    rated: ({ offset, limit }) =>
      store.read(async (transaction) => {
        const [images, count] = await Promise.all([
          transaction.all<RatedImage>(
            ...sql`${SELECT_RATED} ORDER BY revision DESC LIMIT ${limit} OFFSET ${offset}`,
          ),
          countRows(transaction, sql`FROM image_ratings WHERE rating IS NOT NULL`),
        ]);
        return { images, count };
      }),
  };
}

function imageOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}

async function latestRevision(transaction: Reading): Promise<number> {
  const row = await transaction.get<{ revision: number }>(
    "SELECT coalesce(max(revision), 0) AS revision FROM image_ratings",
  );
  return row?.revision ?? 0;
}
