"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type SearchOutcome, searchApiUrl } from "@/lib/core/query/search-outcome";
import { onIdleOrInteraction } from "./on-idle-or-interaction";
import type { RequestedSearch } from "./search-request";

type Requesting = typeof import("./search-request");

let loaded: Requesting | null = null;

/** Loads the code that requests searches. */
export async function loadSearchRequest(): Promise<Requesting> {
  loaded ??= await import("./search-request");
  return loaded;
}

/**
 * Returns the outcome of a search, which is kept until the page unloads.
 *
 * A search may cost money, so this never revalidates or retries by itself: an outcome, even a
 * failure, stays until `again` or `retry` is called. A search that the visitor did not start
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
  /** An element that must be rendered: it requests the search. */
  request: ReactNode;
} {
  const url = query === null ? null : searchApiUrl(query);
  const [requesting, setRequesting] = useState(loaded);
  const [requested, setRequested] = useState<RequestedSearch | null>(null);
  const now = requested?.url === url ? requested : null;
  const data = url === null ? undefined : (now?.outcome ?? known[url]);
  const isNeeded = url !== null && data === undefined;

  /** A repetition requested before the code was loaded, perhaps before any effect below has run. */
  const wanted = useRef<{ act: "again" | "retry"; url: string | null } | null>(null);
  const load = () =>
    loadSearchRequest().then(setRequesting, () => {
      if (url === null || (!isNeeded && wanted.current === null)) return;
      wanted.current = null;
      const code = navigator.onLine ? "server_unreachable" : "offline";
      const reload = () => location.reload();
      setRequested({
        url,
        outcome: { kind: "failure", failure: { code } },
        isWaiting: false,
        again: reload,
        retry: reload,
      });
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` depends on these alone
  useEffect(() => {
    if (requesting !== null) return;
    if (!isNeeded) return onIdleOrInteraction(load);
    void load();
  }, [requesting, isNeeded, url]);
  useEffect(() => {
    const repetition = wanted.current;
    if (requested === null || repetition === null) return;
    wanted.current = null;
    if (repetition.url === requested.url) requested[repetition.act]();
  }, [requested]);
  const repeat = (act: "again" | "retry") => {
    if (now !== null) return now[act]();
    wanted.current = { act, url };
    void load();
  };

  const [previous, setPrevious] = useState(data);
  if (data !== undefined && data !== previous) setPrevious(data);
  return {
    outcome: data,
    previous,
    isWaiting: isNeeded || now?.isWaiting === true,
    again: () => repeat("again"),
    retry: () => repeat("retry"),
    request: requesting !== null && url !== null && (
      <requesting.SearchRequest url={url} known={known} onChange={setRequested} />
    ),
  };
}
