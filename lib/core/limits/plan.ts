/** What an account may use (docs: `plans.json`). */
export type Plan = {
  /** In the database and in URLs: `free`. */
  id: string;
  /** For people: `Free`. */
  name: string;
  searchesPerMonth: number;
  /** The long-term rate of all keys of an account together. */
  requestsPerSecond: number;
  /** How many searches may come at once; at least 1 (GCRA). */
  burst: number;
  countMax: number;
  /** Whether the plan permits `safesearch=moderate`, `site` and `transparent`. */
  moderate: boolean;
  site: boolean;
  transparent: boolean;
  keysMax: number;
};

/**
 * An account's plan; the first if the settings no longer have it.
 *
 * @throws TypeError if there are no plans
 */
export function planOf(plans: readonly Plan[], id: string): Plan {
  const plan = plans.find((each) => each.id === id) ?? plans[0];
  if (plan === undefined) throw new TypeError("there must be a plan");
  return plan;
}
