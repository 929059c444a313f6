import "server-only";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { GALLERY_SETTINGS, type GalleryConfig, readGalleryConfig } from "@/lib/gallery/config";
import { HTTP_SETTINGS, type HttpConfig, readHttpConfig } from "@/lib/http/config";
import { PICKER_SETTINGS, type PickerConfig, readPickerConfig } from "@/lib/picker/config";
import { setLogLevel } from "@/lib/platform/log";
import { readSecretFiles } from "@/lib/platform/settings";
import { readServiceConfig, SERVICE_SETTINGS, type ServiceConfig } from "@/lib/service/config";
import { readStateConfig, STATE_SETTINGS, type StateConfig } from "@/lib/state/config";
import {
  readThumbnailConfig,
  THUMBNAIL_SETTINGS,
  type ThumbnailConfig,
} from "@/lib/thumbnails/config";
import { readWebhookConfig, WEBHOOK_SETTINGS, type WebhookConfig } from "@/lib/webhook/config";

export type Config = HttpConfig &
  PickerConfig &
  StateConfig &
  ServiceConfig &
  GalleryConfig & {
    pictures: ThumbnailConfig;
    /** Null if the operator gets no warnings by webhook. */
    webhook: WebhookConfig | null;
    /** Absolute paths of secrets, data and pictures, which decoders must not see. */
    hiddenPaths: readonly string[];
  };

/** An unusable configuration: every problem at once, without any value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n- ${problems.join("\n- ")}`);
  }
}

/** Every setting of the product; each feature defines its own. (Node, Next and OpenTelemetry read others.) */
export const SETTINGS = z.object({
  ...STATE_SETTINGS.shape,
  ...HTTP_SETTINGS.shape,
  ...PICKER_SETTINGS.shape,
  ...SERVICE_SETTINGS.shape,
  ...GALLERY_SETTINGS.shape,
  ...THUMBNAIL_SETTINGS.shape,
  ...WEBHOOK_SETTINGS.shape,
});

/**
 * Reads the configuration from an environment; empty variables count as absent.
 *
 * @throws ConfigError naming every problem (variable, expected form), never a value.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (name in SETTINGS.shape && value) present[name] = value;
  }
  const problems: string[] = [];
  const files = readSecretFiles(present, problems);
  const parsed = SETTINGS.safeParse(present);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join(".");
    const isFromFile = files.has(name);
    problems.push(
      isFromFile ? `${name}_FILE: the file must hold ${message}` : `${name}: ${message}`,
    );
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  problems.push(...missingSharedSecrets(parsed.data));
  const gallery = readGalleryConfig(parsed.data, problems);
  const service = readServiceConfig(parsed.data, problems);
  const http = readHttpConfig(parsed.data);
  const picker = readPickerConfig(parsed.data, http.publicUrl, problems);
  const webhook = readWebhookConfig(parsed.data, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  const state = readStateConfig(parsed.data);
  const secretPaths = [...files.values()].flatMap(secretPathsOf);
  const environmentFiles = ENVIRONMENT_FILES.map((name) => join(process.cwd(), name));
  return {
    ...state,
    ...http,
    ...picker,
    ...service,
    ...gallery,
    pictures: readThumbnailConfig(parsed.data),
    webhook,
    hiddenPaths: [
      ...new Set([state.dataDir, ...secretPaths, ...environmentFiles, ...service.libraryDirs]),
    ],
  };
}

/** The files from which Next reads the environment; they may hold secrets. */
const ENVIRONMENT_FILES = [".env", ".env.local", ".env.production", ".env.production.local"];

/** Secrets that each instance would otherwise make for itself. */
const SHARED_SECRETS = [
  "VITRINE_VISITOR_SECRET",
  "VITRINE_SERVICE_KEY",
  "VITRINE_SESSION_SECRET",
  "VITRINE_KEY_PEPPER",
  "VITRINE_THUMBNAIL_KEYS",
  "VITRINE_REFERENCE_KEYS",
] as const;

/** With a database there may be several instances, which must agree on these. */
function missingSharedSecrets(values: z.output<typeof SETTINGS>): string[] {
  if (values.DATABASE_URL === undefined) return [];
  return SHARED_SECRETS.filter((name) => (values[name] ?? []).length === 0).map(
    (name) =>
      `${name} (or ${name}_FILE): needed with DATABASE_URL, the same for every instance; make one with: openssl rand -hex 32`,
  );
}

/**
 * Returns a secret's file, which may be a link, and its folder, because the files beside a secret are
 * rarely public. Leaves out a folder directly below the root, such as `/etc`.
 */
function secretPathsOf(file: string): string[] {
  const path = resolve(file);
  const folder = dirname(path);
  return dirname(folder) === dirname(dirname(folder)) ? [path] : [folder, path];
}

/** Returns this process's configuration. Reads it on first use, so that a build needs none. */
export function config(): Config {
  if (current === undefined) {
    current = parseConfig(process.env);
    setLogLevel(current.logLevel);
  }
  return current;
}

let current: Config | undefined;

/**
 * Uses a running server's settings for variables that the environment lacks. Does nothing if the
 * environment names another data folder. Call it before `config`.
 */
export function adoptSettings(settings: Record<string, string> & { VITRINE_DATA_DIR: string }) {
  const own = process.env.VITRINE_DATA_DIR;
  if (own && resolve(own) !== settings.VITRINE_DATA_DIR) return;
  for (const name in settings) process.env[name] ||= settings[name];
}

/** Makes Next and React load their production builds. */
export function selectProductionBuilds(): void {
  (process.env as Record<string, string>).NODE_ENV = "production";
}

/** Returns whether this is `next dev`, whose own scripts need a looser policy. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}
