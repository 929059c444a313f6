import type { SearchParameters } from "./search-parameters";
import type { ImageItem } from "./search-response";

/**
 * An item as the gallery gets it. `host` is the host to credit. Addresses are absolute; only our
 * own service, called in process, may give paths on this server instead, so that its pictures are
 * found under whatever name the server is reached.
 */
export type FoundItem = ImageItem & {
  host: string;
  /** Changes when the image's file changes. Only our own service knows it. */
  revision?: string;
};

/** What a service said to one search, and how much of it could not be used. */
export type ServiceAnswer = {
  /** In rank order. */
  items: FoundItem[];
  /** Items that were dropped because they had no usable `imageUrl`. */
  droppedCount: number;
};

/**
 * Something that answers the interface: a remote service, or our own in process.
 * Rejects with an `AppError` when it cannot; an aborted `signal` rejects with its reason.
 */
export type SearchService = {
  search(parameters: SearchParameters, options: { signal: AbortSignal }): Promise<ServiceAnswer>;
};
