import type { SearchAnswer } from "@/lib/contract/search-answer";
import { hasMore } from "@/lib/core/query/search-outcome";
import { resultsMessages } from "@/lib/messages/compiled/results";

/** Returns the heading of an answer. It counts the images that have all words of the search. */
export function headingText(answer: SearchAnswer): string {
  const { query, images, changed } = answer;
  const count = changed?.matchCount ?? images.length;
  const isPart = count === images.length && hasMore(answer);
  if (count === 0) return resultsMessages("none", { query: query.q });
  return resultsMessages(isPart ? "first" : "found", { count, query: query.q });
}
