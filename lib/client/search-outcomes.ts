import { createContext } from "react";
import type { SearchOutcome } from "@/lib/core/search-outcome";

/** The outcomes of searches by API URL, and the searches on their way. */
export type SearchOutcomes = {
  /** Changes whenever an outcome or a request does. */
  version(): number;
  get(url: string): SearchOutcome | undefined;
  isPending(url: string): boolean;
  /**
   * Sends a search unless it is on its way, and keeps its outcome. `send` must not reject; `keep`
   * may return another outcome to keep.
   */
  request(
    url: string,
    send: (url: string) => Promise<SearchOutcome>,
    keep?: (next: SearchOutcome) => SearchOutcome,
  ): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
};

export function createSearchOutcomes(): SearchOutcomes {
  const outcomes = new Map<string, SearchOutcome>();
  const pending = new Set<string>();
  const listeners = new Set<() => void>();
  let version = 0;
  const change = () => {
    version++;
    for (const listener of listeners) listener();
  };
  return {
    version: () => version,
    get: (url) => outcomes.get(url),
    isPending: (url) => pending.has(url),
    async request(url, send, keep = (next) => next) {
      if (pending.has(url)) return;
      pending.add(url);
      change();
      const outcome = await send(url);
      outcomes.set(url, keep(outcome));
      pending.delete(url);
      change();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Those of the page, kept until it unloads; tests have their own. */
export const SearchOutcomesContext = createContext(createSearchOutcomes());
