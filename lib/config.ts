import "server-only";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { GALLERY_SETTINGS, type GalleryConfig, readGalleryConfig } from "@/lib/gallery/config";
import { HTTP_SETTINGS, type HttpConfig, readHttpConfig } from "@/lib/http/config";
import { setLocale } from "@/lib/messages/locale";
import { LOCALES } from "@/lib/messages/locales";
import { setLogLevel } from "@/lib/platform/log";
import { readServiceConfig, SERVICE_SETTINGS, type ServiceConfig } from "@/lib/service/config";
import {
  type PicturesConfig,
  readPicturesConfig,
  THUMBNAIL_SETTINGS,
} from "@/lib/thumbnails/config";

export type Config = HttpConfig &
  ServiceConfig &
  GalleryConfig & {
    /** Absolute folder for everything this server keeps. */
    dataDir: string;
    pictures: PicturesConfig;
    /** Absolute paths of secrets outside `dataDir`, which decoders must not see. */
    secretPaths: readonly string[];
  };

/** A configuration that can't be used: every problem at once, without any value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n- ${problems.join("\n- ")}`);
  }
}

/** Every environment variable that is read. The features own their parts. */
export const SETTINGS = z.object({
  VITRINE_DATA_DIR: z.string().default(".data").meta({
    description:
      "The folder for everything the server keeps. It holds the library's index, the cached answers and thumbnails, the count of paid searches, and the keys.",
  }),
  ...HTTP_SETTINGS.shape,
  ...SERVICE_SETTINGS.shape,
  ...GALLERY_SETTINGS.shape,
  ...THUMBNAIL_SETTINGS.shape,
});

/**
 * Reads the configuration from an environment; empty variables count as absent.
 *
 * @throws ConfigError naming every problem (variable, expected form), never a value.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in SETTINGS.shape && value !== ""),
  );
  const parsed = SETTINGS.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    );
  }
  const { VITRINE_DATA_DIR, SEARCH_API_KEY_FILE } = parsed.data;
  const problems: string[] = [];
  const gallery = readGalleryConfig(parsed.data, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    dataDir: resolve(VITRINE_DATA_DIR),
    ...readHttpConfig(parsed.data),
    ...readServiceConfig(parsed.data),
    ...gallery,
    pictures: readPicturesConfig(parsed.data),
    secretPaths: SEARCH_API_KEY_FILE === undefined ? [] : secretPathsOf(SEARCH_API_KEY_FILE),
  };
}

/**
 * A secret's file, which may be a link, and its folder, since what lies beside a secret is rarely
 * public; but not a folder directly below the root, such as `/etc`.
 */
function secretPathsOf(file: string): string[] {
  const path = resolve(file);
  const folder = dirname(path);
  return dirname(folder) === dirname(dirname(folder)) ? [path] : [folder, path];
}

/** This process's configuration: read once, on first use, so that a build needs none. */
export function config(): Config {
  if (current === undefined) {
    current = parseConfig(process.env);
    setLogLevel(current.logLevel);
    setLocale(LOCALES[current.locale]);
  }
  return current;
}

let current: Config | undefined;

/** Makes Next and React load their production builds. */
export function selectProductionBuilds(): void {
  (process.env as Record<string, string>).NODE_ENV = "production";
}

/** Whether this is `next dev`, whose own scripts need a looser policy. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}
