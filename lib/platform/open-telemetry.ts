import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { warnThrottled } from "./log";
import { setTracing, type TracingConfig } from "./tracing";

/**
 * Turns tracing on. Resolves with the function that sends the last spans and turns it off.
 *
 * `isTrusted` returns whether the trace of a request's peer is continued. The provider is not registered
 * globally: Next would otherwise record spans of its own, which contain whole URLs. The packages read
 * OTEL_RESOURCE_ATTRIBUTES and the rest of OTEL_EXPORTER_OTLP_* from the environment.
 */
export async function startTracing(
  { endpoint, serviceName, sampler, ratio }: TracingConfig,
  isTrusted: (peer: string | undefined) => boolean,
): Promise<() => Promise<void>> {
  const [api, core, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  // Without this, spans that cannot be sent are lost silently.
  core.setGlobalErrorHandler((cause) => warnThrottled("traces_lost", "export", cause));
  const root = sampler.endsWith("always_on")
    ? new sdk.AlwaysOnSampler()
    : sampler.endsWith("always_off")
      ? new sdk.AlwaysOffSampler()
      : new sdk.TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({
          "service.name": serviceName,
          "service.instance.id": randomUUID(),
        }),
      )
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: sampler.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("vitrine");
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  setTracing({
    start(name, kind, attributes, parent) {
      const options = { kind: kinds[kind], attributes };
      const { ROOT_CONTEXT, trace } = api;
      const context = parent === null ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
      return tracer.startSpan(name, options, context);
    },
    parentOf({ headers, socket }: IncomingMessage) {
      const header = headers.traceparent;
      if (typeof header !== "string" || !isTrusted(socket.remoteAddress)) return null;
      const parent = core.parseTraceParent(header);
      return parent === null ? null : api.trace.wrapSpanContext({ ...parent, isRemote: true });
    },
    markFailed: (span, code) =>
      span.setAttribute("error.type", code).setStatus({ code: api.SpanStatusCode.ERROR }),
    isSampled: (span) => (span.spanContext().traceFlags & api.TraceFlags.SAMPLED) !== 0,
  });
  return async () => {
    setTracing(null);
    await provider.shutdown();
  };
}
