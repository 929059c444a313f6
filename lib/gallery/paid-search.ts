import "server-only";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { createSteadyClock } from "@/lib/core/steady-clock";
import { createLockTimeout } from "@/lib/platform/lock-timeout";
import { openOnFirstUse } from "@/lib/platform/open-on-first-use";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import { openDatabase, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { SearchService } from "@/lib/protocol/search-service";
import { createLayeredAnswerStore } from "@/lib/state/layered-answer-store";
import { createMemoryAnswerStore } from "@/lib/state/memory-answer-store";
import { createSqliteAnswerStore } from "@/lib/state/sqlite-answer-store";
import { createSqliteSearchLeases } from "@/lib/state/sqlite-search-leases";
import { createSqliteSearchLedger } from "@/lib/state/sqlite-search-ledger";
import { createSqliteSuspensions } from "@/lib/state/sqlite-suspensions";
import {
  createMemoryCounter,
  createSqliteCounter,
  withFallback,
} from "@/lib/state/visitor-counter-stores";
import type { CounterPolicy } from "@/lib/state/visitor-counters";
import { createAnswerCache } from "./answer-cache";
import { type Breaker, type BreakerState, createBreaker } from "./breaker";
import { type Budget, createBudget } from "./budget";
import type { RemoteServiceConfig, SpendingConfig } from "./config";
import { countCalls } from "./count-calls";
import { createLeasedCalls } from "./leased-calls";
import type { SearchEvents } from "./search-events";
import { type Brought, createSearchImages, type SearchImages } from "./search-images";
import { type GuardedService, guardService, serviceFingerprint } from "./service-guard";
import { usableAnswersOnly } from "./usable-answers";
import { createVisitorLimits, DAY_SECONDS, MINUTE_SECONDS } from "./visitor-limits";

const MEMORY_BYTES_MAX = 16 * 1024 * 1024;
const STORE_BYTES_MAX = 64 * 1024 * 1024;

export type PaidSearch = {
  searchImages: SearchImages;
  budget: Budget;
  breaker: Breaker;
  guarded: GuardedService;
  flightCount: () => number;
  close(): void;
};

type PaidSearchOptions = {
  service: SearchService;
  remote: RemoteServiceConfig;
  spending: SpendingConfig;
  dataDir: string;
  label: () => Promise<ServiceLabel>;
  events: SearchEvents;
  /** Hears that a part of the state can't be reached; searches go on as far as is safe. */
  onStoreFailure: (store: string, cause: unknown) => void;
  onBreakerChange?: (state: BreakerState) => void;
  /** The service refuses to be asked: for what only the operator can mend, somebody should hear. */
  onSuspended?: (code: ErrorCode) => void;
  wallMs?: () => number;
  monotonicMs?: () => number;
};

/** Puts together everything that a search which costs goes through. Opens nothing by itself. */
export function createPaidSearch(options: PaidSearchOptions): PaidSearch {
  const { remote, spending, dataDir, label, events } = options;
  const clock = options.wallMs ?? Date.now;
  const failureOf = (store: string) => (cause: unknown) => options.onStoreFailure(store, cause);

  const opened: SqliteDatabase[] = [];
  const patience = createLockTimeout();
  function open(): SqliteDatabase {
    const database = openDatabase(join(dataDir, "vitrine.db"), { on: "server-thread" });
    opened.push(database);
    patience.include(database);
    return database;
  }
  let sharedDatabase: SqliteDatabase | null = null;
  function shared(): SqliteDatabase {
    sharedDatabase ??= open();
    return sharedDatabase;
  }
  function counter(policy: CounterPolicy) {
    return withFallback(
      openOnFirstUse(() => createSqliteCounter(shared(), policy), patience),
      { local: createMemoryCounter(policy), onFailure: failureOf("visitors") },
    );
  }

  const breaker = createBreaker({ onStateChange: options.onBreakerChange ?? (() => {}) });
  const guarded = guardService({
    service: countCalls(usableAnswersOnly(options.service), events),
    fingerprint: serviceFingerprint(remote),
    gates: openOnFirstUse(() => createSqliteSuspensions(shared()), patience),
    breaker,
    onFailure: failureOf("gates"),
    onClosed: options.onSuspended ?? (() => {}),
    clock,
  });
  const budget = createBudget({
    // A connection of its own: it alone waits for the disk at every commit.
    ledger: openOnFirstUse(() => createSqliteSearchLedger(open()), patience),
    service: remote.url,
    monthlyLimit: spending.monthlySearches,
    clock: createSteadyClock({
      wallMs: clock,
      monotonicMs: options.monotonicMs ?? (() => performance.now()),
    }),
    onFailure: failureOf("ledger"),
  });
  const coalescing = createRequestCoalescing<Brought>();
  const searchImages = createSearchImages({
    serviceUrl: remote.url,
    service: guarded,
    label,
    cache: createAnswerCache({
      store: createLayeredAnswerStore({
        quick: createMemoryAnswerStore({ bytesMax: MEMORY_BYTES_MAX }),
        shared: openOnFirstUse(
          () => createSqliteAnswerStore(shared(), { bytesMax: STORE_BYTES_MAX }),
          patience,
        ),
        onFailure: failureOf("answers"),
      }),
      serviceUrl: remote.url,
      policy: {
        freshMinutes: spending.cacheMinutes,
        staleHours: spending.staleHours,
        hasNarrowing: spending.hasNarrowing,
      },
      clock,
    }),
    limits: createVisitorLimits({
      minute: counter({
        name: "visitor_minute",
        max: spending.visitorPerMinute,
        windowSeconds: MINUTE_SECONDS,
      }),
      day: counter({
        name: "visitor_day",
        max: spending.visitorPerDay,
        windowSeconds: DAY_SECONDS,
      }),
      secret: () => visitorSecret(dataDir),
    }),
    budget,
    coalescing,
    leasedCalls: createLeasedCalls<Brought>({
      leases: openOnFirstUse(() => createSqliteSearchLeases(shared()), patience),
      onFailure: failureOf("flights"),
      clock,
    }),
    events,
    clock,
  });

  return {
    searchImages,
    budget,
    breaker,
    guarded,
    flightCount: coalescing.count,
    close: () => {
      for (const database of opened) database.close();
    },
  };
}

/** Without a data folder that can be written, visitors are counted in memory: any secret will do. */
function visitorSecret(dataDir: string): string {
  try {
    return loadOrCreateSecret(dataDir, "visitors");
  } catch {
    return randomBytes(32).toString("base64url");
  }
}
