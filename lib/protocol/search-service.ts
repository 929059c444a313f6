import type { ChangedSearch, OfferedQuery } from "./changed-search";
import type { SearchParameters } from "./search-parameters";

/**
 * One element of `value` (the interface, "Image result item") after reading. URLs are absolute
 * http(s). Only our own service, called in process, may return paths on this server, so that its
 * images load under any host name of the server. A field that is missing or cannot be repaired is
 * null; a missing name is "".
 */
export type ServiceItem = {
  imageUrl: string;
  /** In whole pixels, at least 1. */
  width: number | null;
  height: number | null;
  /** `#rrggbb` */
  accentColor: string | null;
  name: string;
  hostUrl: string | null;
  /** The host to credit. */
  host: string;
  /** Changes when the image's file changes. Only our own service knows it. */
  revision?: string;
  /** The folder of an image that names no host. Only our own service knows it. */
  folder?: string;
  /** Only our own service, called in process, reports it. */
  file?: ImageFile;
  /** Absent for an image without copies. Only our own service, called in process, reports it. */
  copies?: Copies;
};

/**
 * The file of an image in our library, and what it says of itself: its creator, copyright notice and
 * licence, as it states them. `takenAt` is ISO 8601 by the camera's clock, possibly only a day, month
 * or year.
 */
export type ImageFile = {
  name: string;
  /** In lower case, such as `jpeg`. */
  format: string;
  sizeBytes: number;
  creator?: string;
  copyright?: string;
  licence?: string;
  takenAt?: string;
};

/**
 * The copies of an image in other sizes or files: how many images and sizes there are, with it, and the
 * URL of their list.
 */
export type Copies = { count: number; sizeCount: number; url: string };

/** A service's answer to one search. */
export type ServiceAnswer = {
  /** In rank order. */
  items: ServiceItem[];
  /**
   * How many images match, whatever the count; null if more match than an answer can contain. Only
   * our own service reports it.
   */
  totalCount?: number | null;
  /** Items that were dropped because they had no usable `imageUrl`. */
  droppedCount: number;
  /** How the query was changed to find more. Only our own service, called in process, reports it. */
  changed?: ChangedSearch | null;
  /** Queries that find images, if this one finds none. Only our own service reports them. */
  offers?: OfferedQuery[];
};

/**
 * A service that implements the interface: a remote one, or our own in process.
 * Rejects with an `AppError` if it fails, or with the signal's reason if that aborts.
 */
export type SearchService = {
  search(
    parameters: SearchParameters,
    /** `visitor`: an address, or the digest of a key; our own service shares its time fairly between them. */
    options: { signal: AbortSignal; visitor?: string },
  ): Promise<ServiceAnswer>;
};
