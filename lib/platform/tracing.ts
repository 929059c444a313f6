import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { Attributes, Span } from "@opentelemetry/api";
import { toAppError } from "./errors";

/*
 * Traces of requests (docs/decisions/0072-traces-and-exemplars.md). No name or attribute contains a
 * search text, an IP address or a key, and failures are recorded by their code.
 */

/** What a span covers: a request to this server, a request of ours to another, or work in between. */
export type SpanKind = "server" | "client" | "internal";

/** The part of OpenTelemetry that this program uses (open-telemetry.ts). */
export type Tracing = {
  start(name: string, kind: SpanKind, attributes: Attributes, parent: Span | null): Span;
  /** Returns the span of the trusted proxy that sent a request; null if there is none. */
  parentOf(request: IncomingMessage): Span | null;
  markFailed(span: Span, code: string): void;
  isSampled(span: Span): boolean;
};

/** Null while tracing is off. */
let tracing: Tracing | null = null;

const spans = new AsyncLocalStorage<Span>();

/** The names of OpenTelemetry's samplers, as in OTEL_TRACES_SAMPLER. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export type TracingConfig = {
  /** The base URL of an OTLP collector, which takes traces at `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** The share of traces that a sampler by ratio records, 0 to 1. */
  ratio: number;
};

export function isTracing(): boolean {
  return tracing !== null;
}

/** Turns tracing on; null turns it off. */
export function setTracing(next: Tracing | null): void {
  tracing = next;
}

/**
 * Does `work` in a span, if this is part of a request whose trace is recorded. Otherwise, and while
 * tracing is off, only does `work`.
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: SpanKind = "internal",
): Promise<T> {
  const parent = recordedSpan();
  if (tracing === null || parent === null) return work();
  return workIn(tracing, tracing.start(name, kind, attributes, parent), work);
}

async function workIn<T>(on: Tracing, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await spans.run(span, work);
  } catch (cause) {
    const { code } = toAppError(cause);
    on.markFailed(span, code === "internal" ? Object(cause).constructor.name : code);
    throw cause;
  } finally {
    span.end();
  }
}

/** Adds attributes to the span of the work that calls this. */
export function describeSpan(attributes: Attributes): void {
  recordedSpan()?.setAttributes(attributes);
}

/** The root span of a trace: a request to this server. */
export type RequestSpan = {
  /** The id of its trace; null if the trace is not recorded. */
  traceId: string | null;
  /** Calls `answer`, whose work belongs to the trace. */
  run(answer: () => void): void;
  end(answered: { status: number; requestId: string }): void;
};

/** Starts the root span of a request; null while tracing is off. */
export function startRequestSpan(request: IncomingMessage, route: string): RequestSpan | null {
  if (tracing === null) return null;
  const on = tracing;
  const { method = "" } = request;
  const attributes = { "http.request.method": method, "http.route": route };
  const span = on.start(`${method} ${route}`, "server", attributes, on.parentOf(request));
  return {
    traceId: on.isSampled(span) ? span.spanContext().traceId : null,
    run: (answer) => spans.run(span, answer),
    end({ status, requestId }) {
      span.setAttributes({
        "http.response.status_code": status,
        "vitrine.request_id": requestId,
      });
      if (status >= 500) on.markFailed(span, String(status));
      span.end();
    },
  };
}

/** The id of the recorded trace that the caller's work belongs to; null without one. */
export function currentTraceId(): string | null {
  return recordedSpan()?.spanContext().traceId ?? null;
}

/** The header with which another server continues the trace (W3C Trace Context); null without one. */
export function traceParent(): string | null {
  const span = recordedSpan();
  if (span === null) return null;
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

function recordedSpan(): Span | null {
  if (tracing === null) return null;
  const span = spans.getStore();
  return span !== undefined && tracing.isSampled(span) ? span : null;
}
