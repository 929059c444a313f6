import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { RecentAnswer } from "@/lib/contract/shelf";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import type { CachedSearches } from "./cached-searches";
import { isFromOwnPage } from "./cross-site";
import type { FoundImage } from "./found-images";
import type { SearchImages, SearchOptions } from "./search-images";
import { signImage, type ThumbnailSigner } from "./with-thumbnails";

const SEARCHES_MAX = 6;
/** The last search has a row of its own. */
const PICTURES_MAX = { last: 10, others: 3 };

type Parts = {
  /** Null while our own service answers. */
  cached: CachedSearches | null;
  /** Our own service's search, which costs nothing. */
  free: SearchImages;
  thumbnails: ThumbnailSigner;
};

/**
 * POST /api/recent: what the home page shows of the recent searches of this browser. It never pays
 * for a search, and keeps nothing of what was sent.
 *
 * Body    `search`, up to six times: a search as a query string, the last one first; form-encoded.
 * 200     an array in the same order: `RecentAnswer`, or null where it cannot be read.
 * Errors  cross_site.
 */
export function recentEndpoint({ cached, free, thumbnails }: Parts): Handler {
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

  return async (request, { signal, visitor }) => {
    if (!isFromOwnPage(request.headers)) {
      throw new AppError("cross_site", "not sent by a page of ours");
    }
    const searches = new URLSearchParams(await request.text()).getAll("search");
    const answers: (RecentAnswer | null)[] = [];
    for (const [rank, search] of searches.slice(0, SEARCHES_MAX).entries()) {
      const parsed = parseSearchQuery(new URLSearchParams(search));
      // A failed search must not hide the others.
      const answer = parsed.isValid
        ? await answerTo(parsed.query, { signal, visitor }).catch(() => null)
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
  };
}

/** With the thumbnails of a tile, which this browser has loaded already. */
function toPicture(image: FoundImage, thumbnails: ThumbnailSigner): RecentAnswer["pictures"][0] {
  const signed = signImage(image, { thumbnails, fallsBackToOriginals: false });
  const { id, width, height, accentColor } = signed;
  return { id, width, height, accentColor, thumbnails: signed.thumbnails };
}
