import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import type { Metrics } from "./metrics";

/**
 * GET /metrics: numbers in Prometheus' text format, for whoever has the token as `Authorization:
 * Bearer`. Without a token in the configuration there is nothing at this address.
 *
 * Errors  not_found, key_missing.
 */
export function metricsEndpoint({
  metrics,
  token,
}: {
  metrics: Metrics;
  token: string | null;
}): Handler {
  return async (request) => {
    if (token === null) throw new AppError("not_found", "metrics are switched off");
    if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${token}`)) {
      throw new AppError("key_missing", "no token, or a wrong one, for the metrics");
    }
    const { text, contentType } = await metrics.expose();
    return new Response(text, {
      headers: { "content-type": contentType, "cache-control": "no-store" },
    });
  };
}

/** In a time that tells nothing of where two texts differ, nor how long the right one is. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
