import type { LeaseRequest, SearchEnd, SearchStateSettings } from "@/lib/state/search-state";

export const SEARCH_SETTINGS: SearchStateSettings = {
  service: "https://images.example",
  fingerprint: "a-key",
  budget: { limit: 250, isPaced: false },
  visitorLimits: { perMinute: 3, perDay: 5 },
  keepsQueries: false,
};

/** A search of one visitor for the key `k`, as a process of the gallery asks the store to admit it. */
export function aSearch(changes: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    key: "k",
    family: "f",
    count: 24,
    ageMsMax: null,
    visitor: "one",
    ignoresRefusal: false,
    holder: "A",
    leaseMs: 60_000,
    probeMs: 15_000,
    waitingSinceMs: null,
    ...changes,
  };
}

/** The end of that search, without an answer. */
export function aSearchEnd(changes: Partial<SearchEnd> = {}): SearchEnd {
  return {
    key: "k",
    holder: "A",
    reservation: null,
    refundedVisitor: null,
    answer: null,
    refusedMs: null,
    pause: null,
    failure: null,
    ...changes,
  };
}
