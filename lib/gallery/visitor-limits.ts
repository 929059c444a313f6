import "server-only";
import { createHmac } from "node:crypto";
import type { VisitorCounter } from "@/lib/state/visitor-counters";

export type VisitorLimits = ReturnType<typeof createVisitorLimits>;

/**
 * Creates the limits of each visitor's new searches, those that no cached answer serves, from two
 * counters: one against bursts, one against a visitor who uses up the budget over a day. Visitors
 * are counted by a keyed hash, so that no IP address is stored.
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
}) {
  let key: string | null = null;
  return {
    /** Counts one search. `refund` gives the day's search back, if none was sent. */
    async take(visitor: string) {
      key ??= secret();
      const name = createHmac("sha256", key).update(visitor).digest("base64url");
      const burst = await minute.take(name);
      if (!burst.isAllowed) return { ...burst, code: "rate_limited" } as const;
      const share = await day.take(name);
      if (!share.isAllowed) return { ...share, code: "visitor_day_spent" } as const;
      return { isAllowed: true, refund: () => day.refund(name) } as const;
    },
  };
}
