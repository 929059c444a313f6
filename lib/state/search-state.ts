import "server-only";
import type { SpendingPolicy, SpendingVerdict } from "@/lib/core/limits/budget-pacing";

/**
 * The shared state of one service's paid searches: cached answers, refused queries, leases, counts
 * per visitor, pauses, and the ledger of the budget.
 *
 * Every method is atomic. Time is the store's, in milliseconds since the epoch; a caller's
 * clock is never used, so processes whose clocks differ agree. Keys are hashes: the store contains no
 * visitor's text, unless the operator shares recent searches (`keepsQueries`). Every method rejects
 * if the store is unreachable.
 */
export type SearchState = {
  /** Finds the best cached answer. Writes nothing. */
  find(lookup: AnswerLookup): Promise<FoundAnswer>;
  /**
   * Decides what happens to a search that the memory cannot answer. If the search may be made,
   * charges the visitor and takes the lease of the query; otherwise changes nothing.
   */
  requestLease(search: LeaseRequest): Promise<LeaseDecision>;
  /** Reserves one search of the budget, if month and day allow it (`decideSpending`). */
  reserve(): Promise<Reservation>;
  /** Ends what `requestLease` and `reserve` began. Everything in `end` takes effect, or nothing does. */
  finish(end: SearchEnd): Promise<Finished>;
  /** Searches used so far, reservations included. */
  usage(): Promise<BudgetUsage>;
  /** Like `usage`, with the searches of each day of the month that has any, by UTC day. */
  spentDays(): Promise<SpentDays>;
  /** Returns what `requestLease` and `reserve` would decide about a visitor's new search. */
  searchOffer(visitor: string): Promise<SearchOfferFacts>;
  /** Lists fresh answers of any service that keep their query; the newest first. */
  recent(countMax: number): Promise<RecentAnswers>;
  /** Returns the service's pause; null if there is none, or its time is over. */
  pause(): Promise<ServicePause | null>;
  /** Ends a pause, for an operator who has fixed its cause. */
  lift(): Promise<void>;
  /**
   * Moves searches that were recorded while the clock was ahead to today. For an operator who knows
   * that the store's clock is right now. Returns how many it moved.
   */
  mendClock(): Promise<number>;
};

/** Settings of one service; all processes that share a store must use the same. */
export type SearchStateSettings = {
  /** Identifies the budget: the service's URL. */
  service: string;
  /** Identifies URL and key (`serviceFingerprint`): pauses belong to both. */
  fingerprint: string;
  budget: SpendingPolicy;
  visitorLimits: VisitorLimitSettings;
  /** Whether answers keep the search's text, for `recent`; false deletes the texts stored so far. */
  keepsQueries: boolean;
};

/** Limits of one visitor's searches in a window that starts with the first of them. */
type VisitorLimitSettings = { perMinute: number; perDay: number };

export type AnswerLookup = {
  /** Identifies the whole query. */
  key: string;
  /** Identifies the query without its count; null if larger answers may not serve it. */
  family: string | null;
  /** How many images are requested. */
  count: number;
  /** The age up to which an answer is fresh; null if the answer's own lifetime decides. */
  ageMsMax: number | null;
};

export type StoredAnswer = {
  key: string;
  /** How many images were requested; a larger answer has more than the lookup's count. */
  count: number;
  answeredAtMs: number;
  freshUntilMs: number;
  /** After this time it is never served, and may be deleted. */
  keepUntilMs: number;
  /** JSON; the caller defines its form. */
  body: string;
};

export type FoundAnswer = {
  /**
   * The best answer: a fresh one before a stale one; among fresh ones an answer to the query itself
   * before a larger one; then the newer one. A body that is not JSON counts as missing. Null if no
   * answer may be served.
   */
  answer: StoredAnswer | null;
  isFresh: boolean;
  /** Whether the service refused this query within the refusal's lifetime. */
  isRefused: boolean;
  usage: BudgetUsage;
  nowMs: number;
};

export type LeaseRequest = AnswerLookup & {
  /** Identifies the visitor: a keyed hash. */
  visitor: string;
  /** Asks the service even though it refused this query recently. */
  ignoresRefusal: boolean;
  /** Identifies the process that asks, and the call. */
  holder: string;
  leaseMs: number;
  /** How long a probe of a paused service may take. */
  probeMs: number;
  /**
   * When the store first answered `pending` to this search, by the store's clock. If the call that the
   * search waits for fails after this time, the search fails with the same error.
   */
  waitingSinceMs: number | null;
};

/**
 * The decision about a search, in this order. `answer` is a stale answer, or null, in every outcome
 * but `fresh`.
 *
 * - `fresh`: `answer` serves it.
 * - `refused`: the service refused this query recently.
 * - `failed`: the call that the search waited for has failed; another call would cost again.
 * - `pending`: another caller has the lease; ask again soon.
 * - `paused`: the service is paused. After the pause, one caller of all becomes the probe
 *   (`acquired`), and the others stay paused for `probeMs` more.
 * - `limited`: the visitor's limit is reached.
 * - `read-only`: the store can be read, but not written: it is read-only, full or locked.
 * - `acquired`: the caller has the lease and must call `finish`. The visitor is charged.
 */
export type LeaseDecision = FoundAnswer &
  (
    | { outcome: "fresh" | "refused" | "pending" | "read-only" }
    | { outcome: "failed"; failure: CallFailure }
    | { outcome: "paused"; pause: ServicePause }
    | ({ outcome: "limited" } & FullWindow)
    | { outcome: "acquired"; probed: ServicePause | null }
  );

/** The failure of another process's call: a code of the error table. */
export type CallFailure = { code: string; retryAfterSeconds?: number | undefined };

export type ServicePause = {
  /** Why: a code of the error table. */
  code: string;
  /** Store time. */
  pausedUntilMs: number;
  /** The whole length of the pause. */
  durationMs: number;
  retryAfterSeconds: number;
};

/** Searches used at the service. Days and months are UTC, by the store's time, which never goes back. */
export type BudgetUsage = { atMs: number; usedThisMonth: number; usedToday: number };

/** `day` counts from 1970-01-01. */
export type SpentDays = { usage: BudgetUsage; days: { day: number; searches: number }[] };

export type Reservation =
  | { isGranted: true; id: string; usage: BudgetUsage }
  | {
      isGranted: false;
      reason: "month" | "day";
      retryAfterSeconds: number;
      usage: BudgetUsage;
    };

/** A limit of one visitor that is reached, and the time until its window ends. */
export type FullWindow = { limit: "minute" | "day"; retryAfterSeconds: number };

export type SearchOfferFacts = {
  /** The service's pause, if its time is not over. */
  pause: ServicePause | null;
  fullWindows: readonly FullWindow[];
  verdict: SpendingVerdict;
  /** The visitor's searches in the present window of a day; `usage` counts those of all visitors. */
  usedToday: number;
  usage: BudgetUsage;
  nowMs: number;
};

/** `query`: the search as a query string. */
export type RecentAnswers = { answers: (StoredAnswer & { query: string })[]; nowMs: number };

export type SearchEnd = {
  /** The lease that `requestLease` granted. */
  key: string;
  holder: string;
  /**
   * The outcome of the reservation. It is released only if nothing was sent; otherwise it stays
   * counted.
   */
  reservation: { id: string; wasSent: boolean } | null;
  /** The visitor to refund for the day, because nothing was sent; or null. */
  refundedVisitor: string | null;
  /**
   * The answer to store; it is answered now, by the store's time. `query`, the search as a query
   * string, is stored for `recent`, if present and if `keepsQueries`.
   */
  answer: {
    family: string;
    count: number;
    freshMs: number;
    keepMs: number;
    body: string;
    query?: string | undefined;
  } | null;
  /** How long the query counts as refused by the service; null if it was not refused. */
  refusedMs: number | null;
  /**
   * The call's effect on the service's pause; null for none. A new pause replaces the pause that this
   * call probed (`wasProbe`); otherwise the pause that ends later stays.
   */
  pause: "lift" | { code: string; durationMs: number; wasProbe: boolean } | null;
  /** For processes that wait for this call; null if they may call the service themselves. */
  failure: CallFailure | null;
};

export type Finished = { nowMs: number; usage: BudgetUsage };
