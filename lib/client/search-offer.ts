"use client";

import { createContext, useContext, useEffect, useSyncExternalStore } from "react";
import { FREE_SEARCH, type Refusal, type SearchOffer } from "@/lib/contract/search-offer";

/** What the server last said; undefined until it has answered a search of this document. */
let learned: SearchOffer | undefined;
/** What the page shows. */
let shown = FREE_SEARCH;
const listeners = new Set<() => void>();

/** A browser's timer is at most 2^31 ms long. */
const TIMER_SECONDS_MAX = 2_000_000;

/** Records what a response says about the next search. */
export function learnSearchOffer(next: SearchOffer | undefined): void {
  learned = next;
  for (const listener of listeners) listener();
}

/** Records that the server sends no search for a while. */
export function learnRefusal(refusal: Refusal): void {
  learnSearchOffer({ ...shown, refusal });
}

/**
 * Returns what a new search costs now: by the last response, or by the page. A refusal is dropped when
 * its time is over.
 */
export function useLatestSearchOffer(ofPage: SearchOffer): SearchOffer {
  const latest = useSyncExternalStore(subscribe, () => learned, nothingYet) ?? ofPage;
  useEffect(() => {
    shown = latest;
    const seconds = latest.refusal?.retryAfterSeconds ?? Number.POSITIVE_INFINITY;
    if (seconds > TIMER_SECONDS_MAX) return;
    const timer = setTimeout(() => learnSearchOffer({ ...latest, refusal: null }), seconds * 1000);
    return () => clearTimeout(timer);
  }, [latest]);
  return latest;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const nothingYet = () => undefined;

/** The statement of the page. */
export const SearchOfferContext = createContext(FREE_SEARCH);

export const useSearchOffer = () => useContext(SearchOfferContext);
