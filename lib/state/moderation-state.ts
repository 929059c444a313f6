import "server-only";
import type { Rating, ReportReason } from "@/lib/core/image/moderation";
import type { Actor, NewAuditEvent } from "./account-state";

/**
 * The shared state of moderation: reports by visitors, and the operator's ratings of images.
 *
 * Every method is one transaction, which also records the operator's actions in the audit log. Time
 * is the store's, in milliseconds since the epoch. Images are named by their source
 * (`librarySource`). Every method rejects if the store is unreachable.
 */
export type ModerationState = {
  /**
   * Stores a report for the operator. Returns false if too many are open: 20 of this image, or 5,000
   * in all.
   */
  report(report: NewReport): Promise<boolean>;
  /** Lists open reports; the newest first. */
  reports(page: Page): Promise<{ reports: Report[]; count: number }>;
  openReport(id: number): Promise<Report | null>;
  /** Deletes a report and does not change the image. Returns null if there is no such report. */
  dismiss(id: number, by: Actor): Promise<Report | null>;
  /**
   * Rates an image and deletes its open reports; null removes the rating. Returns the revision of the
   * change.
   */
  rate(image: ImageToRate, rating: Rating | null, by: Actor): Promise<number>;
  /** Lists the ratings that changed after a revision, in any order; 0 for all. */
  ratings(afterRevision: number): Promise<RatingChanges>;
  /** Returns null if the image has no rating. */
  ratedImage(source: string): Promise<RatedImage | null>;
  /** Lists rated images; the last rated first. */
  rated(page: Page): Promise<{ images: RatedImage[]; count: number }>;
};

type Page = { offset: number; limit: number };

/** An image as the page showed it to the visitor who reports it. */
export type ReportedImage = {
  source: string;
  name: string;
  /** The http(s) URL or the path of the page that shows the image; null if none is known. */
  pageUrl: string | null;
};

export type NewReport = ReportedImage & { reason: ReportReason; comment: string };

export type Report = NewReport & { id: number; reportedAtMs: number };

/** `name` and `pageUrl` are for the operator's list. */
export type ImageToRate = ReportedImage;

export type RatedImage = ReportedImage & { rating: Rating; ratedAtMs: number };

/** A rating of null was removed. */
export type RatingChanges = {
  /** The revision of the latest change; 0 before the first. It never decreases. */
  revision: number;
  changes: { source: string; rating: Rating | null }[];
};

export const OPEN_REPORTS_MAX = { ofImage: 20, inAll: 5_000 };

/** The audit event of a rating. */
export function ratingEvent(source: string, rating: Rating | null): NewAuditEvent {
  return { action: "image.rated", subject: `image:${source}`, details: { rating } };
}

/** The audit event of a report that was dismissed. */
export function dismissalEvent({ source, reason }: Report): NewAuditEvent {
  return { action: "report.dismissed", subject: `image:${source}`, details: { reason } };
}
