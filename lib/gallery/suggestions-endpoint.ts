import "server-only";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";

/** Returns completions of a text. `visitor`: who is typing. */
export type Suggest = (
  text: string,
  options: { signal: AbortSignal; visitor?: string },
) => Promise<string[]>;

/**
 * POST /api/suggestions: searches that begin with the text being typed. Free; stores nothing.
 *
 * Body    `q`, form-encoded.
 * 200     an array of at most eight texts; empty for a service that has no words of its own.
 * Errors  cross_site, library_unreadable, busy.
 */
export function suggestionsEndpoint(suggest: Suggest | null): Endpoint {
  return {
    ...GALLERY_POST,
    path: "/api/suggestions",
    handler: async (request, { signal, visitor }) => {
      assertOwnPage(request);
      const text = new URLSearchParams(await request.text()).get("q") ?? "";
      const isUsable = suggest !== null && text.length <= QUERY_CHARACTERS_MAX;
      return BytesResponse.of(isUsable ? await suggest(text, { signal, visitor }) : []);
    },
  };
}
