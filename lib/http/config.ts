import "server-only";
import { z } from "zod";
import { LOCALES } from "@/lib/messages/locales";
import { baseUrl, listSetting } from "@/lib/platform/settings";
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
  VITRINE_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info").meta({
    description:
      "What the server logs: debug, info, warn, error or silent. It never logs keys, nor search texts at info or above.",
  }),
  VITRINE_LOCALE: z
    .enum(Object.keys(LOCALES) as (keyof typeof LOCALES)[])
    .default("en")
    .meta({
      description:
        "The language of the pages: en. The value pseudo is for tests: it shows longer, accented texts from right to left, which reveals texts that are not translatable.",
    }),
});

export function readHttpConfig(values: z.output<typeof HTTP_SETTINGS>) {
  return {
    port: values.PORT,
    /** URL under which visitors reach this server, without a trailing slash. */
    publicUrl: values.VITRINE_PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    /** Host names, in lower case, under which requests are accepted besides `publicUrl`'s. */
    allowedHosts: values.VITRINE_ALLOWED_HOSTS,
    trustedProxies: values.VITRINE_TRUSTED_PROXIES,
    /** How long requests are still accepted after SIGTERM. */
    drainMs: values.VITRINE_DRAIN_SECONDS * 1_000,
    /** The token that `/metrics` requires; null turns `/metrics` off. */
    metricsToken: values.VITRINE_METRICS_TOKEN ?? null,
    logLevel: values.VITRINE_LOG_LEVEL,
    locale: values.VITRINE_LOCALE,
  };
}
