"use client";

import { useState } from "react";
import useSWR from "swr";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type SearchOutcome, searchAddress } from "@/lib/core/search-outcome";
import { fetchSearch, fetchSearchAgain } from "./fetch-search";

/**
 * The outcome of a search, kept for as long as the page lives.
 *
 * A search may cost money, so nothing here asks by itself: no revalidation, no retry, and an
 * outcome that is known (also a failure) stays until `again` or `retry` is called.
 *
 * @param known outcomes that came with the page, by `searchAddress`
 * @returns `outcome` once it is known; `previous`, the last one that was, of whatever search
 */
export function useSearch(
  query: SearchQuery | null,
  known: Readonly<Record<string, SearchOutcome>>,
): {
  outcome: SearchOutcome | undefined;
  previous: SearchOutcome | undefined;
  isWaiting: boolean;
  /** Asks the service anew, although there is an answer. */
  again: () => void;
  /** Asks once more what failed. */
  retry: () => void;
} {
  const address = query === null ? null : searchAddress(query);
  /** The address that is asked anew. */
  const [asking, setAsking] = useState<string | null>(null);
  const { data, isValidating, mutate } = useSWR<SearchOutcome>(address, fetchSearch, {
    fallback: known,
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  // SWR's own keepPreviousData would show the search before in place of one that came with the page.
  const [previous, setPrevious] = useState(data);
  if (data !== undefined && data !== previous) setPrevious(data);
  return {
    outcome: data,
    previous,
    isWaiting: query !== null && (data === undefined || isValidating || asking === address),
    again: () => {
      if (address === null || asking === address) return;
      setAsking(address);
      void mutate(fetchSearchAgain(address), {
        revalidate: false,
        // SWR itself does not hold what came with the page.
        populateCache: (next: SearchOutcome) => keepAnswer(next, data),
      }).finally(() => setAsking((now) => (now === address ? null : now)));
    },
    // A key that is held down asks once.
    retry: () => {
      if (!isValidating) void mutate();
    },
  };
}

/** What is held is not lost to a failure: it stays, and says why there is nothing newer. */
function keepAnswer(next: SearchOutcome, held: SearchOutcome | undefined): SearchOutcome {
  if (next.kind === "answer" || held?.kind !== "answer") return next;
  return { ...held, failed: next.failure.code };
}
