import "server-only";
import { createHmac } from "node:crypto";
import type { ErrorCode } from "@/lib/contract/errors";
import type { VisitorCounter } from "@/lib/state/visitor-counters";

export type VisitorVerdict =
  /** `refund` gives the day's search back, if none was sent. */
  | { isAllowed: true; refund(): Promise<void> }
  | {
      isAllowed: false;
      code: Extract<ErrorCode, "rate_limited" | "visitor_day_spent">;
      retryAfterSeconds: number;
    };

/** Limits each visitor's new searches: those that no cached answer serves. */
export type VisitorLimits = { take(visitor: string): Promise<VisitorVerdict> };

export const MINUTE_SECONDS = 60;
export const DAY_SECONDS = 86_400;

/**
 * Creates limits from two counters: one against bursts, one against a visitor who uses up the budget
 * over a day. Visitors are counted by a keyed hash, so that no IP address is stored.
 */
export function createVisitorLimits({
  minute,
  day,
  secret,
}: {
  minute: VisitorCounter;
  day: VisitorCounter;
  /** The same in all processes; called once, at the first use. */
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
