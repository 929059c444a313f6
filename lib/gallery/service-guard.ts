import "server-only";
import { createHash } from "node:crypto";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { suspendedUntilMs } from "@/lib/core/suspension";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { SearchService } from "@/lib/protocol/search-service";
import type { Suspension, Suspensions } from "@/lib/state/suspensions";
import type { Breaker } from "./breaker";
import type { RemoteServiceConfig } from "./config";

/** A service that is asked only while that makes sense. */
export type GuardedService = SearchService & {
  /** Throws why the service is not to be asked now; costs nothing. */
  assertReady(): Promise<void>;
};

/** Names address and key together without giving the key away: another key is another chance. */
export function serviceFingerprint({ url, key, keyHeader }: RemoteServiceConfig): string {
  return createHash("sha256")
    .update(JSON.stringify([url, keyHeader, key]))
    .digest("base64url");
}

/**
 * Puts the gate and the breaker before a service. What the service says about itself (a refused
 * key, a limit) closes the gate, for every process and over restarts; how well its calls go is the
 * breaker's business. A gate that can't be read is open: the breaker is still there.
 */
export function guardService({
  service,
  fingerprint,
  gates,
  breaker,
  onFailure,
  onClosed = () => {},
  clock = Date.now,
}: {
  service: SearchService;
  fingerprint: string;
  gates: Suspensions;
  breaker: Breaker;
  onFailure: (cause: unknown) => void;
  onClosed?: (code: ErrorCode) => void;
  clock?: () => number;
}): GuardedService {
  /** Of this process alone: what is left when the store is lost. */
  let remembered: Suspension | null = null;

  async function closedGate(): Promise<Suspension | null> {
    try {
      return await gates.find(fingerprint, clock());
    } catch (cause) {
      onFailure(cause);
      const isOver = remembered?.untilMs != null && remembered.untilMs <= clock();
      return isOver ? null : remembered;
    }
  }

  async function close(error: AppError): Promise<void> {
    const untilMs = suspendedUntilMs(error, clock());
    if (untilMs === null) return;
    onClosed(error.code);
    remembered = {
      code: error.code,
      serviceSaid: error.serviceSaid ?? null,
      untilMs: Number.isFinite(untilMs) ? untilMs : null,
    };
    try {
      await gates.close(fingerprint, remembered);
    } catch (cause) {
      onFailure(cause);
    }
  }

  return {
    async assertReady() {
      const gate = await closedGate();
      if (gate !== null) throw toError(gate, clock());
      const refusal = breaker.refusal();
      if (refusal !== null) throw refusal;
    },
    async search(parameters, { signal }) {
      try {
        return await breaker.run(() => service.search(parameters, { signal }));
      } catch (cause) {
        if (!signal.aborted) await close(toAppError(cause));
        throw cause;
      }
    },
  };
}

function toError({ code, serviceSaid, untilMs }: Suspension, nowMs: number): AppError {
  const known = Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : "service_failed";
  return new AppError(known, "the gate is closed", {
    serviceSaid: serviceSaid ?? undefined,
    retryAfterSeconds:
      untilMs === null ? undefined : Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
  });
}
