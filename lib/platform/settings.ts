import "server-only";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { readWebUrl } from "@/lib/protocol/read-web-url";

/**
 * The documentation of a setting; each schema carries it as its metadata (`schema.meta`). `npm run
 * docs:settings` writes `.env.example` and `docs/settings.md` from it.
 */
export type SettingDocs = {
  /** Whole sentences; docs/settings.md shows the first. */
  description: string;
  /** The default to show where the schema has none. */
  defaultText?: string;
  /** The value to show in `.env.example`; the default if absent. */
  example?: string;
};

/** A whole number in a range, both ends included. */
export function wholeNumber(min: number, max: number) {
  const form = `a whole number from ${min} to ${max}`;
  return z.coerce.number(form).int(form).min(min, form).max(max, form);
}

/** An http(s) URL to which paths are appended; without its trailing slash. */
export const baseUrl = z
  .string()
  .refine(
    (text) => readWebUrl(text) !== null && !/[?#]/.test(text),
    "an http(s) URL without a query or fragment",
  )
  .transform((text) => text.replace(/\/+$/, ""));

/**
 * A comma-separated list, empty by default. `read` receives its parts, trimmed and without empty
 * ones, and returns null if the list does not have this `form`.
 */
export function listSetting<T>(form: string, read: (parts: readonly string[]) => T | null) {
  return z
    .string()
    .default("")
    .transform((text, context): T => {
      const parts = text.split(",").map((part) => part.trim());
      const value = read(parts.filter((part) => part !== ""));
      if (value !== null) return value;
      context.addIssue(form);
      return z.NEVER;
    });
}

/** The setting `<name>_FILE`: a file that holds the value of the setting `name`. */
export function secretFile(name: string) {
  const fileName = name.toLowerCase().replaceAll("_", "-");
  return z
    .string()
    .optional()
    .meta({
      description: `A file that holds the value of ${name}, instead of ${name} itself.`,
      example: `/run/secrets/${fileName}`,
    });
}

/**
 * Replaces each `<name>_FILE` of `values` by the setting `name` with the file's content, trimmed.
 * Adds each error to `problems`, without any value.
 *
 * Returns the path of each file, by the name of its setting.
 */
export function readSecretFiles(
  values: Record<string, string>,
  problems: string[],
): Map<string, string> {
  const files = new Map<string, string>();
  for (const [setting, path] of Object.entries(values)) {
    const name = /^(.+)_FILE$/.exec(setting)?.[1];
    if (name === undefined) continue;
    files.set(name, path);
    if (values[name] !== undefined) {
      problems.push(`${name} and ${setting}: set one of them, not both`);
      continue;
    }
    try {
      const value = readFileSync(path, "utf8").trim();
      if (value === "") problems.push(`${setting}: the file is empty`);
      else values[name] = value;
    } catch {
      problems.push(`${setting}: the file can't be read`);
    }
  }
  return files;
}
