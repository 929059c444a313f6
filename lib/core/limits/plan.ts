import { DEFAULT_FILTERS, type Filters } from "@/lib/contract/search-query";

/**
 * The fields of a plan that permit a filter other than its default, in the order in which they are
 * checked. A plan limits `count` by `countMax`.
 */
export const PLAN_FIELDS = {
  safesearch: "moderate",
  site: "site",
  transparent: "transparent",
} as const satisfies Record<Exclude<keyof Filters, "count">, string>;

export type PlannedFilter = keyof typeof PLAN_FIELDS;
type PlanField = (typeof PLAN_FIELDS)[PlannedFilter];

export const PLANNED_FILTERS = Object.keys(PLAN_FIELDS) as PlannedFilter[];

/** Returns a record with the same value for each of these fields. */
export function planFields<T>(value: T): Record<PlanField, T> {
  const entries = Object.values(PLAN_FIELDS).map((field) => [field, value]);
  return Object.fromEntries(entries) as Record<PlanField, T>;
}

/** The limits of an account (docs: `plans.json`). */
export type Plan = Record<PlanField, boolean> & {
  /** The id in the database and in URLs: `free`. */
  id: string;
  /** The name for people: `Free`. */
  name: string;
  searchesPerMonth: number;
  /** The long-term rate of all keys of an account together. */
  requestsPerSecond: number;
  /** How many requests may arrive at once; at least 1 (GCRA). */
  burst: number;
  countMax: number;
  keysMax: number;
};

/** The filters of a search; without a count, it is the default or what the plan permits. */
export type PlannedSearch = Omit<Filters, "count"> & { count: number | null };

/** Returns the first filter that the plan does not permit; null if it permits the search. */
export function missingInPlan(plan: Plan, filters: PlannedSearch): keyof Filters | null {
  if (filters.count !== null && filters.count > plan.countMax) return "count";
  const isMissing = (name: PlannedFilter) =>
    filters[name] !== DEFAULT_FILTERS[name] && !plan[PLAN_FIELDS[name]];
  return PLANNED_FILTERS.find(isMissing) ?? null;
}

/**
 * Returns an account's plan; the first plan if the settings no longer have the account's.
 *
 * @throws TypeError if there are no plans
 */
export function planOf(plans: readonly Plan[], id: string): Plan {
  const plan = plans.find((each) => each.id === id) ?? plans[0];
  if (plan === undefined) throw new TypeError("there must be a plan");
  return plan;
}
