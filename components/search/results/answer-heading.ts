import type { SearchAnswer } from "@/lib/contract/search-answer";
import { hasMore } from "@/lib/core/query/search-outcome";
import { resultsMessages } from "@/lib/messages/compiled/results";

/** Returns the heading of an answer with images. */
export function headingText(answer: SearchAnswer): string {
  const { query, images } = answer;
  const key = hasMore(answer) ? "first" : "found";
  return resultsMessages(key, { count: images.length, query: query.q });
}
