/** Why a visitor reports an image. The texts are in `lib/messages/<locale>/report.json`. */
export const REPORT_REASONS = ["not-strict", "wrong-credit", "rights", "other"] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

/**
 * An operator's rating of an image: shown in every search, only with `safesearch=moderate`, or never.
 * It takes precedence over the rating by the library or the remote service.
 */
export const RATINGS = ["fine", "moderate", "never"] as const;

export type Rating = (typeof RATINGS)[number];

/** An image as the page showed it to the visitor who reports it. */
export type ReportedImage = {
  source: string;
  name: string;
  /** The http(s) URL or the path of the page that shows the image; null if none is known. */
  pageUrl: string | null;
};

export type Report = ReportedImage & {
  id: number;
  reason: ReportReason;
  comment: string;
  reportedAtMs: number;
};

/** An image with its open reports; the newest first. */
export type ImageReports = ReportedImage & { reports: [Report, ...Report[]] };

export type RatedImage = ReportedImage & { rating: Rating; ratedAtMs: number };

export const REPORT_URL = "/api/reports";

/** The longest comment of a report, in characters. */
export const COMMENT_CHARACTERS_MAX = 500;

/**
 * Returns the source of a library picture in ratings and reports: `lib:` and the picture's id. The
 * source of any other image is its URL.
 */
export function librarySource(id: string): string {
  return `lib:${id}`;
}

/** Returns the id of the library picture that a source names; null for another image. */
export function libraryIdOf(source: string): string | null {
  return source.startsWith("lib:") ? source.slice("lib:".length) : null;
}

/** Returns whether a search with this filter may show an image with this rating. */
export function isShown(rating: Rating | null, safesearch: "strict" | "moderate"): boolean {
  return rating !== "never" && (rating !== "moderate" || safesearch === "moderate");
}
