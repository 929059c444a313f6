import "server-only";
import pLimit from "p-limit";
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
  type RegistryContentType,
} from "prom-client";
import type { CircuitBreakerState } from "@/lib/gallery/circuit-breaker";
import type { SearchEvents } from "@/lib/gallery/search-images";
import type { CallReport } from "@/lib/gallery/service-guard";
import type { BudgetStatus } from "@/lib/gallery/watched-state";
import { currentTraceId } from "@/lib/platform/tracing";
import { type ThumbnailStats, watchThumbnails } from "@/lib/thumbnails/thumbnail-metrics";
import type { AnsweredRequest } from "@/lib/web/answered-request";
import type { SlotEvents } from "./request-slots";

/** `route` null: a static file, or an unknown page. */
type MeasuredRequest = Pick<AnsweredRequest, "status" | "seconds" | "requestId" | "traceId"> & {
  route: { path: string } | null;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** OpenMetrics, in which histograms have exemplars, and the older text format of Prometheus. */
const FORMATS = {
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
  text: Registry.PROMETHEUS_CONTENT_TYPE,
} as const;

/** Creates the operator's metrics. No label contains a search text, an IP address or a key. */
export function createMetrics() {
  const registry = new Registry<OpenMetricsContentType>();
  // A histogram with exemplars is refused otherwise.
  registry.setContentType(FORMATS.openMetrics);
  const inAnyFormat: Registry<RegistryContentType> = registry;
  /** The format is a property of the registry. */
  const oneAtATime = pLimit(1);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const served = new Counter({
    name: "vitrine_answers_total",
    help: "Answers to visitors, by origin.",
    labelNames: ["from", "stale_reason"],
    registers,
  });
  const failed = new Counter({
    name: "vitrine_search_failures_total",
    help: "Searches that ended without an answer, by error code.",
    labelNames: ["code"],
    registers,
  });
  const answered = new Histogram<"route" | "status" | "request_id" | "trace_id">({
    name: "vitrine_request_seconds",
    help: "Requests, from their head to the end of their response, by route and class of status.",
    labelNames: ["route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10],
    enableExemplars: true,
    registers,
  });
  const called = new Histogram<"outcome" | "trace_id">({
    name: "vitrine_service_call_seconds",
    help: "Calls to the remote search service, each of which may be billed, by outcome.",
    labelNames: ["outcome"],
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 6],
    enableExemplars: true,
    registers,
  });
  const queued = new Histogram({
    name: "vitrine_queue_seconds",
    help: "Time for which requests waited, by priority. Most start at once and are not counted.",
    labelNames: ["priority"],
    buckets: [0.001, 0.01, 0.03, 0.1, 0.3, 1, 2, 5],
    registers,
  });
  const shed = new Counter({
    name: "vitrine_requests_shed_total",
    help: "Requests refused with 503 because they waited for too long, by priority.",
    labelNames: ["priority"],
    registers,
  });
  const webhook = new Counter({
    name: "vitrine_webhook_attempts_total",
    help: "Attempts to deliver a warning to the webhook, by outcome: delivered or failed.",
    labelNames: ["outcome"],
    registers,
  });

  return {
    answered({ route, status, seconds, requestId, traceId }: MeasuredRequest) {
      answered.observe({
        labels: { route: route?.path ?? "other", status: `${Math.floor(status / 100)}xx` },
        value: seconds,
        exemplarLabels: { request_id: requestId, ...(traceId !== null && { trace_id: traceId }) },
      });
    },
    slots: {
      started: (priority, waitedSeconds) => queued.observe({ priority }, waitedSeconds),
      shed: (priority) => shed.inc({ priority }),
    } satisfies SlotEvents,
    events: {
      served({ from, staleReason }) {
        served.inc({ from, stale_reason: staleReason ?? "" });
      },
      failed: (code) => failed.labels(code).inc(),
      called({ outcome, seconds }) {
        const traceId = currentTraceId();
        called.observe({
          labels: { outcome },
          value: seconds,
          exemplarLabels: traceId === null ? {} : { trace_id: traceId },
        });
      },
    } satisfies SearchEvents & { called(call: CallReport): void },
    /** Adds the gauges of a paid service; each request for metrics reads them. */
    watch: ({
      budget,
      breaker,
      pendingCount,
    }: {
      budget: () => Promise<BudgetStatus | null>;
      breaker: () => CircuitBreakerState;
      pendingCount: () => number;
    }) => {
      new Gauge({
        name: "vitrine_budget_searches",
        help: "Searches of this month (UTC): the limit, and those used.",
        labelNames: ["kind"],
        registers,
        async collect() {
          const status = await budget();
          this.reset();
          if (status === null) return;
          this.set({ kind: "limit" }, status.limit);
          this.set({ kind: "used" }, status.used);
        },
      });
      new Gauge({
        name: "vitrine_service_breaker",
        help: "1 for the current state of the remote service's circuit breaker.",
        labelNames: ["state"],
        registers,
        collect() {
          for (const state of ["closed", "half-open", "open"] as const) {
            this.set({ state }, breaker() === state ? 1 : 0);
          }
        },
      });
      new Gauge({
        name: "vitrine_pending_searches",
        help: "Searches under way that visitors wait for.",
        registers,
        collect() {
          this.set(pendingCount());
        },
      });
    },
    /** Adds a gauge of the store; `check` rejects while the store cannot be used. */
    watchStore: (check: () => Promise<void>) => {
      new Gauge({
        name: "vitrine_store_up",
        help: "1 while the store (SQLite or PostgreSQL) can be used, else 0.",
        registers,
        async collect() {
          const isUp = await check().then(
            () => true,
            () => false,
          );
          this.set(isUp ? 1 : 0);
        },
      });
    },
    webhookAttempted: (outcome: "delivered" | "failed") => webhook.labels(outcome).inc(),
    watchThumbnails: (stats: () => ThumbnailStats) => watchThumbnails(registers, stats),
    /** Returns the metrics in a format. */
    expose: (format: keyof typeof FORMATS) =>
      oneAtATime(async () => {
        const contentType = FORMATS[format];
        inAnyFormat.setContentType(contentType);
        const metrics = registry.getMetricsAsArray();
        const names = metrics.map(({ name }) => name);
        const text = await registry.metrics();
        // For OpenMetrics, the package removes `_total` from the names of counters, and leaves them so.
        for (const [i, metric] of metrics.entries()) metric.name = names[i] ?? "";
        return { text, contentType };
      }),
  };
}
