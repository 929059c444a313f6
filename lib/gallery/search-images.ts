import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchOffer } from "@/lib/contract/search-offer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { CoalescedCall, RequestCoalescing } from "@/lib/platform/request-coalescing";
import type { AnswerLookup, LeaseDecision } from "@/lib/state/search-state";
import {
  type AnswerMemory,
  type CachedAnswer,
  narrow,
  type Search,
  type ToSearch,
} from "./answer-cache";
import { LEASE_MS, type PaidCall } from "./paid-call";
import type { RatingFilter } from "./rating-filter";
import { LIMIT_CODES } from "./search-offer";
import { storedErrorCode } from "./service-error";
import { toPausedError } from "./service-guard";
import { type WatchedState, withTimeout } from "./watched-state";

export type SearchOptions = {
  /** Aborts when the visitor leaves. */
  signal: AbortSignal;
  /** The name under which the visitor's searches are counted (lib/http/visitor-ip.ts). */
  visitor?: string;
  /** Asks the service although a fresh answer is cached; only if the visitor requested that. */
  isAgain?: boolean;
  /** False if no act of a visitor began this search: then only a cached answer may be served. */
  mayPay: boolean;
};

/**
 * Answers one query with the service in use. Rejects with an `AppError` if there is no answer, or
 * with the signal's reason if that aborted.
 */
export type SearchImages = (query: SearchQuery, options: SearchOptions) => Promise<SearchAnswer>;

/** Reports how searches end. Contains no visitor's text. */
export type SearchEvents = {
  /** A visitor received an answer; `staleReason` says why it is not newer. */
  served(answer: Pick<SearchAnswer, "from" | "staleReason" | "searchesUsed">): void;
  /** A visitor received no answer. */
  failed(code: ErrorCode): void;
};

/** How a search ended; the same for every waiter of a call. */
export type SearchEnding =
  | { answer: CachedAnswer; isPaid: boolean }
  | {
      error: AppError;
      stale: CachedAnswer | null;
      /** Set if only this visitor was refused. */
      limitedVisitor?: string;
      /** Whether another visitor's request started the search, and so used it. */
      isJoined?: boolean;
    };

/** A second "search again" within this time is a double click. */
export const DOUBLE_CLICK_MS = 10_000;

/** The longest that a probe takes: two attempts of six seconds each, and the pause between. */
const PROBE_LENGTH_MS = 15_000;

/** As long as a call takes at most. A visitor who waits for a process that died must try again. */
const WAIT_MS = 15_000;
const POLL_MS = { first: 15, last: 250 };

/** How long a fresh answer waits until the store confirms it. A silent database fails after 10 s. */
const CONFIRMATION_MS = 1_000;

/** Errors that mean that no search can be paid for now. */
const UNPAYABLE: ReadonlySet<ErrorCode> = new Set([
  "budget_day_spent",
  "budget_month_spent",
  "budget_unknown",
  "service_quota_spent",
]);

/**
 * Creates the use case for a service whose searches cost money. A search passes, in this order:
 *
 * 1. the memory: a fresh answer is served if the store confirmed it within five seconds, has just failed
 * or does not confirm it within a second;
 * 2. request coalescing: equal queries in this process share all later steps;
 * 3. `SearchState.requestLease`, one call of the store: a fresh answer is served, a query that the
 * service refused within five minutes is refused, equal queries in all processes wait for one call,
 * and the visitor is charged;
 * 4. the paid call (`createPaidCall`): circuit breaker, budget, service; then the answer is cached.
 *
 * A search that no act of a visitor began (`mayPay` false) is answered from the cache only. If a step
 * fails, a stale answer is served with the reason; without one, and if no search can be paid for, the
 * answer of this server's own library. While the store fails, only the memory answers.
 */
export function createSearchImages({
  toSearch,
  label,
  watched: { state, nowMs, isLost },
  memory,
  coalescing,
  pay,
  nameOf,
  searchOffer,
  library,
  ratingFilter,
  ratingsLoading,
  events,
  monotonicMs,
}: {
  toSearch: ToSearch;
  label: () => Promise<ServiceLabel>;
  watched: WatchedState;
  memory: AnswerMemory;
  coalescing: RequestCoalescing<SearchEnding>;
  pay: PaidCall;
  /** Returns a visitor's name in the store. */
  nameOf: (visitor: string) => string;
  /** States what the visitor's next search costs, and whether it would be sent. */
  searchOffer: (visitor: string) => Promise<SearchOffer>;
  /** This server's own library: answers while no search can be paid for. */
  library?: SearchImages | undefined;
  ratingFilter: RatingFilter;
  /** Resolves when the operator's ratings are known; null from then on. */
  ratingsLoading: () => Promise<void> | null;
  events: SearchEvents;
  monotonicMs: () => number;
}): SearchImages {
  return async (query, options) => {
    const { isAgain = false } = options;
    const search = toSearch(query, { ageMsMax: isAgain ? DOUBLE_CLICK_MS : null });
    const loading = ratingsLoading();
    if (loading !== null) await loading;
    const recalled = memory.recall(search.lookup);
    const service = await label();
    if (recalled?.isFresh) {
      const answer =
        recalled.isConfirmed || isLost()
          ? recalled.answer
          : await confirm(search, recalled.answer, options.signal);
      if (answer !== null) return serve(answer, "cache");
    }
    // Read only after a miss of the memory: a getter may compute it from the request's headers.
    const { mayPay } = options;
    const ending = mayPay ? await askOnce(search, options) : await lookUp(search);
    if ("answer" in ending && !ending.isPaid) return serve(ending.answer, "cache");
    options.signal.throwIfAborted();
    const next = await searchOffer(options.visitor ?? "unknown");
    if ("answer" in ending) return serve(ending.answer, "service", next);
    const error = toVisitorError(ending, next);
    if (ending.stale !== null) {
      // A stale answer hides a bug from the visitor; the log shows it to the operator.
      if (error.code === "internal") log().error({ event: "search_failed", err: error });
      return serve(ending.stale, "stale", next, error);
    }
    const own = UNPAYABLE.has(error.code)
      ? await library?.(query, options).catch(() => null)
      : null;
    if (!own || own.images.length === 0) {
      events.failed(error.code);
      throw error;
    }
    const answer: SearchAnswer = {
      ...own,
      from: "library",
      staleReason: error.code,
      searchesUsed: error.searchesUsed ?? 0,
      searchOffer: next,
    };
    events.served(answer);
    return answer;

    function serve(
      whole: CachedAnswer,
      from: SearchAnswer["from"],
      next?: SearchOffer,
      failure: AppError | null = null,
    ): SearchAnswer {
      const found = narrow(ratingFilter(whole, query), query.count);
      const { images, droppedCount, answeredAtMs, totalCount, heldCount } = found;
      const answer: SearchAnswer = {
        query,
        images,
        droppedCount,
        answeredAt: new Date(answeredAtMs).toISOString(),
        ageSeconds: Math.max(0, Math.floor((nowMs() - answeredAtMs) / 1000)),
        service,
        from,
        totalCount,
        heldCount,
        changed: null,
        offers: [],
        staleReason: failure?.code ?? null,
        searchesUsed: from === "service" ? 1 : (failure?.searchesUsed ?? 0),
        ...(next && { searchOffer: next }),
      };
      events.served(answer);
      return answer;
    }
  };

  /**
   * Returns the store's fresh answer, which may be newer than the memory's; null if it has none. Equal
   * queries share the reading, so that few statements wait for a silent database.
   */
  async function confirm(
    search: Search,
    recalled: CachedAnswer,
    signal: AbortSignal,
  ): Promise<CachedAnswer | null> {
    const { key, ageMsMax } = search.lookup;
    const reading = coalescing.join(`find ${ageMsMax} ${key}`, {
      signal,
      start: () => lookUp(search),
    });
    const ending = await withTimeout(reading, CONFIRMATION_MS).catch(() => ({ answer: recalled }));
    signal.throwIfAborted();
    return "answer" in ending ? ending.answer : null;
  }

  /** Answers from the cache only. */
  async function lookUp({ lookup, family }: Search): Promise<SearchEnding> {
    const unconfirmed = new AppError("search_unconfirmed", "no visitor's act began this search");
    try {
      const found = await state.find(lookup);
      const answer = memory.learn(lookup, family, found);
      if (answer !== null && found.isFresh) return { answer, isPaid: false };
      return { error: found.isRefused ? refused() : unconfirmed, stale: answer };
    } catch {
      return recallOnly(lookup, unconfirmed);
    }
  }

  /** Starts the one call for a query, or joins it. `isPaid` is true for the request that started it. */
  async function askOnce(
    search: Search,
    { signal, visitor = "unknown", isAgain = false }: SearchOptions,
  ): Promise<SearchEnding> {
    const name = nameOf(visitor);
    // "Search again" must not join a search, which a fresh answer may serve.
    const key = isAgain ? `again ${search.lookup.key}` : search.lookup.key;
    for (;;) {
      let hasStarted = false;
      const ending = await coalescing.join(key, {
        signal,
        start: (call) => {
          hasStarted = true;
          return leaseAndPay(search, { visitor: name, ignoresRefusal: isAgain }, call);
        },
      });
      if (hasStarted) return ending;
      if ("answer" in ending) return { ...ending, isPaid: false };
      // A limit of another visitor does not apply to this one.
      if ((ending.limitedVisitor ?? name) === name) return { ...ending, isJoined: true };
    }
  }

  async function leaseAndPay(
    { query, family, lookup }: Search,
    asking: { visitor: string; ignoresRefusal: boolean },
    call: CoalescedCall,
  ): Promise<SearchEnding> {
    const { visitor } = asking;
    const holder = randomUUID();
    const endMs = monotonicMs() + WAIT_MS;
    let waitingSinceMs: number | null = null;
    for (let pollMs = POLL_MS.first; ; pollMs = Math.min(pollMs * 1.5, POLL_MS.last)) {
      let decision: LeaseDecision;
      try {
        decision = await state.requestLease({
          ...lookup,
          ...asking,
          holder,
          leaseMs: LEASE_MS,
          probeMs: PROBE_LENGTH_MS,
          waitingSinceMs,
        });
      } catch (cause) {
        const error = new AppError("budget_unknown", "the store cannot be used", { cause });
        return recallOnly(lookup, error);
      }
      const answer = memory.learn(lookup, family, decision);
      if (decision.outcome === "fresh" && answer !== null) return { answer, isPaid: false };
      if (decision.outcome === "acquired") {
        const { probed } = decision;
        const leased = { query, key: lookup.key, family, holder, visitor, probed };
        return pay(leased, call).then(
          (paid) => ({ answer: paid, isPaid: true }),
          (cause) => ({ error: toAppError(cause), stale: answer }),
        );
      }
      if (decision.outcome !== "pending") {
        const limited = decision.outcome === "limited" && { limitedVisitor: visitor };
        return { error: toError(decision), stale: answer, ...limited };
      }
      if (monotonicMs() > endMs) {
        const error = new AppError("service_timeout", "another process did not answer in time");
        return { error, stale: answer };
      }
      waitingSinceMs ??= decision.nowMs;
      await sleep(pollMs, undefined, { signal: call.signal });
    }
  }

  /** Answers from the memory only, while the store fails. */
  function recallOnly(lookup: AnswerLookup, error: AppError): SearchEnding {
    const recalled = memory.recall(lookup);
    if (recalled?.isFresh) return { answer: recalled.answer, isPaid: false };
    return { error, stale: recalled?.answer ?? null };
  }
}

/**
 * Returns the error of one visitor: with what the visitor's next search costs. If a search was only
 * looked up and would not be sent either, the reason for that is its error.
 */
function toVisitorError(
  { error, isJoined = false }: { error: AppError; isJoined?: boolean },
  searchOffer: SearchOffer,
): AppError {
  const { cause, serviceSaid, retryAfterSeconds } = error;
  const searchesUsed = isJoined ? undefined : error.searchesUsed;
  const { refusal } = searchOffer;
  if (error.code === "search_unconfirmed" && refusal !== null) {
    return new AppError(refusal.code, "a search would not be sent now", {
      retryAfterSeconds: refusal.retryAfterSeconds ?? undefined,
      searchOffer,
    });
  }
  const options = { cause, serviceSaid, retryAfterSeconds, searchesUsed, searchOffer };
  return new AppError(error.code, error.message, options);
}

function refused(): AppError {
  return new AppError("service_refused", "the service refused this query recently");
}

function toError(decision: LeaseDecision): AppError {
  switch (decision.outcome) {
    case "refused":
      return refused();
    case "failed": {
      const { code, retryAfterSeconds } = decision.failure;
      return new AppError(storedErrorCode(code), "failed elsewhere", { retryAfterSeconds });
    }
    case "paused":
      return toPausedError(decision.pause);
    case "limited":
      return new AppError(LIMIT_CODES[decision.limit], "the visitor's limit", decision);
    case "read-only":
      return new AppError("budget_unknown", "the store cannot be written");
    default:
      return new AppError("internal", `a search ended as ${decision.outcome}`);
  }
}
