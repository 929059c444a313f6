import "server-only";
import { z } from "zod";
import { COUNT_MAX, DEFAULT_FILTERS, QUERY_CHARACTERS_MAX } from "@/lib/contract/search-query";
import { normaliseText } from "@/lib/core/query/search-query";
import { parseSite } from "@/lib/core/query/site";

/*
 * What `/v1` takes and returns: these schemas validate requests, type the responses, and are written
 * into the OpenAPI document (openapi.ts), which adds the descriptions. The message of an issue is the
 * code of its `Problem`.
 */

/** The query string of a search; the output is what the document describes. */
export const SEARCH_PARAMETERS = z.strictObject({
  q: z
    .string("missing_q")
    .transform(normaliseText)
    .pipe(
      z
        .string()
        .min(1, "missing_q")
        .refine((text) => [...text].length <= QUERY_CHARACTERS_MAX, "long_q")
        .meta({
          maxLength: QUERY_CHARACTERS_MAX,
          examples: ["lighthouse"],
        }),
    ),
  count: z
    .string()
    .regex(/^\d{1,3}$/, "invalid_count")
    .transform(Number)
    .pipe(z.int().min(1, "invalid_count").max(COUNT_MAX, "invalid_count"))
    .default(DEFAULT_FILTERS.count),
  safesearch: z
    .enum(["strict", "moderate"], "invalid_safesearch")
    .default(DEFAULT_FILTERS.safesearch),
  transparent: z
    .enum(["true", "false"], "invalid_transparent")
    .transform((text) => text === "true")
    .pipe(z.boolean())
    .default(DEFAULT_FILTERS.transparent),
  site: z
    .string()
    .transform((text, context) => {
      const host = parseSite(text);
      if (host !== null) return host;
      context.addIssue("invalid_site");
      return z.NEVER;
    })
    .pipe(
      z.string().meta({
        format: "hostname",
        examples: ["photos.example.com"],
      }),
    )
    .optional(),
});

const IMAGE = z.strictObject({
  imageUrl: z.url(),
  width: z.int().min(1),
  height: z.int().min(1),
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/),
  name: z.string().min(1),
  hostUrl: z.url(),
});

export const SEARCH_RESPONSE = z.strictObject({
  name: z.string(),
  value: z.array(IMAGE).max(COUNT_MAX),
});

const PLAN = z.strictObject({
  name: z.string(),
  searchesPerMonth: z.int().min(1),
  requestsPerSecond: z.number().positive(),
  burst: z.int().min(1),
  countMax: z.int().min(1).max(COUNT_MAX),
  moderate: z.boolean(),
  site: z.boolean(),
  transparent: z.boolean(),
});

const DAY = z.strictObject({
  day: z.iso.date(),
  searches: z.int().min(0),
  errors: z.int().min(0),
});

export const USAGE_RESPONSE = z.strictObject({
  plan: PLAN,
  usedThisMonth: z.int().min(0),
  remaining: z.int().min(0),
  monthEndsAt: z.iso.datetime(),
  days: z.array(DAY),
});

export const FAILURE = z.strictObject({ error: z.string().min(1) });

/** Problem details (RFC 9457). */
export const PROBLEM = z.strictObject({
  type: z.string().meta({
    format: "uri-reference",
  }),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  error: z.string().min(1),
});

/** The schemas by their names in the OpenAPI document. */
export const NAMED_SCHEMAS = {
  Image: IMAGE,
  SearchResponse: SEARCH_RESPONSE,
  Plan: PLAN,
  Day: DAY,
  UsageResponse: USAGE_RESPONSE,
  Failure: FAILURE,
  Problem: PROBLEM,
};
