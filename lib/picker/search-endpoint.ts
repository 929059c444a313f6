import "server-only";
import { z } from "zod";
import type { PickerSearchRequest } from "@/lib/contract/picker-requests";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import type { AnswerResponse } from "@/lib/gallery/answer-response";
import { validQuery } from "@/lib/gallery/search-endpoints";
import type { SearchImages } from "@/lib/gallery/search-images";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { Context } from "@/lib/platform/http";
import { parseJson } from "@/lib/protocol/parse-json";
import type { KeyQuota } from "@/lib/service/api/key-quota";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, SEARCH_ROUTE } from "@/lib/web/route";
import type { PickerGrants } from "./grants";

const SENT = z.object({
  search: z.string().max(2_000),
  origin: z.string().max(300),
  grant: z.string().max(2_000).optional(),
  isAgain: z.boolean().default(false),
}) satisfies z.ZodType<PickerSearchRequest>;

type Parts = {
  searchImages: SearchImages;
  answerResponse: AnswerResponse;
  /** Those that may open the picker. */
  origins: readonly string[];
  /** Null if a press is enough: searches are free, or the operator requires no grant. */
  grants: Pick<PickerGrants, "read"> | null;
  keyQuota: Pick<KeyQuota, "count">;
};

/**
 * POST /api/picker/search: a search that a visitor started with a press in the picker, and that may
 * cost money. The picker's page has this server's origin in a frame of another site too, so it needs no
 * cookie (docs/decisions/0032-what-begins-a-search.md). With `grants`, an answer that is not cached
 * counts for the account of the grant, as a search of `/v1/search` does.
 *
 * Body    `PickerSearchRequest`, as JSON.
 * 200     as GET `/api/search`.
 * Errors  cross_site, invalid_query, picker_search_refused, and those of GET `/api/search`.
 */
export function pickerSearchEndpoint({
  searchImages,
  answerResponse,
  origins,
  grants,
  keyQuota,
}: Parts): Endpoint {
  async function searchWithGrant(
    query: SearchQuery,
    { grant = "", origin, isAgain, hasCount }: z.output<typeof SENT> & { hasCount: boolean },
    context: Context,
  ): Promise<SearchAnswer> {
    const { requestId, signal, visitor, target, params } = context;
    const options = { signal, visitor, isAgain };
    if (!isAgain) {
      const known = await searchImages(query, { ...options, mayPay: false }).catch(unlessUnpaid);
      if (known?.from === "cache") return known;
    }
    const key = grants?.read(grant, origin) ?? null;
    if (key === null) throw new AppError("picker_search_refused", "no valid grant");
    const principal = { kind: "api-client", ...key } as const;
    try {
      const counted = await keyQuota.count(
        { requestId, signal, visitor, target, params, principal },
        () => ({ query, hasCount }),
      );
      const answer = await searchImages(counted.query, { ...options, mayPay: true }).catch(
        async (cause) => {
          await counted.refund(toAppError(cause).code);
          throw cause;
        },
      );
      const { from, staleReason } = answer;
      // A lower count of the plan may be cached, or another visitor's search has the same answer.
      if (staleReason !== null || from === "cache") await counted.refund(staleReason);
      return staleReason === null ? answer : { ...answer, searchesUsed: 0 };
    } catch (cause) {
      throw toPickerError(cause);
    }
  }

  return {
    ...SEARCH_ROUTE,
    path: "/api/picker/search",
    handler: async (request, context) => {
      assertOwnPage(request);
      const json = parseJson(await request.text());
      const sent = SENT.safeParse(json.isJson ? json.value : null);
      if (!sent.success) throw new AppError("invalid_query", "not a search of the picker");
      if (!origins.includes(sent.data.origin)) throw new AppError("cross_site", "unlisted origin");
      const parameters = new URLSearchParams(sent.data.search);
      const query = validQuery(parseSearchQuery(parameters));
      const { isAgain } = sent.data;
      const { signal, visitor } = context;
      const answer =
        grants === null
          ? await searchImages(query, { signal, visitor, isAgain, mayPay: true })
          : await searchWithGrant(
              query,
              { ...sent.data, hasCount: parameters.has("count") },
              context,
            );
      context.isPaid = answer.searchesUsed > 0;
      return answerResponse(answer);
    },
  };
}

/** Returns null for a search that could be paid for. */
function unlessUnpaid(cause: unknown): null {
  if (toAppError(cause).code === "search_unconfirmed") return null;
  throw cause;
}

/** Replaces errors of keys, whose texts address API clients. */
function toPickerError(cause: unknown): unknown {
  const error = toAppError(cause);
  const { code, message, retryAfterSeconds, serviceSaid, searchOffer } = error;
  if (!/^(?:api|key)_/.test(code)) {
    // Says nothing of a used search: the account got it back.
    const options = { cause, retryAfterSeconds, serviceSaid, searchOffer };
    return error.searchesUsed === undefined ? cause : new AppError(code, message, options);
  }
  return new AppError("picker_search_refused", code, { cause, retryAfterSeconds });
}
