import "server-only";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { createSteadyClock } from "@/lib/core/steady-clock";
import type { SearchService } from "@/lib/protocol/search-service";
import type { RemoteServiceConfig, SpendingConfig } from "@/lib/server/config";
import { openDatabase, type SqliteDatabase } from "@/lib/server/state/database";
import { keptSecret } from "@/lib/server/state/kept-secret";
import { createLayeredAnswerStore } from "@/lib/server/state/layered-answer-store";
import { createMemoryAnswerStore } from "@/lib/server/state/memory-answer-store";
import { openWhenNeeded } from "@/lib/server/state/open-when-needed";
import { createPatience } from "@/lib/server/state/patience";
import { createSqliteAnswerStore } from "@/lib/server/state/sqlite-answer-store";
import { createSqliteFlightLeases } from "@/lib/server/state/sqlite-flight-leases";
import { createSqliteServiceGates } from "@/lib/server/state/sqlite-service-gates";
import { createSqliteSpendLedger } from "@/lib/server/state/sqlite-spend-ledger";
import {
  createMemoryCounter,
  createSqliteCounter,
  insureCounter,
} from "@/lib/server/state/visitor-counter-stores";
import type { CounterPolicy } from "@/lib/server/state/visitor-counters";
import { createAnswerCache } from "./answer-cache";
import { type Breaker, type BreakerState, createBreaker } from "./breaker";
import { type Budget, createBudget } from "./budget";
import { countCalls } from "./count-calls";
import { createFlights } from "./flights";
import { createLeasedCalls } from "./lease";
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
  onGateClosed?: (code: ErrorCode) => void;
  wallMs?: () => number;
  monotonicMs?: () => number;
};

/** Puts together everything that a search which costs goes through. Opens nothing by itself. */
export function createPaidSearch(options: PaidSearchOptions): PaidSearch {
  const { remote, spending, dataDir, label, events } = options;
  const clock = options.wallMs ?? Date.now;
  const failureOf = (store: string) => (cause: unknown) => options.onStoreFailure(store, cause);

  const opened: SqliteDatabase[] = [];
  const patience = createPatience();
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
    return insureCounter(
      openWhenNeeded(() => createSqliteCounter(shared(), policy), patience),
      { local: createMemoryCounter(policy), onFailure: failureOf("visitors") },
    );
  }

  const breaker = createBreaker({ onStateChange: options.onBreakerChange ?? (() => {}) });
  const guarded = guardService({
    service: countCalls(usableAnswersOnly(options.service), events),
    fingerprint: serviceFingerprint(remote),
    gates: openWhenNeeded(() => createSqliteServiceGates(shared()), patience),
    breaker,
    onFailure: failureOf("gates"),
    onClosed: options.onGateClosed ?? (() => {}),
    clock,
  });
  const budget = createBudget({
    // A connection of its own: it alone waits for the disk at every commit.
    ledger: openWhenNeeded(() => createSqliteSpendLedger(open()), patience),
    service: remote.url,
    monthlyLimit: spending.monthlySearches,
    clock: createSteadyClock({
      wallMs: clock,
      monotonicMs: options.monotonicMs ?? (() => performance.now()),
    }),
    onFailure: failureOf("ledger"),
  });
  const flights = createFlights<Brought>();
  const searchImages = createSearchImages({
    serviceUrl: remote.url,
    service: guarded,
    label,
    cache: createAnswerCache({
      store: createLayeredAnswerStore({
        quick: createMemoryAnswerStore({ bytesMax: MEMORY_BYTES_MAX }),
        shared: openWhenNeeded(
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
    flights,
    leasedCalls: createLeasedCalls<Brought>({
      leases: openWhenNeeded(() => createSqliteFlightLeases(shared()), patience),
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
    flightCount: flights.count,
    close: () => {
      for (const database of opened) database.close();
    },
  };
}

/** Without a data folder that can be written, visitors are counted in memory: any secret will do. */
function visitorSecret(dataDir: string): string {
  try {
    return keptSecret(dataDir, "visitors");
  } catch {
    return randomBytes(32).toString("base64url");
  }
}
