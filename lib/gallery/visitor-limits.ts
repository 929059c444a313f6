import "server-only";
import { createHmac } from "node:crypto";
import type { ErrorCode } from "@/lib/contract/errors";
import type { VisitorCounter } from "@/lib/state/visitor-counters";

/** New searches, which are those that no kept answer answers, of one visitor. */
export type VisitorPolicy = { perMinute: number; perDay: number };

export type VisitorVerdict =
  /** `refund` returns the day's one, when the search turned out to cost nothing. */
  | { isAllowed: true; refund(): Promise<void> }
  | {
      isAllowed: false;
      code: Extract<ErrorCode, "rate_limited" | "visitor_day_spent">;
      retryAfterSeconds: number;
    };

/** Limits visitors before money is spent. */
export type VisitorLimits = { take(visitor: string): Promise<VisitorVerdict> };

export const MINUTE_SECONDS = 60;
export const DAY_SECONDS = 86_400;

/**
 * Two counters: one against bursts, one against a visitor who takes a whole day to empty the budget.
 * Visitors are counted by a keyed hash, so that no address is written down.
 */
export function createVisitorLimits({
  minute,
  day,
  secret,
}: {
  minute: VisitorCounter;
  day: VisitorCounter;
  /** The same for all processes; asked for once, at the first use. */
  secret: () => string;
}): VisitorLimits {
  let key: string | null = null;
  return {
    async take(visitor) {
      key ??= secret();
      const name = createHmac("sha256", key).update(visitor).digest("base64url");
      const burst = await minute.take(name);
      if (!burst.isAllowed) return { ...burst, code: "rate_limited" };
      const share = await day.take(name);
      if (!share.isAllowed) return { ...share, code: "visitor_day_spent" };
      return { isAllowed: true, refund: () => day.refund(name) };
    },
  };
}
