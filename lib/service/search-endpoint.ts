import "server-only";
import { parseSearchQuery } from "@/lib/core/search-query";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import { isLoopbackHost } from "@/lib/platform/host-name";
import type { Handler } from "@/lib/platform/http";
import type { EmbeddedService } from "./embedded-service";
import { originalPath, type Picture, picturePath } from "./picture";

type Finder = Pick<EmbeddedService, "publicUrl" | "find">;

/**
 * GET /v1/search: the interface as a service.
 *
 * Query   the interface's five parameters; unknown, repeated and malformed ones are errors.
 * 200     the interface's "Search response" with absolute URLs, in rank order.
 * Throws  invalid_query, busy, library_unreadable, internal.
 */
export function serviceSearchEndpoint(service: Finder): Handler {
  return async (request, { signal, client }) => {
    const parameters = new URL(request.url).searchParams;
    const parsed = parseSearchQuery(parameters);
    const problems = parsed.isValid ? [] : [...parsed.problems];
    // The gallery's form may send an empty `site`; the interface does not allow one.
    if (parameters.get("site")?.trim() === "") {
      problems.push({ path: "site", code: "invalid_site" });
    }
    if (!parsed.isValid || problems.length > 0) {
      throw new AppError("invalid_query", "malformed search", { problems });
    }
    const pictures = await service.find(parsed.query, { signal, client });
    // Exactly the documented fields, in the documented order.
    const value = pictures.map((picture) => {
      const { imageUrl, hostUrl } = publicUrlsOf(picture, service.publicUrl);
      const host = picture.host ?? new URL(hostUrl).hostname;
      return {
        imageUrl,
        width: picture.widthPx,
        height: picture.heightPx,
        accentColor: picture.accentColor,
        name: picture.name || tileMessages("untitledFrom", { host }),
        hostUrl,
      };
    });
    const body = { name: parameters.get("q") ?? "", value };
    // The library changes at any time, and the answer is for the key's owner alone.
    return BytesResponse.of(body, { headers: { "cache-control": "private, no-cache" } });
  };
}

/**
 * Returns the absolute URLs of a picture, from the configured public URL: the caller chooses a
 * request's `Host`.
 *
 * Browsers resolve every name under `.localhost` to this machine (RFC 6761 §6.3). A picture credited
 * to such a site, as all of the demo collection are, has its page there if this server is local too.
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
