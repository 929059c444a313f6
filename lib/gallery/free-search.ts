import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { FREE_SEARCH, refusalUntil } from "@/lib/contract/search-offer";
import { AppError } from "@/lib/platform/errors";
import type { SearchService } from "@/lib/protocol/search-service";
import { pageInAnswer } from "./answer-position";
import { toGalleryImages, toParameters } from "./gallery-images";
import type { SearchImages } from "./search-images";

/** Four a second: no person, nor a family behind one IP address, searches this often. */
const SEARCHES_PER_MINUTE = 240;

/**
 * Creates the use case for a service whose searches are free, such as our own library. It asks the
 * service each time, so that an answer is never older than the library. It rejects with
 * `rate_limited` after 240 searches of a visitor in a minute.
 */
export function createFreeSearch({
  service,
  label,
  clock = Date.now,
}: {
  service: SearchService;
  label: () => Promise<ServiceLabel>;
  clock?: () => number;
}): SearchImages {
  const limiter = new RateLimiterMemory({ points: SEARCHES_PER_MINUTE, duration: 60 });
  return async (query, { signal, visitor = "unknown" }) => {
    await limiter.consume(visitor).catch((limited: unknown) => {
      if (!(limited instanceof RateLimiterRes)) throw limited;
      const retryAfterSeconds = Math.max(1, Math.ceil(limited.msBeforeNext / 1000));
      const refusal = refusalUntil({ code: "rate_limited", retryAfterSeconds }, clock());
      throw new AppError(refusal.code, "too many free searches", {
        retryAfterSeconds,
        searchOffer: { ...FREE_SEARCH, refusal },
      });
    });
    signal.throwIfAborted();
    const answer = await service.search(toParameters(query), { signal, visitor });
    const found = toGalleryImages(answer, query.count);
    return {
      query,
      ...found,
      images: found.images.map((image, rank) => ({
        ...image,
        ...(rank >= (answer.changed?.matchCount ?? query.count) && { isRelated: true as const }),
        hostUrl: pageInAnswer(image.hostUrl, query),
        ...(image.copies && {
          copies: { ...image.copies, url: pageInAnswer(image.copies.url, query) },
        }),
      })),
      answeredAt: new Date(clock()).toISOString(),
      ageSeconds: 0,
      service: await label(),
      from: "service",
      staleReason: null,
      totalCount: answer.totalCount ?? null,
      heldCount: found.images.length,
      changed: answer.changed ?? null,
      offers: answer.offers ?? [],
      searchesUsed: 0,
    };
  };
}
