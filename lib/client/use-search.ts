"use client";

import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type SearchOutcome, searchApiUrl } from "@/lib/core/search-outcome";
import { fetchSearch, fetchSearchAgain } from "./fetch-search";
import { SearchOutcomesContext } from "./search-outcomes";

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
  const outcomes = useContext(SearchOutcomesContext);
  useSyncExternalStore(outcomes.subscribe, outcomes.version, outcomes.version);
  const data = url === null ? undefined : (outcomes.get(url) ?? known[url]);
  const isPending = url !== null && outcomes.isPending(url);
  useEffect(() => {
    if (url !== null && data === undefined) outcomes.request(url, fetchSearch);
  }, [url, data, outcomes]);
  const [previous, setPrevious] = useState(data);
  if (data !== undefined && data !== previous) setPrevious(data);
  return {
    outcome: data,
    previous,
    isWaiting: url !== null && (data === undefined || isPending),
    again: () => {
      if (url === null) return;
      outcomes.request(url, fetchSearchAgain, (next) => keepAnswer(next, data));
    },
    // A key that is held down repeats the search once.
    retry: () => {
      if (url !== null) outcomes.request(url, fetchSearch);
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
