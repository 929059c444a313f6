import type { SearchParameters } from "./search-parameters";
import type { ImageItem } from "./search-response";

/**
 * An item as the gallery gets it. `host` is the host to credit. URLs are absolute; only our own
 * service, called in process, may return paths on this server, so that its images load under any
 * host name of the server.
 */
export type FoundItem = ImageItem & {
  host: string;
  /** Changes when the image's file changes. Only our own service knows it. */
  revision?: string;
};

/** A service's answer to one search. */
export type ServiceAnswer = {
  /** In rank order. */
  items: FoundItem[];
  /** Items that were dropped because they had no usable `imageUrl`. */
  droppedCount: number;
};

/**
 * A service that implements the interface: a remote one, or our own in process.
 * Rejects with an `AppError` if it fails, or with the signal's reason if that aborts.
 */
export type SearchService = {
  search(parameters: SearchParameters, options: { signal: AbortSignal }): Promise<ServiceAnswer>;
};
