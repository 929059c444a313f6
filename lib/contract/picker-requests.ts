import type { ProvenImage } from "./image-proofs";

/*
 * What the picker's page asks of this server, besides what every page asks: it looks searches up with
 * GET `/api/search`, which never pays, and reads originals as bytes with `POST /api/original`.
 */

/** A search that the visitor started with a press in the picker. Answered as `POST /api/search`. */
export const PICKER_SEARCH_URL = "/api/picker/search";

/** The body of `POST /api/picker/search`, as JSON. */
export type PickerSearchRequest = {
  /** The search's parameters as a query string, such as `q=sea&count=24`. */
  search: string;
  /** The caller's origin, as in the page's URL. */
  origin: string;
  /** The grant of the call, if it has one. */
  grant?: string | undefined;
  /** Bypasses the cache ("Search again"). */
  isAgain?: boolean;
};

/** Makes a URL from which the caller's program reads an original, until it expires. */
export const PICKER_ORIGINAL_URL = "/api/picker/original";

/** The body of `POST /api/picker/original`, as JSON. The file is named after `name`. */
export type PickerOriginalRequest = { image: ProvenImage; name: string; origin: string };

/** The answer: an absolute URL; ISO 8601 in UTC. */
export type PickerOriginalAnswer = { url: string; expiresAt: string };
