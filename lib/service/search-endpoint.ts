import "server-only";
import { parseSearchQuery } from "@/lib/core/search-query";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { writeSearchResponse } from "@/lib/protocol/write-search-response";
import type { PictureQuery } from "./library/find-pictures";
import type { Picture } from "./picture";
import { presentedKey } from "./presented-key";
import { publicAddressesOf } from "./public-addresses";
import type { ServiceKeys } from "./service-keys";

type Finder = {
  publicUrl: string;
  find(query: PictureQuery, options: { signal: AbortSignal }): Promise<Picture[]>;
};

/**
 * GET /v1/search: our side of the interface.
 *
 * Query   the interface's five parameters; unknown, repeated and malformed ones are refused.
 * 200     `SearchResponse`, addresses absolute.
 * Throws  key_missing, invalid_query, internal.
 */
export function searchEndpoint(service: Finder, keys: ServiceKeys): Handler {
  return async (request, { signal }) => {
    if (request.method !== "GET") {
      throw new AppError("method_not_allowed", `${request.method} is not answered here`);
    }
    // Before anything is read: a caller without a key learns nothing, and costs nothing.
    const key = presentedKey(request.headers);
    if (key === null || !keys.isValid(key)) throw new AppError("key_missing", "no valid key");

    const parameters = new URL(request.url).searchParams;
    const parsed = parseSearchQuery(parameters);
    if (!parsed.isValid) {
      throw new AppError("invalid_query", "malformed search", { problems: parsed.problems });
    }
    const pictures = await service.find(parsed.query, { signal });
    const items = pictures.map((picture) => {
      const addresses = publicAddressesOf(picture, service.publicUrl);
      const host = picture.host ?? new URL(addresses.hostUrl).hostname;
      return {
        ...addresses,
        width: picture.widthPx,
        height: picture.heightPx,
        accentColor: picture.accentColor,
        name: picture.name || tileMessages("untitledFrom", { host }),
      };
    });
    return Response.json(writeSearchResponse(parameters.get("q") ?? "", items), {
      // What is found changes with the library, and the key decides who may read it.
      headers: { "cache-control": "private, no-cache", "x-content-type-options": "nosniff" },
    });
  };
}
