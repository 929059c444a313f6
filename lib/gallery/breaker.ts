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
  retry,
  wrap,
} from "cockatiel";
import type { ErrorCode } from "@/lib/contract/errors";
import { AppError, toAppError } from "@/lib/platform/errors";
import { createBreakerRule } from "./breaker-rule";
import { NothingSent, wasNothingSent } from "./not-sent-error";

export type BreakerState = "closed" | "half-open" | "open";

/** What stands between us and a service that may be down. */
export type Breaker = {
  /**
   * Runs a call, unless the service rests or too many are under way; tries once more, and only
   * when nothing had been sent.
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Why a call would not be made now; null when it would. */
  refusal(): AppError | null;
  state(): BreakerState;
};

const CALLS_MAX = 16;
const QUEUE_MAX = 32;
const RETRY_AFTER_MS = 200;
const BUSY_RETRY_SECONDS = 2;

/**
 * The first rest, doubled with each probe that fails. A probe that reaches the service may be
 * billed, so these grow rarer than those to a service that can't even be reached.
 */
const REST_MS = { first: 30_000, lastFree: 2 * 60_000, lastPaid: 15 * 60_000 };

/** The service's own failures. A refusal is an answer, and the visitor's leaving is neither. */
const FAILURES: ReadonlySet<ErrorCode> = new Set([
  "service_failed",
  "service_answer_unreadable",
  "service_unreachable",
  "service_timeout",
]);

export function createBreaker({
  onStateChange = () => {},
}: {
  onStateChange?: (state: BreakerState) => void;
} = {}): Breaker {
  let rest = { startedAtMs: 0, durationMs: 0 };
  let lastFailure: AppError | null = null;

  const circuit = circuitBreaker(
    handleWhen((cause) => FAILURES.has(toAppError(cause).code)),
    {
      breaker: createBreakerRule(),
      halfOpenAfter: {
        next: () => resting(REST_MS.first),
      },
    },
  );
  circuit.onBreak((reason) => {
    if ("error" in reason) lastFailure = toAppError(reason.error);
  });
  circuit.onStateChange((state) => onStateChange(toState(state)));

  function resting(durationMs: number): IBackoff<unknown> {
    rest = { startedAtMs: Date.now(), durationMs };
    return {
      duration: durationMs,
      next: (context) => {
        const isFree = wasNothingSent((context as { result?: { error?: unknown } }).result?.error);
        const lastMs = isFree ? REST_MS.lastFree : REST_MS.lastPaid;
        return resting(Math.min(durationMs * 2, lastMs));
      },
    };
  }

  const queue = bulkhead(CALLS_MAX, QUEUE_MAX);
  const once = retry(handleWhen(wasNothingSent), {
    maxAttempts: 1,
    backoff: new ConstantBackoff(RETRY_AFTER_MS),
  });
  const policy = wrap(queue, circuit, once);

  function restingError(cause?: unknown): AppError {
    const leftMs = rest.startedAtMs + rest.durationMs - Date.now();
    return new AppError(lastFailure?.code ?? "service_unreachable", "the service rests", {
      cause: new NothingSent("the circuit is open", { cause }),
      serviceSaid: lastFailure?.serviceSaid,
      retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    });
  }

  return {
    async run(call) {
      try {
        return await policy.execute(call);
      } catch (cause) {
        if (cause instanceof BrokenCircuitError) throw restingError(cause);
        if (cause instanceof BulkheadRejectedError) throw tooMany(cause);
        throw cause;
      }
    },
    refusal() {
      if (queue.executionSlots === 0 && queue.queueSlots === 0) return tooMany();
      const isResting =
        circuit.state === CircuitState.Open && Date.now() - rest.startedAtMs < rest.durationMs;
      return isResting ? restingError() : null;
    },
    state: () => toState(circuit.state),
  };
}

function tooMany(cause?: unknown): AppError {
  return new AppError("busy", "too many calls under way", {
    cause: new NothingSent("the queue is full", { cause }),
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  });
}

function toState(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return "closed";
  return state === CircuitState.HalfOpen ? "half-open" : "open";
}
