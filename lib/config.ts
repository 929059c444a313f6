import "server-only";
import { readFileSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { z } from "zod";
import type { RemoteServiceConfig, SpendingConfig } from "@/lib/gallery/config";
import { parseTrustedProxies, type TrustedProxies } from "@/lib/http/visitor-ip";
import { type LogLevel, setLogLevel } from "@/lib/platform/log";
import { readWebAddress } from "@/lib/protocol/read-web-address";
import { parsePrivateHosts } from "@/lib/thumbnails/private-hosts";

/** How pictures reach the browser. */
export type PicturesConfig = {
  /** Whether the browser asks a picture's own host when there is no thumbnail to be had. */
  fallsBackToOriginals: boolean;
  thumbnailCacheBytesMax: number;
  /** What thumbnails' addresses are signed with; empty: generated and kept in `dataDir`. */
  thumbnailKeys: readonly string[];
  /** Hosts in private networks that thumbnails may be fetched from all the same. */
  privateHosts: readonly string[];
};

export type Config = {
  port: number;
  /** Absolute folder for everything this server keeps. */
  dataDir: string;
  /** Origin under which others reach this server, without a trailing slash. */
  publicUrl: string;
  /** Absolute folders of pictures to scan at start; read only. */
  libraryDirs: string[];
  /** The key of our own `/v1/search`; null: generated at first start and kept in `dataDir`. */
  serviceKey: string | null;
  remote: RemoteServiceConfig | null;
  /** Absolute places of secrets outside `dataDir`, which decoders must not see. */
  secretPaths: readonly string[];
  /** How carefully the remote service's searches are spent. */
  spending: SpendingConfig;
  /** Whose word on a visitor's address is taken. */
  trustedProxies: TrustedProxies;
  pictures: PicturesConfig;
  /** What `/metrics` is asked with; null: there are none. */
  metricsToken: string | null;
  logLevel: LogLevel;
};

/** A configuration that can't be used: every problem at once, without any value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n- ${problems.join("\n- ")}`);
  }
}

const origin = z
  .string()
  .refine(
    (text) => readWebAddress(text) !== null && !/[?#]/.test(text),
    "an http(s) address without a query or fragment",
  )
  .transform((text) => text.replace(/\/+$/, ""));

function wholeNumber(min: number, max: number) {
  const form = `a whole number from ${min} to ${max}`;
  return z.coerce.number(form).int(form).min(min, form).max(max, form);
}

function readTrustedProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  const proxies = parseTrustedProxies(text);
  if (proxies !== null) return proxies;
  context.addIssue("a number of proxies, or addresses and CIDR ranges separated by commas");
  return z.NEVER;
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readThumbnailKeys(text: string, context: z.RefinementCtx): string[] {
  const keys = listOf(text);
  if (keys.length <= 2 && keys.every((key) => Buffer.byteLength(key) >= 32)) return keys;
  context.addIssue("one or two keys of at least 32 characters, separated by a comma");
  return z.NEVER;
}

function readPrivateHosts(text: string, context: z.RefinementCtx): string[] {
  const hosts = listOf(text);
  try {
    parsePrivateHosts(hosts);
    return hosts;
  } catch {
    context.addIssue("hosts, hosts with a port, or CIDR ranges, separated by commas");
    return z.NEVER;
  }
}

/** Names, forms and defaults of every variable; `.env.example` is tested against its keys. */
export const ENVIRONMENT = z.object({
  PORT: z.coerce.number("a port number").int().min(1).max(65_535).default(3000),
  VITRINE_DATA_DIR: z.string().default(".data"),
  VITRINE_PUBLIC_URL: origin.optional(),
  VITRINE_LIBRARY_DIRS: z.string().default(""),
  VITRINE_SERVICE_KEY: z.string().min(24, "at least 24 characters").optional(),
  VITRINE_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  SEARCH_API_URL: origin.optional(),
  SEARCH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "one line of printable characters")
    .optional(),
  SEARCH_API_KEY_FILE: z.string().optional(),
  SEARCH_API_AUTH: z.enum(["x-api-key", "bearer"]).default("x-api-key"),
  VITRINE_MONTHLY_SEARCHES: wholeNumber(0, 100_000_000).default(250),
  VITRINE_CACHE_MINUTES: wholeNumber(5, 60).default(30),
  VITRINE_STALE_HOURS: wholeNumber(0, 720).default(24),
  VITRINE_CACHE_NARROWING: z.enum(["on", "off"]).default("on"),
  VITRINE_VISITOR_SEARCHES_PER_MINUTE: wholeNumber(1, 100_000).default(30),
  VITRINE_VISITOR_SEARCHES_PER_DAY: wholeNumber(1, 1_000_000).default(60),
  VITRINE_TRUSTED_PROXIES: z.string().default("").transform(readTrustedProxies),
  VITRINE_PICTURES: z.enum(["thumbnails", "thumbnails-then-originals"]).default("thumbnails"),
  VITRINE_THUMBNAIL_CACHE_MB: wholeNumber(1, 1_000_000).default(1024),
  VITRINE_THUMBNAIL_KEYS: z.string().default("").transform(readThumbnailKeys),
  VITRINE_THUMBNAIL_PRIVATE_HOSTS: z.string().default("").transform(readPrivateHosts),
  VITRINE_METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
});

/**
 * Reads the configuration from an environment; empty variables count as absent.
 *
 * @throws ConfigError naming every problem (variable, expected form), never a value.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name in ENVIRONMENT.shape && value !== "",
    ),
  );
  const parsed = ENVIRONMENT.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    );
  }
  const values = parsed.data;
  const problems: string[] = [];
  const remote = readRemote(values, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: values.PORT,
    dataDir: resolve(values.VITRINE_DATA_DIR),
    publicUrl: values.VITRINE_PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    libraryDirs: values.VITRINE_LIBRARY_DIRS.split(delimiter)
      .filter((folder) => folder.trim() !== "")
      .map((folder) => resolve(folder.trim())),
    serviceKey: values.VITRINE_SERVICE_KEY ?? null,
    remote,
    secretPaths:
      values.SEARCH_API_KEY_FILE === undefined ? [] : secretPlaces(values.SEARCH_API_KEY_FILE),
    spending: {
      monthlySearches: values.VITRINE_MONTHLY_SEARCHES,
      cacheMinutes: values.VITRINE_CACHE_MINUTES,
      staleHours: values.VITRINE_STALE_HOURS,
      hasNarrowing: values.VITRINE_CACHE_NARROWING === "on",
      visitorPerMinute: values.VITRINE_VISITOR_SEARCHES_PER_MINUTE,
      visitorPerDay: values.VITRINE_VISITOR_SEARCHES_PER_DAY,
    },
    pictures: {
      fallsBackToOriginals: values.VITRINE_PICTURES === "thumbnails-then-originals",
      thumbnailCacheBytesMax: values.VITRINE_THUMBNAIL_CACHE_MB * 1024 * 1024,
      thumbnailKeys: values.VITRINE_THUMBNAIL_KEYS,
      privateHosts: values.VITRINE_THUMBNAIL_PRIVATE_HOSTS,
    },
    trustedProxies: values.VITRINE_TRUSTED_PROXIES,
    metricsToken: values.VITRINE_METRICS_TOKEN ?? null,
    logLevel: values.VITRINE_LOG_LEVEL,
  };
}

function readRemote(
  values: z.output<typeof ENVIRONMENT>,
  problems: string[],
): RemoteServiceConfig | null {
  const { SEARCH_API_URL: url, SEARCH_API_KEY: inline, SEARCH_API_KEY_FILE: file } = values;
  if (url === undefined) return null;
  if (inline !== undefined && file !== undefined) {
    problems.push("SEARCH_API_KEY and SEARCH_API_KEY_FILE: set one of them, not both");
    return null;
  }
  const key = file === undefined ? inline : readKeyFile(file, problems);
  if (key === undefined) {
    if (file === undefined) {
      problems.push("SEARCH_API_KEY (or SEARCH_API_KEY_FILE): needed with SEARCH_API_URL");
    }
    return null;
  }
  return { url, key, keyHeader: values.SEARCH_API_AUTH };
}

/**
 * A secret's file, which may be a link to another place, and its folder, for what lies beside it is
 * rarely meant for others; not a whole `/etc`.
 */
function secretPlaces(file: string): string[] {
  const path = resolve(file);
  const folder = dirname(path);
  return dirname(folder) === dirname(dirname(folder)) ? [path] : [folder, path];
}

function readKeyFile(path: string, problems: string[]): string | undefined {
  try {
    const key = readFileSync(path, "utf8").trim();
    if (/^[\x21-\x7e]+$/.test(key)) return key;
    problems.push("SEARCH_API_KEY_FILE: the file must hold one line of printable characters");
  } catch {
    problems.push("SEARCH_API_KEY_FILE: the file can't be read");
  }
  return undefined;
}

/** This process's configuration: read once, on first use, so that a build needs none. */
export function config(): Config {
  if (current === undefined) {
    current = parseConfig(process.env);
    setLogLevel(current.logLevel);
  }
  return current;
}

let current: Config | undefined;

/** What Next and React ask when they are loaded: whether they serve the product, or its makers. */
export function runAsProduct(): void {
  (process.env as Record<string, string>).NODE_ENV = "production";
}

/** Whether this is `next dev`, whose own scripts need more than the product's. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}
