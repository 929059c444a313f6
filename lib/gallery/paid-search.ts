import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import type { ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import type { SearchService } from "@/lib/protocol/search-service";
import type { SearchState, SearchStateSettings } from "@/lib/state/search-state";
import type { State } from "@/lib/state/state";
import { createAnswerMemory, createToSearch } from "./answer-cache";
import { createCachedSearches } from "./cached-searches";
import { type CircuitBreakerState, createCircuitBreaker } from "./circuit-breaker";
import type { RemoteServiceConfig, SpendingConfig } from "./config";
import { createPaidCall } from "./paid-call";
import { createRatingFilter } from "./rating-filter";
import {
  createSearchImages,
  type SearchEnding,
  type SearchEvents,
  type SearchImages,
} from "./search-images";
import { createSearchOffer } from "./search-offer";
import { type CallReport, guardService, serviceFingerprint, toPausedError } from "./service-guard";
import { watchState } from "./watched-state";

export type PaidSearch = ReturnType<typeof createPaidSearch>;

export type PaidSearchOptions = {
  service: SearchService;
  remote: RemoteServiceConfig;
  spending: SpendingConfig;
  state: Pick<State, "searches">;
  /** Returns the key that hashes visitors' names, so that the store has no IP address. Called once. */
  visitorSecret: () => string;
  label: () => Promise<ServiceLabel>;
  /** This server's own library, which answers while no search can be paid for. */
  library?: SearchImages;
  /** The operator's ratings of images; absent if there are none. */
  ratings?: ImageRatings;
  events: SearchEvents & { called(call: CallReport): void };
  /** Called when an operation of the store fails; searches go on as far as that is safe. */
  onStoreFailure: (operation: keyof SearchState, cause: unknown) => void;
  onBreakerChange?: (state: CircuitBreakerState) => void;
  /** Called when the service refuses us, which often only the operator can fix. */
  onPaused?: (code: ErrorCode) => void;
  monotonicMs?: () => number;
};

const NO_RATINGS: ImageRatings = {
  version: () => 0,
  isShown: () => true,
  loading: () => null,
};

/** Returns the settings of the state for a service. */
export function stateSettingsOf(
  remote: RemoteServiceConfig,
  spending: SpendingConfig,
): SearchStateSettings {
  return {
    service: remote.url,
    fingerprint: serviceFingerprint(remote),
    budget: { limit: spending.monthlySearches, isPaced: spending.hasDayPacing },
    visitorLimits: { perMinute: spending.visitorPerMinute, perDay: spending.visitorPerDay },
    keepsQueries: spending.sharesRecent,
  };
}

/** Composes the parts of a paid search (search-images.ts lists their order). */
export function createPaidSearch(options: PaidSearchOptions) {
  const { remote, spending, label, library, events } = options;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  const watched = watchState(options.state.searches(stateSettingsOf(remote, spending)), {
    limit: spending.monthlySearches,
    monotonicMs,
    onFailure: options.onStoreFailure,
  });
  const memory = createAnswerMemory({ nowMs: watched.nowMs, monotonicMs });
  const breaker = createCircuitBreaker({ onStateChange: options.onBreakerChange });
  const coalescing = createRequestCoalescing<SearchEnding>();
  let secret: string | null = null;
  const nameOf = (visitor: string) => {
    secret ??= options.visitorSecret();
    return createHmac("sha256", secret).update(visitor).digest("base64url");
  };
  const ratings = options.ratings ?? NO_RATINGS;
  const ratingFilter = createRatingFilter(ratings);
  const searchOffer = createSearchOffer({ ...watched, nameOf, breaker, spending });
  const { hasNarrowing, asksMost } = spending;
  const toSearch = createToSearch({ serviceUrl: remote.url, hasNarrowing, asksMost });
  const searchImages = createSearchImages({
    toSearch,
    label,
    watched,
    memory,
    coalescing,
    pay: createPaidCall({
      watched,
      service: guardService({ service: options.service, breaker, onCall: events.called }),
      memory,
      policy: { freshMinutes: spending.cacheMinutes, staleHours: spending.staleHours },
      onPaused: options.onPaused,
    }),
    nameOf,
    searchOffer,
    library,
    ratingFilter,
    ratingsLoading: ratings.loading,
    events,
    monotonicMs,
  });

  return {
    searchImages,
    cached: createCachedSearches({
      toSearch,
      watched,
      memory,
      sharesRecent: spending.sharesRecent,
      ratingFilter,
    }),
    /** States what a visitor's new search costs, and whether it would be sent now. */
    searchOffer,
    budget: watched.budget,
    spentDays: watched.state.spentDays,
    pause: watched.state.pause,
    /**
     * Resumes searches after a pause or an open circuit: the next search asks the service. Ends the
     * pause for every instance, and the circuit breaker's cooldown for this one.
     */
    async resume(): Promise<void> {
      await watched.state.lift();
      breaker.reset();
    },
    breaker,
    /** Throws the reason why a search would not be sent now. */
    async assertReady(): Promise<void> {
      const pause = await watched.state.pause().catch(() => null);
      if (pause !== null) throw toPausedError(pause);
      const refusal = breaker.refusal();
      if (refusal !== null) throw refusal;
    },
    /** Returns how many searches are pending in this process; equal ones count once. */
    pendingCount: coalescing.count,
  };
}

/** Returns the secret; if the data folder cannot be written, a temporary one for this process. */
export function visitorSecret(dataDir: string): string {
  try {
    return loadOrCreateSecret(dataDir, "visitors");
  } catch {
    return randomBytes(32).toString("base64url");
  }
}
