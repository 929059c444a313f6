import { useLayoutEffect, useState } from "react";
import useSWR from "swr";
import type { SearchOutcome } from "@/lib/core/query/search-outcome";
import { fetchSearch, fetchSearchAgain } from "./fetch-search";

/** What is known of the search of an API URL. */
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
 * Requests a search, unless its outcome is known; renders nothing. Loads on first interaction, or at
 * once where a page has no outcome to show: until then there is nothing to request.
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
          // SWR does not hold the server-rendered outcome.
          populateCache: (next: SearchOutcome) => keepAnswer(next, data),
        }).finally(() => setAsking((now) => (now === url ? null : now)));
      },
      // A key that is held down repeats the search once.
      retry: () => {
        if (!isValidating) void mutate();
      },
    });
  }, [url, data, isValidating, asking, mutate, onChange]);
  return null;
}

/** A failure does not replace an answer; the answer keeps the failure's code. */
function keepAnswer(next: SearchOutcome, held: SearchOutcome | undefined): SearchOutcome {
  if (next.kind === "answer" && next.answer.from === "cache") {
    return { ...next, failed: "answered_just_now" };
  }
  if (next.kind === "answer" || held?.kind !== "answer") return next;
  return { ...held, failed: next.failure.code };
}
