"use client";

import { useState } from "react";
import useSWR from "swr";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type SearchOutcome, searchApiUrl } from "@/lib/core/search-outcome";
import { fetchSearch, fetchSearchAgain } from "./fetch-search";

/**
 * The outcome of a search; kept until the page unloads.
 *
 * A search may cost money, so this never revalidates or retries by itself: an outcome, also a
 * failure, stays until `again` or `retry` is called. A search that no act of the visitor began
 * (`beginSearch`), for example after Back, is looked up without cost.
 *
 * @param known the server-rendered outcomes, by `searchApiUrl`
 * @returns `outcome` once it is known; `previous`, the last known outcome of any search
 */
export function useSearch(
  query: SearchQuery | null,
  known: Readonly<Record<string, SearchOutcome>>,
): {
  outcome: SearchOutcome | undefined;
  previous: SearchOutcome | undefined;
  isWaiting: boolean;
  /** Searches again, bypassing the cache. */
  again: () => void;
  /** Repeats a failed search. */
  retry: () => void;
} {
  const url = query === null ? null : searchApiUrl(query);
  /** The URL of the search that is being repeated. */
  const [asking, setAsking] = useState<string | null>(null);
  const { data, isValidating, mutate } = useSWR<SearchOutcome>(url, fetchSearch, {
    fallback: known,
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  // SWR's keepPreviousData would show the previous search instead of a server-rendered outcome.
  const [previous, setPrevious] = useState(data);
  if (data !== undefined && data !== previous) setPrevious(data);
  return {
    outcome: data,
    previous,
    isWaiting: query !== null && (data === undefined || isValidating || asking === url),
    again: () => {
      if (url === null || asking === url) return;
      setAsking(url);
      void mutate(fetchSearchAgain(url), {
        revalidate: false,
        // SWR does not hold the server-rendered outcome.
        populateCache: (next: SearchOutcome) => keepAnswer(next, data),
      }).finally(() => setAsking((now) => (now === url ? null : now)));
    },
    // A key that is held down repeats the search once.
    retry: () => {
      if (!isValidating) void mutate();
    },
  };
}

/** A failure does not replace an answer; the answer keeps the failure's code. */
function keepAnswer(next: SearchOutcome, held: SearchOutcome | undefined): SearchOutcome {
  if (next.kind === "answer" && next.answer.from === "cache") {
    return { ...next, failed: "answered_just_now" };
  }
  if (next.kind === "answer" || held?.kind !== "answer") return next;
  return { ...held, failed: next.failure.code };
}
