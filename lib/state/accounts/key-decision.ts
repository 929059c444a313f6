import "server-only";
import type { Scope } from "@/lib/contract/account";
import type { AnyErrorCode } from "@/lib/contract/errors";
import { missingInPlan, type Plan } from "@/lib/core/limits/plan";
import { startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { KeyDecision, KeyLimits, KeyRequest } from "../account-state";

/** A key and its account, as the store has them. */
export type KnownKey = {
  keyId: string;
  account: string;
  scopes: readonly Scope[];
  sites: readonly string[];
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  isDisabled: boolean;
  isSuspended: boolean;
  plan: Plan;
};

/** An account's use of its quota and of its rate limit. */
export type AccountMeter = {
  usedThisMonth: number;
  /** When the whole burst is available again, in microseconds: GCRA's theoretical arrival time. */
  fullAtUs: number;
};

/** The error code for each refused request. */
export const REFUSAL_CODES = {
  unknown: "key_missing",
  expired: "api_key_expired",
  revoked: "api_key_revoked",
  disabled: "api_key_disabled",
  "account-suspended": "api_account_suspended",
  "wrong-scope": "api_wrong_scope",
  "site-not-allowed": "api_site_not_allowed",
  "not-in-plan": "api_not_in_plan",
  quota: "api_quota_spent",
  rate: "api_rate_limited",
} as const satisfies Record<Exclude<KeyDecision["outcome"], "allowed">, AnyErrorCode>;

/** Returns the time of one search in the rate limit, in whole microseconds, so that stores agree. */
export function intervalUs({ requestsPerSecond }: Plan): number {
  return Math.max(1, Math.round(1e6 / requestsPerSecond));
}

/**
 * Decides about a request, in the order of `KeyDecision`. Also returns the account's meter after the
 * request.
 */
export function decideKeyRequest(
  { scope, search }: KeyRequest,
  key: KnownKey,
  before: AccountMeter,
  nowMs: number,
): { decision: KeyDecision; meter: AccountMeter } {
  const { keyId, account, plan } = key;
  const owner = { keyId, account };
  const uncounted = (decision: KeyDecision) => ({ decision, meter: before });
  if (key.revokedAtMs !== null && key.revokedAtMs <= nowMs)
    return uncounted({ outcome: "revoked" });
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs)
    return uncounted({ outcome: "expired" });
  if (key.isDisabled) return uncounted({ outcome: "disabled" });
  if (key.isSuspended) return uncounted({ outcome: "account-suspended" });
  if (!key.scopes.includes(scope)) return uncounted({ outcome: "wrong-scope", ...owner });
  const nowUs = nowMs * 1000;
  const burstUs = plan.burst * intervalUs(plan);
  // After a clock was ahead, the account waits at most as long as its burst takes.
  const fullAtUs = Math.min(Math.max(before.fullAtUs, nowUs), nowUs + burstUs);
  const meter = { ...before, fullAtUs };
  if (search === null) {
    const limits = toLimits(plan, meter, nowMs);
    return uncounted({ outcome: "allowed", countedAtMs: nowMs, limits, ...owner });
  }
  if (!isAllowedSite(key.sites, search.site)) {
    return uncounted({ outcome: "site-not-allowed", sites: key.sites, ...owner });
  }
  const parameter = missingInPlan(plan, search);
  if (parameter !== null) return uncounted({ outcome: "not-in-plan", parameter, plan, ...owner });
  if (meter.usedThisMonth >= plan.searchesPerMonth) {
    const limits = toLimits(plan, meter, nowMs);
    const retryAfterSeconds = limits.monthEndsInSeconds;
    return uncounted({ outcome: "quota", retryAfterSeconds, limits, ...owner });
  }
  const after = {
    usedThisMonth: meter.usedThisMonth + 1,
    fullAtUs: fullAtUs + intervalUs(plan),
  };
  const lateUs = after.fullAtUs - nowUs - burstUs;
  if (lateUs > 0) {
    const limits = toLimits(plan, meter, nowMs);
    const retryAfterSeconds = Math.max(1, Math.ceil(lateUs / 1e6));
    // A refusal stores the limited `fullAtUs` too, so that a clock that was ahead has no longer effect.
    return { decision: { outcome: "rate", retryAfterSeconds, limits, ...owner }, meter };
  }
  const limits = toLimits(plan, after, nowMs);
  return {
    decision: { outcome: "allowed", countedAtMs: nowMs, limits, ...owner },
    meter: after,
  };
}

/** Whether the site is one of `sites`, or a subdomain of one; true without `sites`. */
function isAllowedSite(sites: readonly string[], site: string | null): boolean {
  if (sites.length === 0) return true;
  return site !== null && sites.some((each) => site === each || site.endsWith(`.${each}`));
}

function toLimits(plan: Plan, { usedThisMonth, fullAtUs }: AccountMeter, nowMs: number): KeyLimits {
  const usedUs = fullAtUs - nowMs * 1000;
  return {
    plan,
    usedThisMonth,
    monthEndsInSeconds: secondsUntilMonthEnds(nowMs),
    burstRemaining: Math.floor(plan.burst - usedUs / intervalUs(plan)),
    burstFullInSeconds: Math.ceil(usedUs / 1e6),
  };
}

function secondsUntilMonthEnds(nowMs: number): number {
  const endMs = startOfDayMs(toUtcDate(nowMs).firstDayOfNextMonth);
  return Math.max(1, Math.ceil((endMs - nowMs) / 1000));
}
