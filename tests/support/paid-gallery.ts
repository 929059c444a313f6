import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import type { SpendingConfig } from "@/lib/gallery/config";
import type { Timeouts } from "@/lib/gallery/http-client";
import { createPaidSearch, type PaidSearch } from "@/lib/gallery/paid-search";
import { createRemoteService } from "@/lib/gallery/remote-service";
import type { SearchImages } from "@/lib/gallery/search-images";

/** A manual clock; it serves as the wall clock and the monotonic clock. */
export type TestClock = { nowMs: () => number; pass(ms: number): void };

export function createTestClock(startMs = Date.UTC(2026, 10, 10, 9)): TestClock {
  let atMs = startMs;
  return {
    nowMs: () => atMs,
    pass(ms) {
      atMs += ms;
    },
  };
}

export const SPENDING: SpendingConfig = {
  monthlySearches: 250,
  hasDayPacing: true,
  cacheMinutes: 30,
  staleHours: 24,
  hasNarrowing: true,
  visitorPerMinute: 10_000,
  visitorPerDay: 10_000,
};

export type PaidGallery = PaidSearch & {
  /** The outcome of each call to the service. */
  calls: string[];
  /** Stores that were unreachable, in order. */
  lost: string[];
  stop(): Promise<void>;
};

/** Builds the paid search as the server does, with a service on a socket behind it. */
export function startPaidGallery({
  url,
  key,
  dataDir,
  spending = {},
  library,
  clock,
  timeouts,
}: {
  url: string;
  key: string;
  dataDir: string;
  spending?: Partial<SpendingConfig>;
  library?: SearchImages;
  clock?: TestClock;
  timeouts?: Timeouts;
}): PaidGallery {
  const remote = { url, key, keyHeader: "x-api-key" } as const;
  const service = createRemoteService(remote, timeouts === undefined ? {} : { timeouts });
  const calls: string[] = [];
  const lost: string[] = [];
  const paid = createPaidSearch({
    service,
    remote,
    spending: { ...SPENDING, ...spending },
    dataDir,
    label: async () => ({ kind: "remote", host: new URL(url).host }),
    ...(library && { library }),
    events: { served() {}, failed() {}, called: ({ outcome }) => void calls.push(outcome) },
    onStoreFailure: (store) => lost.push(store),
    ...(clock && { wallMs: clock.nowMs, monotonicMs: clock.nowMs }),
  });
  return {
    ...paid,
    calls,
    lost,
    async stop() {
      await service.close();
      paid.close();
    },
  };
}

export function aQuery(changes: Partial<SearchQuery> = {}): SearchQuery {
  return { q: "lighthouse", ...DEFAULT_FILTERS, ...changes };
}
