import "server-only";
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConstantBackoff,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IBreaker,
  retry,
  wrap,
} from "cockatiel";
import type { ErrorCode } from "@/lib/contract/errors";
import { AppError, toAppError } from "@/lib/platform/errors";
import { NothingSent, wasNothingSent } from "./service-error";

export type CircuitBreakerState = "closed" | "half-open" | "open";

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

const CALLS_MAX = 16;
const QUEUE_MAX = 32;
const RETRY_AFTER_MS = 200;
const BUSY_RETRY_SECONDS = 2;

/**
 * The first cooldown; each probe that fails doubles it. A probe that reaches the service may be
 * billed, so those cooldowns grow longer than the cooldowns of an unreachable service.
 */
const COOLDOWN_MS = { first: 30_000, lastFree: 2 * 60_000, lastPaid: 15 * 60_000 };

/** Failures of the service itself. A refusal is an answer, and a visitor who leaves changes nothing. */
const FAILURES: ReadonlySet<ErrorCode> = new Set([
  "service_failed",
  "service_answer_unreadable",
  "service_connection_lost",
  "service_unreachable",
  "service_timeout",
]);

/** Protects calls to a service that may be down: circuit breaker, bulkhead, one safe retry. */
export function createCircuitBreaker({
  onStateChange,
}: {
  onStateChange?: ((state: CircuitBreakerState) => void) | undefined;
} = {}) {
  let cooldown = { startedAtMs: 0, durationMs: 0 };
  let lastFailure: ErrorCode = "service_unreachable";

  function createCircuit() {
    const created = circuitBreaker(
      handleWhen((cause) => FAILURES.has(toAppError(cause).code)),
      {
        breaker: createFailureCount(),
        halfOpenAfter: { next: () => startCooldown(COOLDOWN_MS.first) },
      },
    );
    created.onBreak((reason) => {
      if ("error" in reason) lastFailure = toAppError(reason.error).code;
    });
    created.onStateChange((state) => {
      if (created === circuit) onStateChange?.(toState(state));
    });
    return created;
  }

  function startCooldown(durationMs: number): IBackoff<unknown> {
    cooldown = { startedAtMs: Date.now(), durationMs };
    return {
      duration: durationMs,
      next: (context) => {
        const isFree = wasNothingSent((context as { result?: { error?: unknown } }).result?.error);
        const lastMs = isFree ? COOLDOWN_MS.lastFree : COOLDOWN_MS.lastPaid;
        return startCooldown(Math.min(durationMs * 2, lastMs));
      },
    };
  }

  const queue = bulkhead(CALLS_MAX, QUEUE_MAX);
  const once = retry(handleWhen(wasNothingSent), {
    maxAttempts: 1,
    backoff: new ConstantBackoff(RETRY_AFTER_MS),
  });
  let circuit = createCircuit();
  let policy = wrap(queue, circuit, once);

  function remainingMs(): number {
    return cooldown.startedAtMs + cooldown.durationMs - Date.now();
  }

  /** Omits the service's own text, which was about another visitor's search. */
  function circuitOpen(cause?: unknown): AppError {
    return new AppError(lastFailure, "the circuit is open", {
      cause: new NothingSent("the circuit is open", { cause }),
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs() / 1000)),
    });
  }

  return {
    /**
     * Makes a call, unless the circuit is open or too many calls are pending. Retries once, and only
     * if nothing was sent.
     */
    async run<T>(call: () => Promise<T>): Promise<T> {
      try {
        return await policy.execute(call);
      } catch (cause) {
        if (cause instanceof BrokenCircuitError) throw circuitOpen(cause);
        if (cause instanceof BulkheadRejectedError) throw queueFull(cause);
        throw cause;
      }
    },
    /** Returns why a call would not be made now; null if it would. */
    refusal(): AppError | null {
      if (queue.executionSlots === 0 && queue.queueSlots === 0) return queueFull();
      return circuit.state === CircuitState.Open && remainingMs() > 0 ? circuitOpen() : null;
    },
    state: () => toState(circuit.state),
    /** Returns why the circuit opened, and when the next call is tried; null while it is closed. */
    trouble(): { code: ErrorCode; retryAtMs: number } | null {
      if (circuit.state === CircuitState.Closed) return null;
      return { code: lastFailure, retryAtMs: cooldown.startedAtMs + cooldown.durationMs };
    },
    /** Closes the circuit, for an operator who knows that the service is back. */
    reset(): void {
      if (circuit.state === CircuitState.Closed) return;
      // cockatiel's circuit cannot be closed from outside (3.2.1).
      circuit = createCircuit();
      policy = wrap(queue, circuit, once);
      onStateChange?.("closed");
    },
  };
}

function queueFull(cause?: unknown): AppError {
  return new AppError("busy", "too many calls are pending", {
    cause: new NothingSent("the queue is full", { cause }),
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  });
}

function toState(state: CircuitState): CircuitBreakerState {
  if (state === CircuitState.Closed) return "closed";
  return state === CircuitState.HalfOpen ? "half-open" : "open";
}

const WINDOW_MS = 30_000;
const CALLS_MIN = 20;
const FAILURE_SHARE = 0.5;

/** At eight searches a day, 20 calls in 30 seconds never happen, so failures in a row count too. */
const FAILURES_IN_A_ROW = 5;

/**
 * Opens the circuit if half of at least 20 calls in 30 seconds failed, or five in a row at any pace.
 *
 * cockatiel's own sampling breaker drops one window per call instead of all expired windows, so at a
 * slow pace its 30 seconds last for days (3.2.1).
 */
function createFailureCount(): IBreaker {
  let calls: { atMs: number; hasFailed: boolean }[] = [];
  let failuresInARow = 0;

  function add(hasFailed: boolean): void {
    const nowMs = Date.now();
    calls = calls.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
    calls.push({ atMs: nowMs, hasFailed });
    failuresInARow = hasFailed ? failuresInARow + 1 : 0;
  }

  return {
    // Not stored, because a new process starts with a closed circuit.
    state: undefined,
    success: () => add(false),
    failure: () => {
      add(true);
      const failures = calls.filter(({ hasFailed }) => hasFailed).length;
      const isMostly = calls.length >= CALLS_MIN && failures >= calls.length * FAILURE_SHARE;
      return isMostly || failuresInARow >= FAILURES_IN_A_ROW;
    },
  };
}
