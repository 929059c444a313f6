import "server-only";
import { createHash } from "node:crypto";
import { change } from "../audit/audit-log";
import {
  dismissalEvent,
  type ModerationState,
  OPEN_REPORTS_MAX,
  type RatedImage,
  type RatingChanges,
  type Report,
  ratingEvent,
} from "../moderation-state";
import type { Reading, Store } from "../store";

const REPORT_COLUMNS = `id, source, name, page_url AS "pageUrl", reason, comment,
  reported_at_ms AS "reportedAtMs"`;

const SELECT_RATED = `
  SELECT source, name, page_url AS "pageUrl", rating, rated_at_ms AS "ratedAtMs"
  FROM image_ratings WHERE rating IS NOT NULL`;

/** Creates the state of moderation in a store with `MODERATION_TABLES`. */
export function createModerationState(store: Store): ModerationState {
  return {
    report: ({ source, name, pageUrl, reason, comment }) =>
      store.write({ locks: [{ kind: "reports", name: "" }] }, async (transaction) => {
        const image = imageOf(source);
        const [inAll, ofImage] = await Promise.all([
          countOf(transaction, "FROM reports"),
          countOf(transaction, "FROM reports WHERE image = ?1", image),
        ]);
        if (inAll >= OPEN_REPORTS_MAX.inAll || ofImage >= OPEN_REPORTS_MAX.ofImage) return false;
        await transaction.run(
          `INSERT INTO reports (image, source, name, page_url, reason, comment, reported_at_ms)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
          image,
          source,
          name,
          pageUrl,
          reason,
          comment,
          transaction.time.nowMs,
        );
        return true;
      }),
    reports: ({ offset, limit }) =>
      store.read(async (transaction) => {
        const [reports, count] = await Promise.all([
          transaction.all<Report>(
            `SELECT ${REPORT_COLUMNS} FROM reports ORDER BY id DESC LIMIT ?1 OFFSET ?2`,
            limit,
            offset,
          ),
          countOf(transaction, "FROM reports"),
        ]);
        return { reports, count };
      }),
    openReport: (id) =>
      store.read((transaction) =>
        transaction.get<Report>(`SELECT ${REPORT_COLUMNS} FROM reports WHERE id = ?1`, id),
      ),
    dismiss: (id, by) =>
      change(store, by, async ({ transaction, record }) => {
        const report = await transaction.get<Report>(
          `DELETE FROM reports WHERE id = ?1 RETURNING ${REPORT_COLUMNS}`,
          id,
        );
        if (report !== null) await record(dismissalEvent(report));
        return report;
      }),
    rate: ({ source, name, pageUrl }, rating, by) =>
      change(store, by, async ({ transaction, nowMs, record }) => {
        const image = imageOf(source);
        // Includes the time, so that it grows even if an empty store replaced the old one.
        const revision = Math.max(nowMs, (await latestRevision(transaction)) + 1);
        await Promise.all([
          transaction.run(
            `INSERT INTO image_ratings (image, source, name, page_url, rating, revision, rated_at_ms)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (image) DO UPDATE SET name = excluded.name, page_url = excluded.page_url,
               rating = excluded.rating, revision = excluded.revision,
               rated_at_ms = excluded.rated_at_ms`,
            image,
            source,
            name,
            pageUrl,
            rating,
            revision,
            nowMs,
          ),
          transaction.run("DELETE FROM reports WHERE image = ?1", image),
        ]);
        await record(ratingEvent(source, rating));
        return revision;
      }),
    ratings: (afterRevision) =>
      store.read(async (transaction) => {
        // Read first: a change that is committed in between is returned again by the next call.
        const revision = await latestRevision(transaction);
        const changes = await transaction.all<RatingChanges["changes"][number]>(
          "SELECT source, rating FROM image_ratings WHERE revision > ?1",
          afterRevision,
        );
        return { revision, changes };
      }),
    ratedImage: (source) =>
      store.read((transaction) =>
        transaction.get<RatedImage>(`${SELECT_RATED} AND image = ?1`, imageOf(source)),
      ),
    rated: ({ offset, limit }) =>
      store.read(async (transaction) => {
        const [images, count] = await Promise.all([
          transaction.all<RatedImage>(
            `${SELECT_RATED} ORDER BY revision DESC LIMIT ?1 OFFSET ?2`,
            limit,
            offset,
          ),
          countOf(transaction, "FROM image_ratings WHERE rating IS NOT NULL"),
        ]);
        return { images, count };
      }),
  };
}

function imageOf(source: string): string {
  return createHash("sha256").update(source).digest("hex");
}

async function countOf(transaction: Reading, from: string, ...values: string[]): Promise<number> {
  const row = await transaction.get<{ count: number }>(
    `SELECT count(*) AS count ${from}`,
    ...values,
  );
  return row?.count ?? 0;
}

async function latestRevision(transaction: Reading): Promise<number> {
  const row = await transaction.get<{ revision: number }>(
    "SELECT coalesce(max(revision), 0) AS revision FROM image_ratings",
  );
  return row?.revision ?? 0;
}
