import "server-only";
import { z } from "zod";
import { LANGUAGE_TAGS } from "@/lib/contract/languages";
import { baseUrl, listSetting } from "@/lib/platform/settings";
import { SAMPLERS, type TracingConfig } from "@/lib/platform/tracing";
import { parseTrustedProxies } from "./visitor-ip";

export type HttpConfig = ReturnType<typeof readHttpConfig>;

const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

export const HTTP_SETTINGS = z.object({
  PORT: z.coerce.number("a port number").int().min(1).max(65_535).default(3000).meta({
    description: "The port on which the server listens.",
  }),
  VITRINE_PUBLIC_URL: baseUrl.optional().meta({
    description:
      "The URL under which visitors reach this server. The answers of /v1/search contain it; it is never taken from a request.",
    defaultText: "`http://localhost:<PORT>`",
    example: "http://localhost:3000",
  }),
  VITRINE_ALLOWED_HOSTS: listSetting("host names without a port, separated by commas", (names) => {
    const hosts = names.map((name) => name.toLowerCase());
    return hosts.every((host) => HOST_NAME.test(host)) ? hosts : null;
  }).meta({
    description:
      "Further host names under which visitors reach this server, without ports, separated by commas. The name in VITRINE_PUBLIC_URL, localhost and IP addresses are always allowed. The server answers 421 for any other name, so that a foreign website cannot reach it by changing its DNS entry (DNS rebinding).",
    defaultText: "none",
    example: "gallery.lan,nas",
  }),
  VITRINE_TRUSTED_PROXIES: listSetting(
    "a number of proxies, or IP addresses and CIDR ranges separated by commas",
    (parts) => parseTrustedProxies(parts.join(",")),
  ).meta({
    description:
      "The reverse proxies whose X-Forwarded-For is believed: how many there are in a row, or their IP addresses and CIDR ranges, separated by commas.",
    defaultText: "none",
    example: "10.0.0.0/8",
  }),
  VITRINE_DRAIN_SECONDS: z.coerce
    .number("a number of seconds")
    .min(0)
    .max(600, "at most 600 seconds")
    .default(1)
    .meta({
      description:
        "For how many seconds the server still accepts requests after SIGTERM, while /readyz answers 503. Longer than the balancer in front needs to notice: the interval of its checks times the failures it waits for, and a second more.",
    }),
  VITRINE_METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional().meta({
    description:
      "The token for /metrics and for the details of /readyz (Authorization: Bearer), at least 16 characters. Without it there are no metrics.",
    defaultText: "no metrics",
    example: "",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional().meta({
    description:
      "An OpenTelemetry collector (OTLP over HTTP) that receives traces of requests: its URL without /v1/traces. Headers that it requires, such as a token, belong in OTEL_EXPORTER_OTLP_HEADERS. No span contains a search text, an IP address or a key.",
    defaultText: "no traces",
    example: "http://localhost:4318",
  }),
  OTEL_SERVICE_NAME: z.string().max(200).default("vitrine").meta({
    description: "The name of this server in traces.",
  }),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default("parentbased_always_on")
    .meta({
      description: `Which requests are traced: ${SAMPLERS.join(", ")}. With parentbased, a trusted proxy that sends traceparent decides.`,
    }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("a number from 0 to 1")
    .min(0, "a number from 0 to 1")
    .max(1, "a number from 0 to 1")
    .default(1)
    .meta({
      description: "The share of requests that the traceidratio samplers trace, 0 to 1.",
    }),
  VITRINE_SEND_TRACEPARENT: z.enum(["on", "off"]).default("off").meta({
    description:
      "Whether the remote service receives the id of the trace (the header traceparent), so that it can continue the trace: on or off. Its operator can then tell which searches belong together.",
  }),
  VITRINE_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info").meta({
    description:
      "What the server logs: debug, info, warn, error or silent. It never logs keys, nor search texts at info or above.",
  }),
  VITRINE_OFFLINE: z.enum(["on", "off"]).default("on").meta({
    description:
      "Whether collections work without a connection, by a service worker in browsers that have a collection: on or off. With off, the worker removes itself and its caches from every browser at its next visit.",
  }),
  VITRINE_LOCALE: z
    .enum([...LANGUAGE_TAGS, "pseudo"])
    .default("en")
    .meta({
      description:
        "The language of texts for programs, and of pages for visitors whose browser asks for none of en, ar, de, es, fr and ja. The value pseudo is for tests: it shows longer, accented texts from right to left, which reveals texts that are not translatable.",
    }),
});

export function readHttpConfig(values: z.output<typeof HTTP_SETTINGS>) {
  const publicUrl = values.VITRINE_PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    /** URL under which visitors reach this server, without a trailing slash. */
    publicUrl,
    /** Host names, in lower case, under which requests are accepted besides `publicUrl`'s. */
    allowedHosts: values.VITRINE_ALLOWED_HOSTS,
    trustedProxies: values.VITRINE_TRUSTED_PROXIES,
    /** How long requests are still accepted after SIGTERM. */
    drainMs: values.VITRINE_DRAIN_SECONDS * 1_000,
    /** The token that `/metrics` requires; null turns `/metrics` off. */
    metricsToken: values.VITRINE_METRICS_TOKEN ?? null,
    /** Null turns traces off. */
    tracing: readTracing(values),
    sendsTraceParent: values.VITRINE_SEND_TRACEPARENT === "on",
    logLevel: values.VITRINE_LOG_LEVEL,
    locale: values.VITRINE_LOCALE,
    isOfflineOn: values.VITRINE_OFFLINE === "on",
  };
}

function readTracing(values: z.output<typeof HTTP_SETTINGS>): TracingConfig | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  return {
    endpoint,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}
