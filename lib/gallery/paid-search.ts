import "server-only";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { createSteadyClock } from "@/lib/core/steady-clock";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";
import { loadOrCreateSecret } from "@/lib/platform/secret-file";
import type { SearchService } from "@/lib/protocol/search-service";
import {
  type AnswerStore,
  createLayeredAnswerStore,
  createMemoryAnswerStore,
  createSqliteAnswerStore,
} from "@/lib/state/answer-store";
import { createLockTimeout, openOnFirstUse } from "@/lib/state/open-on-first-use";
import { createSqliteSearchLeases } from "@/lib/state/search-leases";
import { createSqliteSearchLedger } from "@/lib/state/search-ledger";
import { openDatabase, openReadOnly, type SqliteDatabase } from "@/lib/state/sqlite/database";
import { createSqliteSuspensions } from "@/lib/state/suspensions";
import {
  type CounterPolicy,
  counterWithFallback,
  createMemoryCounter,
  createSqliteCounter,
} from "@/lib/state/visitor-counters";
import { createAnswerCache } from "./answer-cache";
import { createBudget } from "./budget";
import { type CircuitBreakerState, createCircuitBreaker } from "./circuit-breaker";
import type { RemoteServiceConfig, SpendingConfig } from "./config";
import { createLeasedCalls } from "./leased-calls";
import {
  createSearchImages,
  type PaidAnswer,
  type SearchEvents,
  type SearchImages,
} from "./search-images";
import { type CallReport, guardService, serviceFingerprint } from "./service-guard";
import { createVisitorLimits } from "./visitor-limits";

const MEMORY_BYTES_MAX = 16 * 1024 * 1024;
const STORE_BYTES_MAX = 64 * 1024 * 1024;

export type PaidSearch = ReturnType<typeof createPaidSearch>;

type PaidSearchOptions = {
  service: SearchService;
  remote: RemoteServiceConfig;
  spending: SpendingConfig;
  dataDir: string;
  label: () => Promise<ServiceLabel>;
  /** This server's own library, which answers while no search can be paid for. */
  library?: SearchImages;
  events: SearchEvents & { called(call: CallReport): void };
  /** Called when a part of the state is unreachable; searches go on as far as that is safe. */
  onStoreFailure: (store: string, cause: unknown) => void;
  onBreakerChange?: (state: CircuitBreakerState) => void;
  /** Called when the service suspends us, which often only the operator can change. */
  onSuspended?: (code: ErrorCode) => void;
  wallMs?: () => number;
  monotonicMs?: () => number;
};

/** Composes the parts of a paid search (search-images.ts names their order). Opens no file yet. */
export function createPaidSearch(options: PaidSearchOptions) {
  const { remote, spending, dataDir, label, library, events } = options;
  const clock = options.wallMs ?? Date.now;
  const failureOf = (store: string) => (cause: unknown) => options.onStoreFailure(store, cause);

  const path = join(dataDir, "vitrine.db");
  const opened: SqliteDatabase[] = [];
  const lockTimeout = createLockTimeout();
  function open(): SqliteDatabase {
    const database = openDatabase(path, { busyMs: 250 });
    opened.push(database);
    lockTimeout.include(database);
    return database;
  }
  let sharedDatabase: SqliteDatabase | null = null;
  function shared(): SqliteDatabase {
    sharedDatabase ??= open();
    return sharedDatabase;
  }
  function counter(policy: CounterPolicy) {
    return counterWithFallback(
      openOnFirstUse(() => createSqliteCounter(shared(), policy), lockTimeout),
      { local: createMemoryCounter(policy), onFailure: failureOf("visitors") },
    );
  }
  let readOnlyDatabase: SqliteDatabase | null = null;
  function openAnswers(): AnswerStore {
    try {
      return createSqliteAnswerStore(shared(), { bytesMax: STORE_BYTES_MAX });
    } catch (cause) {
      failureOf("answers")(cause);
      // In a folder that cannot be written, cached answers can still be read.
      if (!existsSync(path)) throw cause;
      readOnlyDatabase ??= openReadOnly(path);
      return createSqliteAnswerStore(readOnlyDatabase, { bytesMax: STORE_BYTES_MAX });
    }
  }

  const breaker = createCircuitBreaker({ onStateChange: options.onBreakerChange });
  const guarded = guardService({
    service: options.service,
    fingerprint: serviceFingerprint(remote),
    suspensions: openOnFirstUse(() => createSqliteSuspensions(shared()), lockTimeout),
    breaker,
    onCall: events.called,
    onFailure: failureOf("suspensions"),
    onSuspended: options.onSuspended,
    clock,
  });
  const budget = createBudget({
    // A connection of its own: it alone waits for the disk at every commit.
    ledger: openOnFirstUse(() => createSqliteSearchLedger(open()), lockTimeout),
    service: remote.url,
    policy: { limit: spending.monthlySearches, isPaced: spending.hasDayPacing },
    clock: createSteadyClock({
      wallMs: clock,
      monotonicMs: options.monotonicMs ?? (() => performance.now()),
    }),
    onFailure: failureOf("ledger"),
  });
  const coalescing = createRequestCoalescing<PaidAnswer>();
  const searchImages = createSearchImages({
    serviceUrl: remote.url,
    service: guarded,
    label,
    library,
    cache: createAnswerCache({
      store: createLayeredAnswerStore({
        memory: createMemoryAnswerStore({ bytesMax: MEMORY_BYTES_MAX }),
        shared: openOnFirstUse(openAnswers, lockTimeout),
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
        windowSeconds: 60,
      }),
      day: counter({ name: "visitor_day", max: spending.visitorPerDay, windowSeconds: 86_400 }),
      secret: () => visitorSecret(dataDir),
    }),
    budget,
    coalescing,
    leasedCalls: createLeasedCalls<PaidAnswer>({
      leases: openOnFirstUse(() => createSqliteSearchLeases(shared()), lockTimeout),
      onFailure: failureOf("leases"),
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
    /** How many searches are pending in this process; equal ones count once. */
    pendingCount: coalescing.count,
    close: () => {
      for (const database of opened) database.close();
      readOnlyDatabase?.close();
    },
  };
}

/** If the data folder cannot be written, visitors are counted in memory, with any secret. */
function visitorSecret(dataDir: string): string {
  try {
    return loadOrCreateSecret(dataDir, "visitors");
  } catch {
    return randomBytes(32).toString("base64url");
  }
}
