"use client";

import useSWR from "swr";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type SearchOutcome, searchAddress } from "@/lib/core/search-outcome";
import { fetchSearch } from "./fetch-search";

/**
 * The outcome of a search, kept for as long as the page lives.
 *
 * A search may cost money, so nothing here asks by itself: no revalidation, no retry, and an
 * outcome that is known (also a failure) stays until `again` is called. `outcome` may belong to the
 * search before while `isWaiting`.
 */
export function useSearch(
  query: SearchQuery | null,
  known: Readonly<Record<string, SearchOutcome>>,
): { outcome: SearchOutcome | undefined; isWaiting: boolean; again: () => void } {
  const { data, isValidating, mutate } = useSWR<SearchOutcome>(
    query === null ? null : searchAddress(query),
    fetchSearch,
    {
      fallback: known,
      keepPreviousData: true,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    },
  );
  return { outcome: data, isWaiting: isValidating, again: () => void mutate() };
}
