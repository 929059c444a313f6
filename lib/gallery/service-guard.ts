import "server-only";
import { createHash } from "node:crypto";
import type { ErrorCode } from "@/lib/contract/errors";
import { pauseMs } from "@/lib/gallery/pause-length";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { SearchService } from "@/lib/protocol/search-service";
import type { SearchEnd, ServicePause } from "@/lib/state/search-state";
import type { CircuitBreaker } from "./circuit-breaker";
import type { RemoteServiceConfig } from "./config";
import { NothingSent, storedErrorCode, wasNothingSent } from "./service-error";

export type GuardedService = ReturnType<typeof guardService>;

/** A call that was made, and may have cost money. */
export type CallReport = { outcome: "ok" | ErrorCode; seconds: number };

/**
 * Identifies a URL and a key without revealing the key. A pause belongs to both, so the service is
 * called again at once when the operator configures another key.
 */
export function serviceFingerprint({ url, key, keyHeader }: RemoteServiceConfig): string {
  return createHash("sha256")
    .update(JSON.stringify([url, keyHeader, key]))
    .digest("base64url");
}

/** Puts a circuit breaker in front of a service, and reports its calls. */
export function guardService({
  service,
  breaker,
  onCall,
}: {
  service: SearchService;
  breaker: CircuitBreaker;
  onCall: (call: CallReport) => void;
}) {
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
  const guarded: SearchService["search"] = (parameters, options) =>
    breaker.run(() => search(parameters, options));
  return {
    /** Returns why a search would not be sent now; null if it would. Makes no call. */
    refusal: breaker.refusal,
    search: guarded,
  };
}

/**
 * Returns how long a failed call pauses the service, or null, and the error with that time. The
 * service's statements about itself (a refused key, a limit) pause calls for every process, even
 * after a restart. The circuit breaker handles all other failures.
 *
 * `probed` is the pause that the call probed, or null.
 */
export function pauseAfter(
  cause: unknown,
  probed: ServicePause | null,
): { error: AppError; pause: Exclude<SearchEnd["pause"], "lift"> } {
  const error = toAppError(cause);
  // A call that never reached the service says nothing about it; nor does a bug of ours.
  const isOfService = !wasNothingSent(cause) && error.code !== "internal";
  const durationMs = isOfService ? pauseMs(error, probed?.durationMs ?? null) : null;
  if (durationMs === null) return { error, pause: null };
  const { code, message, serviceSaid } = error;
  return {
    error: new AppError(code, message, {
      cause: error,
      serviceSaid,
      retryAfterSeconds: Math.ceil(durationMs / 1000),
    }),
    pause: { code, durationMs, wasProbe: probed !== null },
  };
}

/** Returns the error of a search that is not sent because the service is paused. */
export function toPausedError({ code, retryAfterSeconds }: ServicePause): AppError {
  return new AppError(storedErrorCode(code), "the service is paused", {
    cause: new NothingSent("the service is paused"),
    retryAfterSeconds,
  });
}
