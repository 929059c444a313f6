import "server-only";
import { describeSpan, traced } from "@/lib/platform/tracing";
import type { SearchImages } from "./search-images";

/** Runs each search in a span of its request's trace. */
export function tracedSearch(searchImages: SearchImages): SearchImages {
  return async (query, options) => {
    const answer = await traced("search", { "vitrine.search.count": query.count }, () =>
      searchImages(query, options),
    );
    describeSpan({
      "vitrine.answer.from": answer.from,
      "vitrine.answer.images": answer.images.length,
      ...(answer.staleReason !== null && { "vitrine.answer.stale_reason": answer.staleReason }),
    });
    return answer;
  };
}
