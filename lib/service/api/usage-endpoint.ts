import "server-only";
import type { z } from "zod";
import { reachedPercent } from "@/lib/core/limits/warning-percent";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { type Endpoint, INTERFACE } from "@/lib/web/route";
import type { KeyQuota } from "./key-quota";
import type { USAGE_RESPONSE } from "./schemas";

/** GET /v1/usage: the account's usage this month, for a key with the scope `usage`. */
export function usageEndpoint(keyQuota: Pick<KeyQuota, "usage">): Endpoint {
  return {
    ...INTERFACE,
    path: "/v1/usage",
    handler: async (_request, context) => {
      const { plan, usedThisMonth, monthEndsAtMs, days } = await keyQuota.usage(context);
      const { id: _id, keysMax: _keysMax, ...published } = plan;
      const body: z.output<typeof USAGE_RESPONSE> = {
        plan: published,
        usedThisMonth,
        remaining: Math.max(0, plan.searchesPerMonth - usedThisMonth),
        thresholdPercent: reachedPercent(usedThisMonth, plan.searchesPerMonth),
        monthEndsAt: new Date(monthEndsAtMs).toISOString(),
        days,
      };
      return BytesResponse.of(body, { headers: { "cache-control": "private, no-store" } });
    },
  };
}
