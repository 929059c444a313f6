import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { searchCacheKey } from "@/lib/gallery/answer-cache";
import { freshMsOf } from "@/lib/gallery/answer-lifetime";
import { seededRandom } from "@/tests/support/seeded-random";

/** A search by one visitor at one time. */
export type TracedSearch = { atMs: number; visitor: string; query: SearchQuery };

export type TraceOptions = {
  searchCount: number;
  startMs: number;
  days: number;
  seed: number;
};

const WORD_COUNT = 4000;
const ZIPF_EXPONENT = 1.05;
const VISITOR_COUNT = 400;
const HOUR_MS = 3_600_000;

/** The relative load of each hour of a day, from midnight. */
const HOURS = [1, 1, 1, 1, 1, 2, 3, 6, 10, 12, 12, 11, 9, 11, 12, 12, 10, 8, 7, 7, 6, 5, 3, 2];

/**
 * Returns a month of simulated searches: sessions of a few searches, texts by Zipf's law, more in
 * office hours than at night. Within a session, visitors repeat a search, set a filter or change
 * the count. Sometimes two visitors send the same search at the same time.
 */
export function traceOf({ searchCount, startMs, days, seed }: TraceOptions): TracedSearch[] {
  const random = seededRandom(seed);
  const wordOf = zipf(WORD_COUNT, ZIPF_EXPONENT, random);
  const hourOf = weighted(HOURS, random);
  const trace: TracedSearch[] = [];
  while (trace.length < searchCount) {
    const visitor = `visitor ${Math.floor(random() * VISITOR_COUNT)}`;
    const day = Math.floor(random() * days);
    let atMs = startMs + (day * 24 + hourOf() + random()) * HOUR_MS;
    let query: SearchQuery = { q: wordOf(), ...DEFAULT_FILTERS };
    const length = 1 + Math.floor(random() * 7);
    for (let step = 0; step < length && trace.length < searchCount; step += 1) {
      trace.push({ atMs: Math.floor(atMs), visitor, query });
      if (random() < 0.02 && trace.length < searchCount) {
        trace.push({ atMs: Math.floor(atMs), visitor: `${visitor}'s neighbour`, query });
      }
      atMs += (15 + random() * 120) * 1000;
      query = nextQuery(query, random, wordOf);
    }
  }
  return trace
    .filter(({ atMs }) => atMs < startMs + days * 24 * HOUR_MS)
    .sort((one, other) => one.atMs - other.atMs);
}

function nextQuery(query: SearchQuery, random: () => number, wordOf: () => string): SearchQuery {
  const dice = random();
  if (dice < 0.25) return query;
  if (dice < 0.33) return { ...query, count: query.count === 50 ? 24 : 50 };
  if (dice < 0.38) return { ...query, transparent: !query.transparent };
  if (dice < 0.41) return { ...query, safesearch: "moderate" };
  return { q: wordOf(), ...DEFAULT_FILTERS };
}

/**
 * Returns the minimum number of calls that can serve a trace: one per search and lifetime of its
 * answer. An answer with a larger count also serves the same search with a smaller count.
 */
export function fewestCalls(
  trace: readonly TracedSearch[],
  {
    freshMinutes,
    isEmpty,
    serviceUrl,
  }: { freshMinutes: number; isEmpty: (q: string) => boolean; serviceUrl: string },
): number {
  const families = new Map<string, { count: number; untilMs: number }[]>();
  let calls = 0;
  for (const { atMs, query } of trace) {
    const { key, family } = searchCacheKey(query, serviceUrl);
    const cached = (families.get(family) ?? []).filter(({ untilMs }) => untilMs > atMs);
    if (!cached.some(({ count }) => count >= query.count)) {
      calls += 1;
      const freshMs = freshMsOf(
        { key, isEmpty: isEmpty(query.q) },
        { freshMinutes, staleHours: 24 },
      );
      cached.push({ count: query.count, untilMs: atMs + freshMs });
    }
    families.set(family, cached);
  }
  return calls;
}

function zipf(count: number, exponent: number, random: () => number): () => string {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** exponent);
  const pick = weighted(weights, random);
  return () => `word ${pick()}`;
}

function weighted(weights: readonly number[], random: () => number): () => number {
  let total = 0;
  const sums = weights.map((weight) => {
    total += weight;
    return total;
  });
  return () => {
    const wanted = random() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
