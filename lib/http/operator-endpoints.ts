import "server-only";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { isSameSecret } from "@/lib/platform/is-same-secret";
import type { Metrics } from "./metrics";

/** A dependency; `check` rejects if it is unavailable. It must not write. */
export type HealthCheck = { name: string; check: () => Promise<void> };

const NO_STORE = { "cache-control": "no-store" };

/** GET /healthz: liveness. Checks nothing else, so that a slow disk does not cause a restart. */
export const healthEndpoint: Handler = async () =>
  new Response("alive\n", { headers: { ...NO_STORE, "content-type": "text/plain" } });

/**
 * GET /readyz: whether a balancer should send visitors here: 200 when every check passes, else 503.
 *
 * Anyone may call it and gets `{ isReady }`. With the metrics token (`Authorization: Bearer`) the
 * answer has the state of each check, and `remarks`, which do not make the server unready: while the
 * search service fails, cached answers are still served, and another instance has the same service.
 */
export function readyEndpoint({
  checks,
  remarks,
  token,
  onFailure,
}: {
  checks: readonly HealthCheck[];
  remarks: () => Promise<Record<string, string>>;
  token: string | null;
  onFailure: (name: string, cause: unknown) => void;
}): Handler {
  return async (request) => {
    const results = await Promise.all(
      checks.map(async ({ name, check }) => {
        try {
          await check();
          return [name, "ok"] as const;
        } catch (cause) {
          onFailure(name, cause);
          return [name, "missing"] as const;
        }
      }),
    );
    const isReady = results.every(([, state]) => state === "ok");
    const details = hasToken(request, token)
      ? { ...Object.fromEntries(results), ...(await remarks()) }
      : {};
    return Response.json(
      { isReady, ...details },
      { status: isReady ? 200 : 503, headers: NO_STORE },
    );
  };
}

/**
 * GET /metrics: in Prometheus' text format, for a caller with the token.
 *
 * Errors  not_found where no token is configured, key_missing.
 */
export function metricsEndpoint({
  metrics,
  token,
}: {
  metrics: Metrics;
  token: string | null;
}): Handler {
  return async (request) => {
    if (token === null) throw new AppError("not_found", "metrics are switched off");
    if (!hasToken(request, token)) {
      throw new AppError("key_missing", "no token, or a wrong one, for the metrics");
    }
    const { text, contentType } = await metrics.expose();
    return new Response(text, { headers: { ...NO_STORE, "content-type": contentType } });
  };
}

function hasToken({ headers }: Request, token: string | null): boolean {
  return token !== null && isSameSecret(headers.get("authorization") ?? "", `Bearer ${token}`);
}
