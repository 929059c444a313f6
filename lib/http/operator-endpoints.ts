import "server-only";
import { BytesResponse } from "@/lib/platform/bytes-response";
import type { Handler } from "@/lib/platform/http";
import { hasMetricsToken } from "./application";
import type { Metrics } from "./metrics";

/** A dependency; `check` rejects if it is unavailable. It must not write. */
type HealthCheck = { name: string; check: () => Promise<void> };

const ALIVE = Buffer.from("alive\n");

/**
 * GET /livez and /healthz: liveness. Checks nothing, so that a slow disk does not cause a restart.
 */
export const healthEndpoint: Handler = async () =>
  new BytesResponse(ALIVE, { headers: { "content-type": "text/plain" } });

/** What `/readyz` reports. */
export type Readiness = {
  checks: readonly HealthCheck[];
  remarks: () => Promise<Record<string, string>>;
  /** Whether the server is shutting down. */
  isDraining: () => boolean;
  token: string | null;
  onFailure: (name: string, cause: unknown) => void;
};

/**
 * GET /readyz: whether a balancer should send visitors here. 200 if every check passes, else 503;
 * from the start of a shutdown 503 with the reason `draining`. Writes nothing.
 *
 * Anyone gets `{ isReady }`. With the metrics token (`Authorization: Bearer`) the answer also has
 * the state of each check, and `remarks`, which do not make the server unready: while the search
 * service fails, cached answers are still served, and another instance would call the same service.
 */
export function readyEndpoint(readiness: Readiness): Handler {
  const { checks, remarks, isDraining, token, onFailure } = readiness;
  return async ({ headers }) => {
    if (isDraining()) {
      return BytesResponse.of({ isReady: false, reason: "draining" }, { status: 503 });
    }
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
    const details = hasMetricsToken(headers, token)
      ? { ...Object.fromEntries(results), ...(await remarks()) }
      : {};
    return BytesResponse.of({ isReady, ...details }, { status: isReady ? 200 : 503 });
  };
}

/** GET /metrics: the metrics as OpenMetrics if the scraper accepts it, else as Prometheus' text. */
export function metricsEndpoint(metrics: Pick<Metrics, "expose">): Handler {
  return async ({ headers }) => {
    const isOpen = headers.get("accept")?.includes("application/openmetrics-text") === true;
    const { text, contentType } = await metrics.expose(isOpen ? "openMetrics" : "text");
    return new BytesResponse(text, { headers: { "content-type": contentType } });
  };
}
