import type { ErrorCode } from "./errors";
import type { SearchQuery } from "./search-query";

/**
 * One image of an answer. `id` is ours (the interface gives none): a hash of the normalised
 * `imageUrl` and `hostUrl`. Sizes are in pixels, null where the service sent none that makes
 * sense. `accentColor` is `#rrggbb`. Addresses are absolute http(s), or a path on this server for
 * pictures of our own.
 */
export type Image = {
  id: string;
  name: string;
  imageUrl: string;
  /** The page the image was found on; null when the service sent no usable one. */
  hostUrl: string | null;
  /** The host to credit: of `hostUrl`, else of `imageUrl`. */
  host: string;
  width: number | null;
  height: number | null;
  accentColor: string | null;
  /** Smaller versions that this server makes; null for a picture it can't fetch. */
  thumbnails: Thumbnails | null;
  /**
   * What the browser may load when no thumbnail comes; null: nothing, so that no other host ever
   * sees the visitor.
   */
  fallbackUrl: string | null;
};

/**
 * The versions of an image: each is at `path`, which is signed and good for some days, with its
 * width in pixels put after it. `widthsPx` ascends.
 */
export type Thumbnails = { path: string; widthsPx: readonly number[] };

/** Which service answers, in words that may be shown. */
export type ServiceLabel =
  | { kind: "demo"; pictureCount: number }
  | { kind: "library"; pictureCount: number }
  | { kind: "remote"; host: string };

/** The body of a successful `GET /api/search`. */
export type SearchAnswer = {
  query: SearchQuery;
  /** In the service's rank order. */
  images: Image[];
  /** When the service answered, ISO 8601 in UTC. */
  answeredAt: string;
  /** Whole seconds since then, by this server's clock. */
  ageSeconds: number;
  service: ServiceLabel;
  /**
   * Asked just now; or held, and as good as that; or held, too old for that, and shown because
   * nothing newer could be had; or, for the same reason, from the user's own library.
   */
  from: "service" | "cache" | "stale" | "library";
  /** Why nothing newer could be had: set for `stale` and `library`. */
  staleReason: ErrorCode | null;
  /** In how many seconds a newer answer may be had, where `staleReason` says so. */
  retryAfterSeconds?: number;
  /** Cut out of an answer to the same question with a larger count. */
  isNarrowed: boolean;
  /** Items of the service that could not be used and are not among `images`. */
  droppedCount: number;
  /** Searches that this answer cost: 0 or 1. */
  searchesUsed: number;
  /** This month's searches at the service, in UTC; null where they are free, or not known now. */
  budget: { limit: number; used: number } | null;
};
