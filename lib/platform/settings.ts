import "server-only";
import { z } from "zod";
import { readWebUrl } from "@/lib/protocol/read-web-url";

/**
 * What the documents say about a setting; each schema carries it as its metadata (`schema.meta`).
 * `npm run docs:settings` writes `.env.example` and the README's table from it.
 */
export type SettingDocs = {
  /** Whole sentences; the README shows the first. */
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
 * A comma-separated list, empty by default. `read` gets its parts, trimmed and without empty ones,
 * and returns null for a list that is not of this `form`.
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
