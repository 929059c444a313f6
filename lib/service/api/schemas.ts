import "server-only";
import { z } from "zod";
import { COUNT_MAX } from "@/lib/contract/search-query";
import { planFields } from "@/lib/core/limits/plan";

/*
 * The responses of `/v1`. These schemas type the responses and go into the OpenAPI document
 * (openapi.ts), which adds the descriptions. There they are open, so that a later field breaks no client.
 */

const IMAGE = z.object({
  imageUrl: z.url(),
  width: z.int().min(1),
  height: z.int().min(1),
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/),
  name: z.string().min(1),
  hostUrl: z.url(),
});

export const SEARCH_RESPONSE = z.object({
  name: z.string(),
  value: z.array(IMAGE).max(COUNT_MAX),
});

const PLAN = z.object({
  name: z.string(),
  searchesPerMonth: z.int().min(1),
  requestsPerSecond: z.number().positive(),
  burst: z.int().min(1),
  countMax: z.int().min(1).max(COUNT_MAX),
  ...planFields(z.boolean()),
});

const DAY = z.object({
  day: z.iso.date(),
  searches: z.int().min(0),
  errors: z.int().min(0),
});

export const USAGE_RESPONSE = z.object({
  plan: PLAN,
  usedThisMonth: z.int().min(0),
  remaining: z.int().min(0),
  thresholdPercent: z.int().min(0).max(100),
  monthEndsAt: z.iso.datetime(),
  days: z.array(DAY),
});

export const PICKER_GRANT_REQUEST = z.object({ origin: z.url() });

export const PICKER_GRANT_RESPONSE = z.object({
  grant: z.string(),
  expiresAt: z.iso.datetime(),
});

export const FAILURE = z.object({ error: z.string().min(1) });

/** Problem details (RFC 9457). */
export const PROBLEM = z.object({
  type: z.string().meta({
    format: "uri-reference",
  }),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  error: z.string().min(1),
});

/** The schemas by name in the OpenAPI document. */
export const NAMED_SCHEMAS = {
  Image: IMAGE,
  SearchResponse: SEARCH_RESPONSE,
  Plan: PLAN,
  Day: DAY,
  UsageResponse: USAGE_RESPONSE,
  PickerGrantRequest: PICKER_GRANT_REQUEST,
  PickerGrant: PICKER_GRANT_RESPONSE,
  Failure: FAILURE,
  Problem: PROBLEM,
};
