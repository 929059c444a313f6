import "server-only";
import type { z } from "zod";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { isLoopbackHost } from "@/lib/platform/host-name";
import { type Endpoint, INTERFACE } from "@/lib/web/route";
import { type KeyQuota, keyDigestOf } from "./api/key-quota";
import { readSearchParameters } from "./api/read-search-parameters";
import type { SEARCH_RESPONSE } from "./api/schemas";
import type { EmbeddedService } from "./embedded-service";
import { originalPath, type Picture, picturePath } from "./picture";

type Finder = Pick<EmbeddedService, "publicUrl" | "find">;

/**
 * GET /v1/search: the interface as a service.
 *
 * Query   the interface's parameters; unknown, repeated and malformed ones are errors.
 * 200     the interface's "Search response" with absolute URLs, in rank order.
 * Throws  invalid_query, busy, library_unreadable, internal; what `KeyQuota` rejects with.
 */
export function serviceSearchEndpoint(
  service: Finder,
  keyQuota: Pick<KeyQuota, "search">,
): Endpoint {
  return {
    ...INTERFACE,
    path: "/v1/search",
    handler: async (request, context) => {
      const { search, searchParams } = new URL(request.url);
      return keyQuota.search(
        context,
        () => readSearchParameters(search),
        async (query) => {
          const { signal } = context;
          const visitor = keyDigestOf(context) ?? context.visitor;
          const pictures = await service.find(query, { signal, visitor });
          const body: z.output<typeof SEARCH_RESPONSE> = {
            name: searchParams.get("q") ?? "",
            value: pictures.map((picture) => toItem(picture, service.publicUrl)),
          };
          // The library can change at any time, and the answer is only for the owner of the key.
          return BytesResponse.of(body, { headers: { "cache-control": "private, no-cache" } });
        },
      );
    },
  };
}

/** Returns exactly the documented fields, in the documented order. */
function toItem(picture: Picture, publicUrl: string) {
  const { imageUrl, hostUrl } = publicUrlsOf(picture, publicUrl);
  const host = picture.host ?? new URL(hostUrl).hostname;
  return {
    imageUrl,
    width: picture.widthPx,
    height: picture.heightPx,
    accentColor: picture.accentColor,
    name: picture.name || tileMessages("untitledFrom", { host }),
    hostUrl,
  };
}

/**
 * Returns the absolute URLs of a picture. They use the configured public URL, because the caller
 * chooses a request's `Host`.
 *
 * Browsers resolve every name under `.localhost` to this machine (RFC 6761 §6.3). Pictures of
 * the demo collection are credited to such sites: on a local server, these have their pages.
 */
export function publicUrlsOf(
  picture: Picture,
  publicUrl: string,
): { imageUrl: string; hostUrl: string } {
  const server = new URL(publicUrl);
  const page = picturePath(picture.id);
  let hostUrl = picture.hostUrl;
  if (hostUrl === null && picture.host?.endsWith(".localhost") && isLoopbackHost(server.hostname)) {
    const port = server.port === "" ? "" : `:${server.port}`;
    hostUrl = `${server.protocol}//${picture.host}${port}${page}`;
  }
  return {
    imageUrl: `${publicUrl}${originalPath(picture.id)}`,
    hostUrl: hostUrl ?? `${publicUrl}${page}`,
  };
}
