"use client";

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { SearchOutcome } from "@/lib/core/query/search-outcome";
import { addOutcomes, onSearchChange, sentSearch, startSearch } from "./searches";

/**
 * Returns the outcome of a search by its API URL. Looks up, without cost, a search that no act has
 * started, for example after Back.
 *
 * @param known the server-rendered outcomes, by API URL
 * @returns `outcome` once it is known; `previous`, the last known outcome of any search
 */
export function useSearch(
  url: string | null,
  known: Readonly<Record<string, SearchOutcome>>,
): { outcome: SearchOutcome | undefined; previous: SearchOutcome | undefined; isWaiting: boolean } {
  const sent = useSyncExternalStore(
    onSearchChange,
    () => (url === null ? undefined : sentSearch(url)),
    () => undefined,
  );
  const outcome = url === null ? undefined : (sent?.outcome ?? known[url]);
  // Before an act of the visitor repeats one of them.
  useLayoutEffect(() => addOutcomes(known), [known]);
  useEffect(() => {
    if (url !== null) startSearch(url, { mayPay: false });
  }, [url]);
  const [previous, setPrevious] = useState(outcome);
  if (outcome !== undefined && outcome !== previous) setPrevious(outcome);
  return {
    outcome,
    previous,
    isWaiting: url !== null && (outcome === undefined || sent?.isWaiting === true),
  };
}
