"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type SearchOutcome, searchApiUrl } from "@/lib/core/query/search-outcome";
import { onFirstInteraction } from "./on-first-interaction";
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

  useEffect(() => {
    if (requesting !== null) return;
    const act = () => {
      loadSearchRequest().then(setRequesting, () => {
        if (!isNeeded) return;
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
    };
    if (!isNeeded) return onFirstInteraction(act);
    act();
  }, [requesting, isNeeded, url]);

  /** A repetition requested before the code was loaded. */
  const wanted = useRef<"again" | "retry" | null>(null);
  useEffect(() => {
    const act = wanted.current;
    wanted.current = null;
    if (requested !== null && act !== null) requested[act]();
  }, [requested]);
  const repeat = (act: "again" | "retry") => {
    if (now === null) wanted.current = act;
    else now[act]();
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
