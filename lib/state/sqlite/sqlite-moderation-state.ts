import "server-only";
import {
  dismissalEvent,
  type ModerationState,
  OPEN_REPORTS_MAX,
  type RatedImage,
  type RatingChanges,
  type Report,
  ratingEvent,
} from "../moderation-state";
import { createAuditLog } from "./audit-log";
import { inTransaction, retryWhileLocked, type SqliteDatabase } from "./database";
import { createStoreClock } from "./store-clock";

const REPORT_COLUMNS =
  "id, source, name, page_url AS pageUrl, reason, comment, reported_at_ms AS reportedAtMs";

const SELECT_RATED = `
  SELECT source, name, page_url AS pageUrl, rating, rated_at_ms AS ratedAtMs
  FROM image_ratings WHERE rating IS NOT NULL`;

/** Creates the state of moderation in a SQLite database with the store's tables. */
export function createSqliteModerationState(database: SqliteDatabase): ModerationState {
  const clock = createStoreClock(database);
  const audit = createAuditLog(database);
  const openCounts = database.prepare(
    "SELECT count(*) AS inAll, count(*) FILTER (WHERE source = ?) AS ofImage FROM reports",
  );
  const insertReport = database.prepare(
    `INSERT INTO reports (source, name, page_url, reason, comment, reported_at_ms)
     VALUES (:source, :name, :pageUrl, :reason, :comment, :nowMs)`,
  );
  const listReports = database.prepare(
    `SELECT ${REPORT_COLUMNS} FROM reports ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const countReports = database.prepare("SELECT count(*) AS count FROM reports");
  const findReport = database.prepare(`SELECT ${REPORT_COLUMNS} FROM reports WHERE id = ?`);
  const deleteReport = database.prepare("DELETE FROM reports WHERE id = ?");
  const deleteReportsOf = database.prepare("DELETE FROM reports WHERE source = ?");
  const latest = database.prepare(
    "SELECT coalesce(max(revision), 0) AS revision FROM image_ratings",
  );
  const putRating = database.prepare(
    `INSERT INTO image_ratings (source, name, page_url, rating, revision, rated_at_ms)
     VALUES (:source, :name, :pageUrl, :rating, :revision, :nowMs)
     ON CONFLICT (source) DO UPDATE SET name = excluded.name, page_url = excluded.page_url,
       rating = excluded.rating, revision = excluded.revision, rated_at_ms = excluded.rated_at_ms`,
  );
  const changedRatings = database.prepare(
    "SELECT source, rating FROM image_ratings WHERE revision > ?",
  );
  const findRated = database.prepare(`${SELECT_RATED} AND source = ?`);
  const listRated = database.prepare(`${SELECT_RATED} ORDER BY revision DESC LIMIT ? OFFSET ?`);
  const countRated = database.prepare(
    "SELECT count(*) AS count FROM image_ratings WHERE rating IS NOT NULL",
  );

  const read = <T>(work: () => T) => retryWhileLocked(work);
  const write = <T>(work: (nowMs: number) => T) =>
    retryWhileLocked(() => inTransaction(database, () => work(clock().nowMs)));
  const countOf = (row: unknown) => (row as { count: number }).count;
  const reportOf = (id: number) => (findReport.all(id)[0] as Report | undefined) ?? null;
  const latestRevision = () => (latest.get() as { revision: number }).revision;

  return {
    report: (report) =>
      write((nowMs) => {
        const open = openCounts.get(report.source) as typeof OPEN_REPORTS_MAX;
        if (open.inAll >= OPEN_REPORTS_MAX.inAll) return false;
        if (open.ofImage >= OPEN_REPORTS_MAX.ofImage) return false;
        insertReport.run({ ...report, nowMs });
        return true;
      }),
    reports: ({ offset, limit }) =>
      read(() => ({
        reports: listReports.all(limit, offset) as Report[],
        count: countOf(countReports.get()),
      })),
    openReport: (id) => read(() => reportOf(id)),
    dismiss: (id, by) =>
      write((nowMs) => {
        const report = reportOf(id);
        if (report === null) return null;
        deleteReport.run(id);
        audit.append(dismissalEvent(report), by, nowMs);
        return report;
      }),
    rate: (image, rating, by) =>
      write((nowMs) => {
        // The time, so that it also grows when the store was replaced by an empty one.
        const revision = Math.max(nowMs, latestRevision() + 1);
        const { source, name, pageUrl } = image;
        putRating.run({ source, name, pageUrl, rating, revision, nowMs });
        deleteReportsOf.run(source);
        audit.append(ratingEvent(source, rating), by, nowMs);
        return revision;
      }),
    ratings: (afterRevision) =>
      read(() => ({
        revision: latestRevision(),
        changes: changedRatings.all(afterRevision) as RatingChanges["changes"],
      })),
    ratedImage: (source) =>
      read(() => (findRated.all(source)[0] as RatedImage | undefined) ?? null),
    rated: ({ offset, limit }) =>
      read(() => ({
        images: listRated.all(limit, offset) as RatedImage[],
        count: countOf(countRated.get()),
      })),
  };
}
