import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { type AnswerMemory, type CachedAnswer, narrow, type ToSearch } from "./answer-cache";
import type { RatingFilter } from "./rating-filter";
import type { WatchedState } from "./watched-state";

/** A cached answer. Opening a fresh one is free. */
export type CachedSearch = {
  query: SearchQuery;
  answer: CachedAnswer;
  isFresh: boolean;
  ageSeconds: number;
};

export type CachedSearches = ReturnType<typeof createCachedSearches>;

/** Reads more than it returns, because some answers may belong to another service. */
const READ_MAX = 20;

/** Creates the functions that read cached answers and never pay for one. */
export function createCachedSearches({
  toSearch,
  watched: { state, nowMs },
  memory,
  sharesRecent,
  ratingFilter,
}: {
  toSearch: ToSearch;
  watched: WatchedState;
  memory: AnswerMemory;
  /** Whether visitors may see each other's searches. */
  sharesRecent: boolean;
  ratingFilter: RatingFilter;
}) {
  const ageOf = ({ answeredAtMs }: CachedAnswer) =>
    Math.max(0, Math.floor((nowMs() - answeredAtMs) / 1000));

  return {
    /** Returns the best cached answer to a query, fresh or stale; null if there is none. */
    async find(query: SearchQuery): Promise<CachedSearch | null> {
      const { lookup, family } = toSearch(query);
      const found = await state.find(lookup);
      const whole = memory.learn(lookup, family, found);
      const answer = whole && narrow(ratingFilter(whole, query), query.count);
      return answer && { query, answer, isFresh: found.isFresh, ageSeconds: ageOf(answer) };
    },
    /** Returns the newest fresh answers of all visitors; none unless they are shared. */
    async shared(countMax: number): Promise<CachedSearch[]> {
      if (!sharesRecent) return [];
      const { answers } = await state.recent(READ_MAX);
      return answers
        .flatMap(({ query: text, ...stored }): CachedSearch[] => {
          const parsed = parseSearchQuery(new URLSearchParams(text));
          if (!parsed.isValid) return [];
          const { query } = parsed;
          const { lookup, family } = toSearch(query);
          // Another service or setting gave this answer: a search for it would cost now.
          if (lookup.key !== stored.key) return [];
          const whole = memory.learn(lookup, family, { answer: stored });
          const answer = whole && ratingFilter(whole, query);
          if (answer === null || answer.images.length === 0) return [];
          return [{ query, answer, isFresh: true, ageSeconds: ageOf(answer) }];
        })
        .slice(0, countMax);
    },
  };
}
