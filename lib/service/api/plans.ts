import "server-only";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { COUNT_MAX } from "@/lib/contract/search-query";
import { type Plan, planFields } from "@/lib/core/limits/plan";

const PLANS_MAX = 20;

const PLAN = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "lower-case letters, digits and hyphens"),
  name: z.string().trim().min(1).max(40),
  searchesPerMonth: z.int().min(1).max(1_000_000_000),
  requestsPerSecond: z.number().positive().max(100_000),
  burst: z.int().min(1).max(100_000),
  countMax: z.int().min(1).max(COUNT_MAX).default(COUNT_MAX),
  ...planFields(z.boolean().default(true)),
  keysMax: z.int().min(1).max(1_000).default(20),
}) satisfies z.ZodType<Plan>;

const PLANS = z.strictObject({
  plans: z
    .array(PLAN)
    .min(1)
    .max(PLANS_MAX)
    .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, "ids must differ"),
});

/**
 * The plans if the operator has no plans file. Free has the interface's quota. All plans include
 * every filter, because a 402 response makes a gallery pause its searches.
 */
export const DEFAULT_PLANS: readonly Plan[] = [
  planOf("free", "Free", { searchesPerMonth: 250, requestsPerSecond: 2, burst: 20, keysMax: 5 }),
  planOf("team", "Team", {
    searchesPerMonth: 10_000,
    requestsPerSecond: 10,
    burst: 50,
    keysMax: 25,
  }),
  planOf("studio", "Studio", {
    searchesPerMonth: 100_000,
    requestsPerSecond: 50,
    burst: 200,
    keysMax: 250,
  }),
];

function planOf(
  id: string,
  name: string,
  limits: Pick<Plan, "searchesPerMonth" | "requestsPerSecond" | "burst" | "keysMax">,
): Plan {
  return { id, name, countMax: COUNT_MAX, ...planFields(true), ...limits };
}

/**
 * Reads a plans file: `{ "plans": [ … ] }`. The first plan is the default of accounts. If the file
 * is invalid, adds the reasons to `problems` and returns the default plans.
 */
export function readPlansFile(path: string, problems: string[]): readonly Plan[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    const what = cause instanceof SyntaxError ? "is not JSON" : "can't be read";
    problems.push(`VITRINE_PLANS_FILE: the file ${what}`);
    return DEFAULT_PLANS;
  }
  const parsed = PLANS.safeParse(content);
  if (parsed.success) return parsed.data.plans;
  for (const { path: place, message } of parsed.error.issues) {
    problems.push(`VITRINE_PLANS_FILE: ${place.join(".") || "the file"}: ${message}`);
  }
  return DEFAULT_PLANS;
}
