import "server-only";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { ThumbnailFailure } from "./thumbnail-failure";

/** Limits of one client for thumbnails that have to be made; cached ones are free. */
export const CLIENT_LIMITS = {
  perMinute: 150,
  /** Bytes of made thumbnails that were sent. */
  bytesPerTenMinutes: 60 * 1024 * 1024,
};

export type ClientLimits = typeof CLIENT_LIMITS;

export type ClientLimiter = ReturnType<typeof createClientLimiter>;

/** Creates the limiter. Its counts are in memory; a restart resets them. */
export function createClientLimiter(limits: ClientLimits) {
  const minute = new RateLimiterMemory({ points: limits.perMinute, duration: 60 });
  const bytes = new RateLimiterMemory({ points: limits.bytesPerTenMinutes, duration: 600 });
  return {
    /** Counts one thumbnail. @throws ThumbnailFailure 429 over a limit. */
    async count(client: string): Promise<void> {
      const sent = await bytes.get(client);
      if (sent !== null && sent.remainingPoints <= 0) throw overLimit(sent);
      await minute.consume(client).catch((refusal: RateLimiterRes) => {
        throw overLimit(refusal);
      });
    },
    async countBytes(client: string, count: number): Promise<void> {
      await bytes.penalty(client, count);
    },
  };
}

function overLimit({ msBeforeNext }: RateLimiterRes): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 429, "a client's limit", {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    isRemembered: false,
  });
}
