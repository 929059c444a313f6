import "server-only";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { CoalescedCall, RequestCoalescing } from "@/lib/platform/request-coalescing";
import type { AnswerCache, CachedAnswer } from "./answer-cache";
import type { Budget, BudgetRefusal } from "./budget";
import { searchCacheKey } from "./cache-key";
import { toFound, toParameters } from "./found-images";
import type { LeasedCalls } from "./leased-calls";
import { wasNothingSent } from "./not-sent-error";
import type { SearchEvents } from "./search-events";
import type { GuardedService } from "./service-guard";
import type { VisitorLimits } from "./visitor-limits";

export type SearchOptions = {
  /** Aborts when the visitor leaves. */
  signal: AbortSignal;
  /** By which name the visitor's searches are counted (lib/http/visitor-ip.ts). */
  visitor?: string;
  /** Ask the service although an answer is held: only ever because a person said so. */
  isAgain?: boolean;
  /** False: only a cached answer may be served, since a foreign page may have sent the request. */
  mayPay?: boolean;
};

/**
 * One question, answered by whichever service is in use. Rejects with an `AppError` when there is
 * no answer to be had, with the signal's reason when it aborted.
 */
export type SearchImages = (query: SearchQuery, options: SearchOptions) => Promise<SearchAnswer>;

/** An answer, and whether a search was paid for it in this very call. */
export type Brought = { answer: CachedAnswer; isPaid: boolean };

export type SearchImagesParts = {
  serviceUrl: string;
  service: GuardedService;
  label: () => Promise<ServiceLabel>;
  cache: AnswerCache;
  limits: VisitorLimits;
  budget: Budget;
  coalescing: RequestCoalescing<Brought>;
  leasedCalls: LeasedCalls<Brought>;
  events: SearchEvents;
  clock?: () => number;
};

/** A second "search again" this soon is a double click. */
const AGAIN_AFTER_MS = 10_000;

/**
 * The gallery's use case for a service whose searches cost: what is held, else (within the limits
 * of the visitor and the budget) the service, once for all who ask, and the answer is kept. Where
 * that fails, an older answer with the reason.
 */
export function createSearchImages(parts: SearchImagesParts): SearchImages {
  const { serviceUrl, service, label, cache, limits, budget, coalescing, leasedCalls, events } =
    parts;
  const clock = parts.clock ?? Date.now;

  return async (query, { signal, visitor = "unknown", isAgain = false, mayPay = true }) => {
    const { answer: held, refusal } = await cache.lookUp(query);
    const newSinceMs = isAgain ? clock() - AGAIN_AFTER_MS : 0;
    if (held?.isFresh && held.answeredAtMs >= newSinceMs) return serve(held, { from: "cache" });
    try {
      if (refusal !== null && !isAgain) throw refusal;
      if (!mayPay)
        throw new AppError("search_unconfirmed", "no header confirms a person's request");
      const { answer, isPaid } = await ask(query, { signal, visitor, newSinceMs });
      return await serve(answer, { from: isPaid ? "service" : "cache", isPaid });
    } catch (cause) {
      signal.throwIfAborted();
      const error = toAppError(cause);
      if (held !== null) return serve(held, { from: "stale", staleReason: error.code });
      events.failed(error.code);
      throw error;
    }

    async function serve(
      { images, droppedCount, answeredAtMs, isNarrowed }: CachedAnswer,
      { from, staleReason = null, isPaid = false }: Served,
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
        staleReason,
        searchesUsed: isPaid ? 1 : 0,
        budget: await budget.status(),
      };
      events.served(answer);
      return answer;
    }
  };

  async function ask(
    query: SearchQuery,
    { signal, visitor, newSinceMs }: Asking,
  ): Promise<Brought> {
    const taken = await limits.take(visitor);
    if (!taken.isAllowed) throw new AppError(taken.code, "this visitor asks too much", taken);
    // A visitor who leaves does not get back what is spent for them meanwhile.
    let hasBegun = false;
    const payForVisitor = async (call: CoalescedCall) => {
      await service.assertReady();
      call.signal.throwIfAborted();
      call.detach();
      hasBegun = true;
      return pay(query, { call, refund: taken.refund });
    };
    try {
      const { key } = searchCacheKey(query, serviceUrl);
      let isStarter = false;
      const start = (call: CoalescedCall) => {
        isStarter = true;
        return leasedCalls(key, {
          signal: call.signal,
          look: () => lookForNew(query, newSinceMs),
          run: () => payForVisitor(call),
        });
      };
      const value = await coalescing.join(key, { signal, start });
      return { ...value, isPaid: isStarter && value.isPaid };
    } finally {
      if (!hasBegun) await taken.refund();
    }
  }

  async function lookForNew(query: SearchQuery, newSinceMs: number): Promise<Brought | null> {
    const { answer } = await cache.lookUp(query);
    const isNew = answer?.isFresh && answer.answeredAtMs >= newSinceMs;
    return isNew ? { answer, isPaid: false } : null;
  }

  /** Books a search and asks the service. The visitor gets back what was not sent. */
  async function pay(query: SearchQuery, { call, refund }: Paying): Promise<Brought> {
    const granted = await budget.reserve().catch(async (cause) => {
      await refund();
      throw cause;
    });
    if (!granted.isGranted) {
      await refund();
      throw toError(granted.refusal);
    }
    try {
      const found = toFound(await service.search(toParameters(query), call));
      await granted.reservation.settle();
      return { answer: await cache.keep(query, found), isPaid: true };
    } catch (cause) {
      if (wasNothingSent(cause)) {
        await granted.reservation.release();
        await refund();
      } else await granted.reservation.settle();
      if (toAppError(cause).code === "service_refused") {
        await cache.keepRefusal(query, toAppError(cause));
      }
      throw cause;
    }
  }
}

type Paying = { call: CoalescedCall; refund: () => Promise<void> };
type Asking = { signal: AbortSignal; visitor: string; newSinceMs: number };
type Served = Pick<SearchAnswer, "from"> &
  Partial<Pick<SearchAnswer, "staleReason">> & {
    isPaid?: boolean;
  };

function toError({ reason, retryAfterSeconds }: BudgetRefusal): AppError {
  const code = ({ month: "budget_month_spent", day: "budget_day_spent" } as const)[
    reason as "month" | "day"
  ];
  return new AppError(code ?? "budget_unknown", "the budget refused", { retryAfterSeconds });
}
