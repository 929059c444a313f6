import "server-only";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { type Endpoint, READ } from "@/lib/web/route";
import { hasMetricsToken } from "./application";
import type { Metrics } from "./metrics";

/** A dependency; `check` rejects if it is unavailable. It must not write. */
type HealthCheck = {
  name: string;
  check: () => Promise<void>;
  /** Whether all instances use it: then its loss makes none of them unready. */
  isShared: boolean;
};

/** A route of probes and scrapers. */
const HEALTH = {
  ...READ,
  caller: "anyone",
  priority: "none",
  errorForm: "plain",
  cacheControl: "no-store",
} as const;

const ALIVE = Buffer.from("alive\n");

/**
 * GET /livez and /healthz: liveness. Checks nothing, so that a slow disk does not cause a restart.
 */
export const HEALTH_ENDPOINTS: readonly Endpoint[] = ["/livez", "/healthz"].map((path) => ({
  ...HEALTH,
  path,
  handler: async () => new BytesResponse(ALIVE, { headers: { "content-type": "text/plain" } }),
}));

/** What `/readyz` reports. */
export type Readiness = {
  /** In this order; the later ones may need the earlier ones. */
  checks: readonly HealthCheck[];
  remarks: () => Promise<Record<string, string>>;
  /** Whether the server is shutting down. */
  isDraining: () => boolean;
  token: string | null;
  onFailure: (name: string, cause: unknown) => void;
};

/**
 * GET /readyz: whether a balancer should send visitors here. 200 once every check has passed, while
 * this instance's own checks pass; else 503. A lost database that all instances share changes nothing,
 * because no other instance could answer better (docs/decisions/0070-a-lost-database-and-readiness.md).
 * From the start of a shutdown 503 with the reason `draining`. Writes nothing.
 *
 * Anyone gets `{ isReady }`. With the metrics token (`Authorization: Bearer`) the answer also has the
 * state of each check up to the first that fails, and `remarks`, which do not make the server unready:
 * while the search service fails, another instance would call the same service.
 */
export function readyEndpoint(readiness: Readiness): Endpoint {
  const { checks, remarks, isDraining, token, onFailure } = readiness;
  let hasStarted = false;

  /** Returns the first check that fails, and records the states in `details`. */
  async function firstFailing(details: Record<string, string>): Promise<HealthCheck | null> {
    for (const each of checks) {
      try {
        await each.check();
        details[each.name] = "ok";
      } catch (cause) {
        onFailure(each.name, cause);
        details[each.name] = "missing";
        return each;
      }
    }
    return null;
  }

  return {
    ...HEALTH,
    path: "/readyz",
    handler: async ({ headers }) => {
      if (isDraining()) {
        return BytesResponse.of({ isReady: false, reason: "draining" }, { status: 503 });
      }
      const details = {};
      const failing = await firstFailing(details);
      hasStarted ||= failing === null;
      const isReady = failing === null || (hasStarted && failing.isShared);
      const shown = hasMetricsToken(headers, token) ? { ...details, ...(await remarks()) } : {};
      return BytesResponse.of({ isReady, ...shown }, { status: isReady ? 200 : 503 });
    },
  };
}

/** GET /metrics: the metrics as OpenMetrics if the scraper accepts it, else as Prometheus' text. */
export function metricsEndpoint(metrics: Pick<Metrics, "expose">): Endpoint {
  return {
    ...HEALTH,
    path: "/metrics",
    caller: "metrics-token",
    handler: async ({ headers }) => {
      const isOpen = headers.get("accept")?.includes("application/openmetrics-text") === true;
      const { text, contentType } = await metrics.expose(isOpen ? "openMetrics" : "text");
      return new BytesResponse(text, { headers: { "content-type": contentType } });
    },
  };
}
