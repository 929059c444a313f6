import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import type { SpendingConfig } from "@/lib/gallery/config";
import type { Timeouts } from "@/lib/gallery/http-client";
import { createPaidSearch, type PaidSearch, visitorSecret } from "@/lib/gallery/paid-search";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import { createRemoteService } from "@/lib/gallery/remote-service";
import type { SearchImages, SearchOptions } from "@/lib/gallery/search-images";
import { toAppError } from "@/lib/platform/errors";
import { openState } from "@/lib/state/open-state";
import type { State } from "@/lib/state/state";
import { simulateStoreTime } from "../databases/store-time";

/** A simulated time: the store's, and the gallery's monotonic one. */
export type TestClock = { nowMs: () => number; pass(ms: number): Promise<void> };

/** Puts the store of a data folder on simulated time. */
export function createTestClock(
  dataDir: string,
  startMs = Date.UTC(2026, 10, 10, 9),
): TestClock & { close(): void } {
  const { setTime, close } = simulateStoreTime(dataDir, startMs);
  let atMs = startMs;
  return {
    nowMs: () => atMs,
    async pass(ms) {
      atMs += ms;
      await setTime(atMs);
    },
    close,
  };
}

export const SPENDING: SpendingConfig = {
  monthlySearches: 250,
  hasDayPacing: true,
  cacheMinutes: 30,
  staleHours: 24,
  hasNarrowing: true,
  asksMost: false,
  sharesRecent: false,
  visitorPerMinute: 10_000,
  visitorPerDay: 10_000,
};

/** Long enough for a service that answers, even on a busy machine. */
const PATIENT: Timeouts = { connectMs: 30_000, totalMs: 30_000 };

export type PaidGallery = PaidSearch & {
  /** The outcome of each call to the service. */
  calls: string[];
  /** Operations of the store that failed, in order. */
  lost: string[];
  /** Searches as a visitor who stays does. */
  search(changes?: Partial<SearchQuery>, options?: Partial<SearchOptions>): Promise<SearchAnswer>;
  /** Returns where the answer to a search is from, or the code of its error. */
  outcomeOf(q: string): Promise<string>;
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
  timeouts = PATIENT,
  ratings,
  state = openState({ dataDir, databaseUrl: null }),
}: {
  url: string;
  key: string;
  dataDir: string;
  state?: State;
  spending?: Partial<SpendingConfig>;
  library?: SearchImages;
  /** The monotonic time; the machine's if absent. */
  clock?: Pick<TestClock, "nowMs">;
  timeouts?: Timeouts;
  ratings?: ImageRatings;
}): PaidGallery {
  const remote = { url, key, keyHeader: "x-api-key" } as const;
  const service = createRemoteService(remote, { timeouts });
  const calls: string[] = [];
  const lost: string[] = [];
  const paid = createPaidSearch({
    service,
    remote,
    spending: { ...SPENDING, ...spending },
    state,
    visitorSecret: () => visitorSecret(dataDir),
    label: async () => ({ kind: "remote", host: new URL(url).host }),
    ...(library && { library }),
    ...(ratings && { ratings }),
    events: { served() {}, failed() {}, called: ({ outcome }) => void calls.push(outcome) },
    onStoreFailure: (operation) => lost.push(operation),
    ...(clock && { monotonicMs: clock.nowMs }),
  });
  const search: PaidGallery["search"] = (changes = {}, options = {}) =>
    paid.searchImages(aQuery(changes), {
      signal: new AbortController().signal,
      mayPay: true,
      ...options,
    });
  return {
    ...paid,
    calls,
    lost,
    search,
    outcomeOf: (q) =>
      search({ q }).then(
        ({ from }) => from,
        (cause) => toAppError(cause).code,
      ),
    async stop() {
      await service.close();
      await state.close();
    },
  };
}

export function aQuery(changes: Partial<SearchQuery> = {}): SearchQuery {
  return { q: "lighthouse", ...DEFAULT_FILTERS, ...changes };
}
