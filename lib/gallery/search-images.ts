import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { CoalescedCall, RequestCoalescing } from "@/lib/platform/request-coalescing";
import { type AnswerCache, type CachedAnswer, searchCacheKey } from "./answer-cache";
import type { Budget } from "./budget";
import { toFound, toParameters } from "./found-images";
import type { LeasedCalls } from "./leased-calls";
import { wasNothingSent } from "./service-error";
import type { GuardedService } from "./service-guard";
import type { VisitorLimits } from "./visitor-limits";

export type SearchOptions = {
  /** Aborts when the visitor leaves. */
  signal: AbortSignal;
  /** The name under which the visitor's searches are counted (lib/http/visitor-ip.ts). */
  visitor?: string;
  /** Asks the service although a fresh answer is cached: only if the visitor said so. */
  isAgain?: boolean;
  /** False: only a cached answer may be served, since a foreign page may have sent the request. */
  mayPay?: boolean;
};

/**
 * Answers one query with the service in use. Rejects with an `AppError` if there is no answer, or
 * with the signal's reason if it aborted.
 */
export type SearchImages = (query: SearchQuery, options: SearchOptions) => Promise<SearchAnswer>;

/** Reports how searches end. Nothing in it is a visitor's text. */
export type SearchEvents = {
  /** A visitor got an answer; `staleReason` says why it is not a newer one. */
  served(answer: Pick<SearchAnswer, "from" | "staleReason" | "searchesUsed">): void;
  /** A visitor got no answer. */
  failed(code: ErrorCode): void;
};

/** An answer, and whether this call paid for it. */
export type PaidAnswer = { answer: CachedAnswer; isPaid: boolean };

/** A second "search again" within this time is a double click. */
const DOUBLE_CLICK_MS = 10_000;

/** Errors that say that no search can be paid for now. */
const UNPAYABLE: ReadonlySet<ErrorCode> = new Set([
  "budget_day_spent",
  "budget_month_spent",
  "budget_unknown",
  "service_quota_spent",
]);

/**
 * Creates the use case for a service whose searches cost money. A search goes through, in order:
 *
 * 1. the cache: a fresh answer is served;
 * 2. a cached refusal: the service refused this query within five minutes;
 * 3. `mayPay`: a request that a foreign page may have sent ends here;
 * 4. the visitor's limits (`VisitorLimits`);
 * 5. request coalescing: equal queries in this process share one call;
 * 6. the lease: equal queries in all processes share one call (`LeasedCalls`);
 * 7. suspension and circuit breaker: may the service be called (`GuardedService`)?
 * 8. the budget: the search is reserved in the ledger (`Budget`);
 * 9. the call, after which the answer is cached.
 *
 * If one of them fails, a stale answer is served with the reason; otherwise, if no search can be
 * paid for, the answer of this server's own library.
 */
export function createSearchImages({
  serviceUrl,
  service,
  label,
  cache,
  limits,
  budget,
  coalescing,
  leasedCalls,
  library,
  events,
  clock = Date.now,
}: {
  serviceUrl: string;
  service: GuardedService;
  label: () => Promise<ServiceLabel>;
  cache: AnswerCache;
  limits: VisitorLimits;
  budget: Budget;
  coalescing: RequestCoalescing<PaidAnswer>;
  leasedCalls: LeasedCalls<PaidAnswer>;
  /** This server's own library: answers while no search can be paid for. */
  library?: SearchImages | undefined;
  events: SearchEvents;
  clock?: () => number;
}): SearchImages {
  return async (query, options) => {
    const { signal, isAgain = false, mayPay = true } = options;
    const newSinceMs = isAgain ? clock() - DOUBLE_CLICK_MS : 0;
    const { answer: cached, refusal } = await cache.lookUp(query);
    if (cached !== null && isFreshSince(cached, newSinceMs)) return serve(cached, "cache");
    try {
      if (refusal !== null && !isAgain) throw refusal;
      if (!mayPay) {
        throw new AppError("search_unconfirmed", "no header confirms a person's request");
      }
      const { answer, isPaid } = await askOnce(query, options, newSinceMs);
      return await serve(answer, isPaid ? "service" : "cache");
    } catch (cause) {
      signal.throwIfAborted();
      const error = toAppError(cause);
      if (cached !== null) {
        // A stale answer hides a bug from the visitor; the log shows it to the operator.
        if (error.code === "internal") log().error({ event: "search_failed", err: error });
        return serve(cached, "stale", error);
      }
      const own = UNPAYABLE.has(error.code)
        ? await library?.(query, options).catch(() => null)
        : null;
      if (!own || own.images.length === 0) {
        events.failed(error.code);
        throw error;
      }
      const answer = { ...own, from: "library", staleReason: error.code } as const;
      events.served(answer);
      return answer;
    }

    async function serve(
      { images, droppedCount, answeredAtMs, isNarrowed }: CachedAnswer,
      from: SearchAnswer["from"],
      failure: AppError | null = null,
    ): Promise<SearchAnswer> {
      const answer: SearchAnswer = {
        query,
        images,
        droppedCount,
        answeredAt: new Date(answeredAtMs).toISOString(),
        ageSeconds: Math.max(0, Math.floor((clock() - answeredAtMs) / 1000)),
        service: await label(),
        from,
        isNarrowed,
        staleReason: failure?.code ?? null,
        ...(failure?.retryAfterSeconds !== undefined && {
          retryAfterSeconds: failure.retryAfterSeconds,
        }),
        searchesUsed: from === "service" ? 1 : 0,
        budget: await budget.status(),
      };
      events.served(answer);
      return answer;
    }
  };

  /** Counts the search for the visitor and joins, or starts, the one call for its query. */
  async function askOnce(
    query: SearchQuery,
    { signal, visitor = "unknown" }: SearchOptions,
    newSinceMs: number,
  ): Promise<PaidAnswer> {
    const taken = await limits.take(visitor);
    if (!taken.isAllowed) throw new AppError(taken.code, "the visitor's limit", taken);
    const { key } = searchCacheKey(query, serviceUrl);
    let hasStarted = false;
    const start = async (call: CoalescedCall): Promise<PaidAnswer> => {
      hasStarted = true;
      const sending = { isSent: false };
      try {
        return await leasedCalls(key, {
          signal: call.signal,
          find: () => findNew(query, newSinceMs),
          call: () => pay(query, call, sending),
        });
      } finally {
        // The visitor who started the call pays for it, even after leaving: others may wait for it.
        if (!sending.isSent) await taken.refund();
      }
    };
    try {
      const { answer, isPaid } = await coalescing.join(key, { signal, start });
      return { answer, isPaid: isPaid && hasStarted };
    } finally {
      if (!hasStarted) await taken.refund();
    }
  }

  async function findNew(query: SearchQuery, newSinceMs: number): Promise<PaidAnswer | null> {
    const { answer } = await cache.lookUp(query);
    return answer !== null && isFreshSince(answer, newSinceMs) ? { answer, isPaid: false } : null;
  }

  /** Reserves a search, asks the service and caches the answer. Sets `sending.isSent`. */
  async function pay(
    query: SearchQuery,
    call: CoalescedCall,
    sending: { isSent: boolean },
  ): Promise<PaidAnswer> {
    await service.assertReady();
    call.signal.throwIfAborted();
    call.detach();
    const reserved = await budget.reserve();
    if (!reserved.isGranted) throw new AppError(reserved.code, "the budget refused", reserved);
    try {
      sending.isSent = true;
      const answer = await service.search(toParameters(query), call);
      await reserved.settle();
      return { answer: await cache.put(query, toFound(answer, query.count)), isPaid: true };
    } catch (cause) {
      sending.isSent = !wasNothingSent(cause);
      await (sending.isSent ? reserved.settle() : reserved.release());
      if (toAppError(cause).code === "service_refused") await cache.putRefusal(query);
      throw cause;
    }
  }
}

function isFreshSince({ isFresh, answeredAtMs }: CachedAnswer, sinceMs: number): boolean {
  return isFresh && answeredAtMs >= sinceMs;
}
