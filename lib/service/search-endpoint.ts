import "server-only";
import { parseSearchQuery } from "@/lib/core/search-query";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { AppError } from "@/lib/platform/errors";
import { isLoopbackHost } from "@/lib/platform/host-name";
import type { Handler } from "@/lib/platform/http";
import type { EmbeddedService } from "./embedded-service";
import { originalPath, type Picture, picturePath } from "./picture";
import { presentedKey, type ServiceKeys } from "./service-keys";

type Finder = Pick<EmbeddedService, "publicUrl" | "find">;

/**
 * GET /v1/search: the interface as a service.
 *
 * Query   the interface's five parameters; unknown, repeated and malformed ones are errors.
 * 200     the interface's "Search response" with absolute URLs, in rank order.
 * Throws  key_missing, invalid_query, method_not_allowed, busy, library_unreadable, internal.
 */
export function serviceSearchEndpoint(service: Finder, keys: ServiceKeys): Handler {
  return async (request, { signal }) => {
    if (request.method !== "GET") {
      throw new AppError("method_not_allowed", `${request.method} is not answered here`);
    }
    // Before the parameters: a caller without a key must learn nothing.
    const key = presentedKey(request.headers);
    if (key === null || !keys.isValid(key)) throw new AppError("key_missing", "no valid key");

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
    const pictures = await service.find(parsed.query, { signal });
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
    return Response.json(body, {
      // The library changes at any time, and the answer is for the key's owner alone.
      headers: { "cache-control": "private, no-cache", "x-content-type-options": "nosniff" },
    });
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
