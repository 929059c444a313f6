import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import type { CachedAnswer } from "./answer-cache";

/** Removes the images of a remote service's answer that the operator's ratings hide. */
export type RatingFilter = (
  answer: CachedAnswer,
  query: Pick<SearchQuery, "safesearch">,
) => CachedAnswer;

/** Creates the filter of cached answers. */
export function createRatingFilter(
  ratings: Pick<ImageRatings, "version" | "isShown">,
): RatingFilter {
  return (whole, { safesearch }) => {
    if (ratings.version() === 0) return whole;
    const images = whole.images.filter(({ imageUrl }) =>
      ratings.isShown(sourceOf(imageUrl), safesearch),
    );
    const { totalCount, heldCount } = whole;
    const hiddenCount = whole.images.length - images.length;
    return {
      ...whole,
      images,
      totalCount: totalCount === null ? null : totalCount - hiddenCount,
      heldCount: heldCount - hiddenCount,
    };
  };
}

/** Returns the image's source in thumbnails (lib/thumbnails/source-url.ts), which reports use. */
function sourceOf(imageUrl: string): string {
  const start = imageUrl.indexOf("#");
  return start === -1 ? imageUrl : imageUrl.slice(0, start);
}
