import "server-only";
import type { ListPage } from "@/lib/contract/account";
import type { RatedImage, Rating, Report, ReportedImage } from "@/lib/core/image/moderation";
import type { Actor } from "./account-state";

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
  /**
   * Lists the open reports of a page of images: the image of the newest report first, and the newest
   * report of each image first. `count` is that of all reports.
   */
  reports(page: ListPage): Promise<{ reports: Report[]; count: number; imageCount: number }>;
  openReport(id: number): Promise<Report | null>;
  /**
   * Deletes a report and the older ones of its image, and does not change the image. Returns the
   * report; null if there is none.
   */
  dismiss(id: number, by: Actor): Promise<Report | null>;
  /**
   * Rates an image and deletes its open reports; null removes the rating. Returns the revision of the
   * change.
   */
  rate(image: ReportedImage, rating: Rating | null, by: Actor): Promise<number>;
  /** Lists the ratings that changed after a revision, in any order; 0 for all. */
  ratings(afterRevision: number): Promise<RatingChanges>;
  /** Returns null if the image has no rating. */
  ratedImage(source: string): Promise<RatedImage | null>;
  /** Lists rated images; the last rated first. */
  rated(page: ListPage): Promise<{ images: RatedImage[]; count: number }>;
};

export type NewReport = Omit<Report, "id" | "reportedAtMs">;

/** A rating of null was removed. */
export type RatingChanges = {
  /** The revision of the latest change; 0 before the first. It never decreases. */
  revision: number;
  changes: { source: string; rating: Rating | null }[];
};

export const OPEN_REPORTS_MAX = { ofImage: 20, inAll: 5_000 };
