import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { freshMsOf, keepMsOf, type LifetimePolicy } from "@/lib/gallery/answer-lifetime";
import { AppError } from "@/lib/platform/errors";
import type { CoalescedCall } from "@/lib/platform/request-coalescing";
import type { SearchEnd, SearchState, ServicePause } from "@/lib/state/search-state";
import type { AnswerMemory, CachedAnswer } from "./answer-cache";
import { type GalleryImages, toGalleryImages, toParameters } from "./gallery-images";
import { BUDGET_CODES } from "./search-offer";
import { wasNothingSent } from "./service-error";
import { type GuardedService, pauseAfter } from "./service-guard";
import type { WatchedState } from "./watched-state";

/**
 * How long equal searches wait at most for a process that died. Longer than a call: 10 s for the
 * budget if the database is silent, then two attempts of six seconds each, and the pause between.
 */
export const LEASE_MS = 30_000;

const REFUSAL_MS = 5 * 60_000;

/** A search for which this process has the lease. */
type LeasedSearch = {
  query: SearchQuery;
  key: string;
  family: string;
  holder: string;
  /** The visitor who was charged for it. */
  visitor: string;
  /** The pause that the call probes. */
  probed: ServicePause | null;
};

export type PaidCall = ReturnType<typeof createPaidCall>;

/**
 * Creates the function that makes a paid call: it reserves a search of the budget, calls the service,
 * and records the result in one transaction. Rejects with an `AppError` if there is no answer. The
 * visitor's search of the day is refunded if nothing was sent.
 */
export function createPaidCall({
  watched: { state, nowMs },
  service,
  memory,
  policy,
  onPaused = () => {},
}: {
  watched: WatchedState;
  service: GuardedService;
  memory: AnswerMemory;
  policy: LifetimePolicy;
  onPaused?: ((code: ErrorCode) => void) | undefined;
}) {
  /** Calls the service, and sets in `end` what `finish` has to do. */
  async function run(
    search: LeasedSearch,
    call: CoalescedCall,
    end: SearchEnd,
  ): Promise<GalleryImages> {
    try {
      const refusal = service.refusal();
      if (refusal !== null) throw refusal;
      call.signal.throwIfAborted();
      call.detach();
      // Counts as sent until the call proves otherwise.
      end.reservation = { id: await reserve(state), wasSent: true };
      const answer = await service.search(toParameters(search.query), call);
      end.refundedVisitor = null;
      if (search.probed !== null) end.pause = "lift";
      return toGalleryImages(answer, search.query.count);
    } catch (cause) {
      // An aborted call says nothing about the next one.
      if (call.signal.aborted) throw cause;
      const wasSent = end.reservation !== null && !wasNothingSent(cause);
      if (end.reservation !== null) end.reservation.wasSent = wasSent;
      if (wasSent) end.refundedVisitor = null;
      const { error, pause } = pauseAfter(cause, search.probed);
      const { code, retryAfterSeconds } = error;
      // Omits the service's own text, which may repeat the query.
      end.failure = { code, retryAfterSeconds };
      if (code === "service_refused") end.refusedMs = REFUSAL_MS;
      if (pause !== null) onPaused(code);
      end.pause = pause;
      if (!wasSent) throw error;
      const { message, serviceSaid } = error;
      const options = { cause, serviceSaid, retryAfterSeconds, searchesUsed: 1 };
      throw new AppError(code, message, options);
    }
  }

  return async (search: LeasedSearch, call: CoalescedCall): Promise<CachedAnswer> => {
    const { key, family, holder, visitor, query } = search;
    const end: SearchEnd = {
      key,
      holder,
      reservation: null,
      refundedVisitor: visitor,
      answer: null,
      refusedMs: null,
      pause: null,
      failure: null,
    };
    try {
      const found = await run(search, call, end);
      const kept = { key, isEmpty: found.images.length === 0 };
      const [freshMs, keepMs] = [freshMsOf(kept, policy), keepMsOf(kept, policy)];
      const body = JSON.stringify(found);
      end.answer = {
        ...{ family, count: query.count, freshMs, keepMs, body },
        query: query.safesearch === "strict" ? formatSearchQuery(query) : undefined,
      };
      const finished = await state.finish(end).catch(() => null);
      const answeredAtMs = finished?.nowMs ?? nowMs();
      const times = {
        answeredAtMs,
        freshUntilMs: answeredAtMs + freshMs,
        keepUntilMs: answeredAtMs + keepMs,
      };
      const entry = { key, family, count: query.count, ...times, found, bytes: body.length };
      return memory.keep(entry, { isStored: finished !== null });
    } catch (cause) {
      // If this fails too, the lease expires and the reservation stays counted.
      if (end.answer === null) await state.finish(end).catch(() => null);
      throw cause;
    }
  };
}

/** Returns the reservation's id. Throws if the budget refuses, or the ledger cannot be written. */
async function reserve(state: SearchState): Promise<string> {
  const reserved = await state.reserve().catch((cause: unknown) => {
    throw new AppError("budget_unknown", "the ledger cannot be written", { cause });
  });
  if (reserved.isGranted) return reserved.id;
  throw new AppError(BUDGET_CODES[reserved.reason], "the budget refused", reserved);
}
