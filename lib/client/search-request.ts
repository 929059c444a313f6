import { useLayoutEffect, useState } from "react";
import useSWR from "swr";
import type { SearchOutcome } from "@/lib/core/query/search-outcome";
import { fetchSearch, fetchSearchAgain } from "./fetch-search";

/** The state of the search of an API URL. */
export type RequestedSearch = {
  url: string;
  outcome: SearchOutcome | undefined;
  isWaiting: boolean;
  again: () => void;
  retry: () => void;
};

type SearchRequestProps = {
  url: string;
  /** The server-rendered outcomes, by `searchApiUrl`. */
  known: Readonly<Record<string, SearchOutcome>>;
  onChange: (search: RequestedSearch) => void;
};

/**
 * Requests a search unless its outcome is known; renders nothing. Loads when the browser is idle, or at
 * once if a page has no outcome to show.
 */
export function SearchRequest({ url, known, onChange }: SearchRequestProps): null {
  /** The URL of the search that is being repeated. */
  const [asking, setAsking] = useState<string | null>(null);
  const { data, isValidating, mutate } = useSWR<SearchOutcome>(url, fetchSearch, {
    fallback: known,
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  useLayoutEffect(() => {
    onChange({
      url,
      outcome: data,
      isWaiting: data === undefined || isValidating || asking === url,
      again: () => {
        if (asking === url) return;
        setAsking(url);
        void mutate(fetchSearchAgain(url), {
          revalidate: false,
          // SWR's cache does not contain the server-rendered outcome.
          populateCache: (next: SearchOutcome) => keepAnswer(next, data),
        }).finally(() => setAsking((now) => (now === url ? null : now)));
      },
      // Holding a key down repeats the search only once.
      retry: () => {
        if (!isValidating) void mutate();
      },
    });
  }, [url, data, isValidating, asking, mutate, onChange]);
  return null;
}

/** Returns the outcome to show: a failure does not replace an answer, but adds its code to it. */
function keepAnswer(next: SearchOutcome, held: SearchOutcome | undefined): SearchOutcome {
  if (next.kind === "answer" && next.answer.from === "cache") {
    return { ...next, failed: "answered_just_now" };
  }
  if (next.kind === "answer" || held?.kind !== "answer") return next;
  return { ...held, failed: next.failure.code };
}
