import type { ChangedSearch, OfferedQuery } from "@/lib/protocol/changed-search";
import type { Copies, ImageFile } from "@/lib/protocol/search-service";
import type { ErrorCode } from "./errors";
import type { SearchOffer } from "./search-offer";
import type { SearchQuery } from "./search-query";

/**
 * One image of an answer. `id` is a hash of the normalised `imageUrl` and `hostUrl`, because the
 * interface has no ids. `width` and `height` are in pixels, null if the service sent no valid size.
 * `accentColor` is `#rrggbb`. URLs are absolute http(s), or paths on this server for library images.
 */
export type Image = {
  id: string;
  name: string;
  imageUrl: string;
  /** The page that shows the image; null if the service sent no valid URL. */
  hostUrl: string | null;
  /** The host to credit: the host of `hostUrl`, otherwise of `imageUrl`. */
  host: string;
  /** The folder of an own picture without a host; shown instead of the host. */
  folder?: string;
  /** Absent for an image of another server. */
  file?: ImageFile;
  /** Set for an image of our own library that has a synonym or a kind of a word of the search. */
  isRelated?: true;
  /** Absent for an image without copies in the library. */
  copies?: Copies;
  width: number | null;
  height: number | null;
  accentColor: string | null;
  /** Thumbnails by this server; null for a URL that it refuses to fetch. */
  thumbnails: Thumbnails | null;
  /** A URL to load if the thumbnail fails; null if other hosts must not see the visitor. */
  fallbackUrl: string | null;
};

/**
 * The thumbnails of an image. The URL of each is `path`, which is signed and expires, followed by a
 * width of `widthsPx` (ascending).
 */
export type Thumbnails = { path: string; widthsPx: readonly number[] };

/** The service in use, as far as a browser may see it. `examples` are searches that find images. */
export type ServiceLabel = (
  | { kind: "demo"; pictureCount: number; examples: readonly string[] }
  | { kind: "library"; pictureCount: number; examples: readonly string[] }
  | { kind: "remote"; host: string }
) & {
  /** The operator locked safe search: every search is strict. */
  isStrictOnly?: true;
};

/**
 * The answer to a search. The body of a successful `GET /api/search` has all of it but `ageSeconds`,
 * which is in the response's header `Age`.
 */
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
   * `service`: a new answer. `cache`: a fresh cached answer. `stale`: a stale cached answer, because
   * the search failed. `library`: the library's answer, for the same reason.
   */
  from: "service" | "cache" | "stale" | "library";
  /** Why the search failed; set for `stale` and `library`. */
  staleReason: ErrorCode | null;
  /** How many images match; null if unknown. A service that sends fewer than requested has no more. */
  totalCount: number | null;
  /** How many images the cached answer has, of which `images` are the first. All of them are free. */
  heldCount: number;
  /** Null if all images have all words of the query as typed, or if another service answered. */
  changed: ChangedSearch | null;
  /**
   * Queries with the same filters that find images. Empty unless this one found none in our own
   * library.
   */
  offers: OfferedQuery[];
  /** Unusable items that are missing from `images`. */
  droppedCount: number;
  /** Searches that this answer cost: 0 or 1. */
  searchesUsed: number;
  /** What the visitor's next search costs; absent from free answers and those of a fresh cache. */
  searchOffer?: SearchOffer;
};
