import "server-only";
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  retry,
  wrap,
} from "cockatiel";
import type { ErrorCode } from "@/lib/contract/errors";
import { AppError, toAppError } from "@/lib/platform/errors";
import { NothingSent, wasNothingSent } from "./service-error";

export type CircuitBreakerState = "closed" | "half-open" | "open";

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

const FAILURES_IN_A_ROW = 5;
const RETRY_AFTER_MS = 200;

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

/** Protects calls to a service that may be down: a circuit breaker, and one safe retry. */
export function createCircuitBreaker({
  onStateChange = () => {},
}: {
  onStateChange?: ((state: CircuitBreakerState) => void) | undefined;
} = {}) {
  let cooldown = { startedAtMs: 0, durationMs: 0 };
  let lastFailure: ErrorCode = "service_unreachable";

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

  const circuit = circuitBreaker(
    handleWhen((cause) => FAILURES.has(toAppError(cause).code)),
    {
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
      halfOpenAfter: { next: () => startCooldown(COOLDOWN_MS.first) },
    },
  );
  circuit.onBreak((reason) => {
    if ("error" in reason) lastFailure = toAppError(reason.error).code;
  });
  circuit.onStateChange((state) => {
    if (state !== CircuitState.Isolated) onStateChange(toState(state));
  });
  const once = retry(handleWhen(wasNothingSent), {
    maxAttempts: 1,
    backoff: new ConstantBackoff(RETRY_AFTER_MS),
  });
  const policy = wrap(circuit, once);

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
    /** Makes a call, unless the circuit is open. Retries once, and only if nothing was sent. */
    async run<T>(call: () => Promise<T>): Promise<T> {
      try {
        return await policy.execute(call);
      } catch (cause) {
        throw cause instanceof BrokenCircuitError ? circuitOpen(cause) : cause;
      }
    },
    /** Returns why a call would not be made now; null if it would. */
    refusal: (): AppError | null =>
      circuit.state === CircuitState.Open && remainingMs() > 0 ? circuitOpen() : null,
    state: () => toState(circuit.state),
    /** Returns why the circuit opened, and when the next call is tried; null while it is closed. */
    trouble(): { code: ErrorCode; retryAtMs: number } | null {
      if (circuit.state === CircuitState.Closed) return null;
      return { code: lastFailure, retryAtMs: cooldown.startedAtMs + cooldown.durationMs };
    },
    /** Closes the circuit, for an operator who knows that the service is back. */
    reset(): void {
      // The end of an isolation closes it.
      if (circuit.state !== CircuitState.Closed) circuit.isolate().dispose();
    },
  };
}

function toState(state: CircuitState): CircuitBreakerState {
  if (state === CircuitState.Closed) return "closed";
  return state === CircuitState.HalfOpen ? "half-open" : "open";
}
