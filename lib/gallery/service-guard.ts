import "server-only";
import { createHash } from "node:crypto";
import type { ErrorCode } from "@/lib/contract/errors";
import { suspensionMs } from "@/lib/core/suspension";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { SearchService, ServiceAnswer } from "@/lib/protocol/search-service";
import type { Admission, Suspension, Suspensions } from "@/lib/state/suspensions";
import type { CircuitBreaker } from "./circuit-breaker";
import type { RemoteServiceConfig } from "./config";
import { NothingSent, storedErrorCode, wasNothingSent } from "./service-error";

export type GuardedService = ReturnType<typeof guardService>;

/** Reports every call that is made; a call costs money. */
export type CallReport = { outcome: "ok" | ErrorCode; seconds: number };

/** A probe takes no longer than this: two attempts of six seconds each, and the pause between. */
const PROBE_MS = 15_000;

/**
 * Names a URL and a key without revealing the key. A suspension belongs to both, so the service is
 * called again at once when the operator configures another key.
 */
export function serviceFingerprint({ url, key, keyHeader }: RemoteServiceConfig): string {
  return createHash("sha256")
    .update(JSON.stringify([url, keyHeader, key]))
    .digest("base64url");
}

/**
 * Puts suspensions and a circuit breaker in front of a service.
 *
 * What the service says about itself (a refused key, a limit) suspends calls for every process, also
 * over a restart. After the suspension one visitor's search is sent as the probe; while it is
 * pending, other searches are refused. How well calls go is the circuit breaker's concern.
 * If suspensions cannot be read, calls are made: the circuit breaker and the budget still limit them.
 */
export function guardService({
  service,
  fingerprint,
  suspensions,
  breaker,
  onCall,
  onFailure,
  onSuspended,
  clock = Date.now,
}: {
  service: SearchService;
  fingerprint: string;
  suspensions: Suspensions;
  breaker: CircuitBreaker;
  onCall: (call: CallReport) => void;
  onFailure: (cause: unknown) => void;
  onSuspended?: ((code: ErrorCode) => void) | undefined;
  clock?: () => number;
}) {
  function orNull<T>(used: Promise<T>): Promise<T | null> {
    return used.catch((cause: unknown) => {
      onFailure(cause);
      return null;
    });
  }

  async function admit(): Promise<Extract<Admission, { isAdmitted: true }>> {
    const times = { nowMs: clock(), probeMs: PROBE_MS };
    const admission = await orNull(suspensions.admit(fingerprint, times));
    if (admission === null) return { isAdmitted: true, probed: null };
    if (!admission.isAdmitted) throw toError(admission.suspension, clock());
    return admission;
  }

  /** Suspends the service if the error asks for it; the error then says for how long. */
  async function suspend(error: AppError, probed: Suspension | null): Promise<AppError> {
    const durationMs = suspensionMs(error, probed?.durationMs ?? null);
    if (durationMs === null) return error;
    onSuspended?.(error.code);
    const { code } = error;
    const suspendedUntilMs = clock() + durationMs;
    // The probe's own claim may last longer than the new suspension.
    if (probed !== null) await orNull(suspensions.remove(fingerprint));
    await orNull(suspensions.suspend(fingerprint, { code, suspendedUntilMs, durationMs }));
    return new AppError(code, error.message, {
      cause: error,
      serviceSaid: error.serviceSaid,
      retryAfterSeconds: Math.ceil(durationMs / 1000),
    });
  }

  const search: SearchService["search"] = async (parameters, options) => {
    const startMs = performance.now();
    const report = (outcome: CallReport["outcome"]) =>
      onCall({ outcome, seconds: (performance.now() - startMs) / 1000 });
    try {
      const answer = await service.search(parameters, options);
      report("ok");
      return answer;
    } catch (cause) {
      report(toAppError(cause).code);
      throw cause;
    }
  };

  return {
    /** Throws the reason why a search would not be sent now; costs nothing. */
    async assertReady(): Promise<void> {
      const suspension = await orNull(suspensions.find(fingerprint));
      if (suspension !== null && suspension.suspendedUntilMs > clock()) {
        throw toError(suspension, clock());
      }
      const refusal = breaker.refusal();
      if (refusal !== null) throw refusal;
    },
    async search(
      parameters: SearchParameters,
      { signal }: { signal: AbortSignal },
    ): Promise<ServiceAnswer> {
      const { probed } = await admit();
      try {
        const answer = await breaker.run(() => search(parameters, { signal }));
        if (probed !== null) await orNull(suspensions.remove(fingerprint));
        return answer;
      } catch (cause) {
        signal.throwIfAborted();
        // What never reached the service says nothing about it; nor does a bug of ours.
        const isOfService = !wasNothingSent(cause) && toAppError(cause).code !== "internal";
        throw isOfService ? await suspend(toAppError(cause), probed) : cause;
      }
    },
  };
}

function toError({ code, suspendedUntilMs }: Suspension, nowMs: number): AppError {
  return new AppError(storedErrorCode(code), "the service is suspended", {
    cause: new NothingSent("the service is suspended"),
    retryAfterSeconds: Math.max(1, Math.ceil((suspendedUntilMs - nowMs) / 1000)),
  });
}
