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
  const [isAsking, setIsAsking] = useState(false);
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
    isWaiting: query !== null && (data === undefined || isValidating || isAsking),
    again: () => {
      if (address === null || isAsking) return;
      setIsAsking(true);
      void mutate(fetchSearchAgain(address), { revalidate: false }).finally(() =>
        setIsAsking(false),
      );
    },
    retry: () => void mutate(),
  };
}
