import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { RecentAnswer } from "@/lib/contract/shelf";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";
import type { CachedSearches } from "./cached-searches";
import type { GalleryImage } from "./gallery-images";
import type { SearchImages, SearchOptions } from "./search-images";
import { signImage, type ThumbnailSigner } from "./with-thumbnails";

const SEARCHES_MAX = 6;
/** The last search has its own row. */
const PICTURES_MAX = { last: 10, others: 3 };

type Parts = {
  /** Null while our own service answers searches. */
  cached: CachedSearches | null;
  /** Our own service's search, which is free. */
  free: SearchImages;
  thumbnails: ThumbnailSigner;
};

/**
 * POST /api/recent: the answers that the home page shows for this browser's recent searches. It never
 * pays for a search, and stores nothing of the request.
 *
 * Body    `search`, up to six times: a search as a query string, the last one first; form-encoded.
 * 200     an array in the same order: `RecentAnswer`, or null where it cannot be read.
 * Errors  cross_site.
 */
export function recentEndpoint({ cached, free, thumbnails }: Parts): Endpoint {
  async function answerTo(query: SearchQuery, options: SearchOptions) {
    if (cached === null) {
      const { images } = await free(query, options);
      return { images, isFree: true, ageSeconds: null };
    }
    const found = await cached.find(query);
    return {
      images: found?.answer.images ?? [],
      isFree: found?.isFresh ?? false,
      ageSeconds: found?.ageSeconds ?? null,
    };
  }

  return {
    ...GALLERY_POST,
    path: "/api/recent",
    handler: async (request, { signal, visitor }) => {
      assertOwnPage(request);
      const searches = new URLSearchParams(await request.text()).getAll("search");
      const answers: (RecentAnswer | null)[] = [];
      for (const [rank, search] of searches.slice(0, SEARCHES_MAX).entries()) {
        const parsed = parseSearchQuery(new URLSearchParams(search));
        // One failed search must not hide the others.
        const answer = parsed.isValid
          ? await answerTo(parsed.query, { signal, visitor, mayPay: false }).catch(() => null)
          : null;
        const count = rank === 0 ? PICTURES_MAX.last : PICTURES_MAX.others;
        answers.push(
          answer && {
            imageCount: answer.images.length,
            pictures: answer.images.slice(0, count).map((image) => toPicture(image, thumbnails)),
            isFree: answer.isFree,
            ageSeconds: answer.ageSeconds,
          },
        );
      }
      return BytesResponse.of(answers);
    },
  };
}

/** Uses the thumbnail widths of a tile, because this browser has loaded them already. */
function toPicture(image: GalleryImage, thumbnails: ThumbnailSigner): RecentAnswer["pictures"][0] {
  const signed = signImage(image, { thumbnails, fallsBackToOriginals: false });
  const { id, width, height, accentColor } = signed;
  return { id, width, height, accentColor, thumbnails: signed.thumbnails };
}
