import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import type { CachedAnswer } from "./answer-cache";

/** Removes the images of a remote service's answer that the operator's ratings hide. */
export type ShownImages = (
  answer: CachedAnswer,
  query: Pick<SearchQuery, "safesearch">,
) => CachedAnswer;

/**
 * Creates the filter of cached answers. It returns the same object until the ratings change, because
 * the bytes of an answer belong to its images
 * (docs/decisions/0025-cached-answers-keep-their-bytes.md).
 */
export function createShownImages(ratings: Pick<ImageRatings, "version" | "isShown">): ShownImages {
  type Filtered = { version: number; answer: CachedAnswer };
  const byFilter = {
    strict: new WeakMap<CachedAnswer, Filtered>(),
    moderate: new WeakMap<CachedAnswer, Filtered>(),
  };

  return (whole, { safesearch }) => {
    const version = ratings.version();
    if (version === 0) return whole;
    const last = byFilter[safesearch].get(whole);
    if (last?.version === version) return last.answer;
    const images = whole.images.filter(({ imageUrl }) =>
      ratings.isShown(sourceOf(imageUrl), safesearch),
    );
    const hiddenCount = whole.images.length - images.length;
    const isSame = last !== undefined && last.answer.images.length === images.length;
    let answer = whole;
    if (hiddenCount > 0) {
      const { totalCount, heldCount } = whole;
      answer = {
        ...whole,
        images,
        totalCount: totalCount === null ? null : totalCount - hiddenCount,
        heldCount: heldCount - hiddenCount,
      };
      if (isSame && last.answer.images.every((image, i) => image === images[i])) {
        answer = last.answer;
      }
    }
    byFilter[safesearch].set(whole, { version, answer });
    return answer;
  };
}

/** Returns the image's source in thumbnails (lib/thumbnails/source-url.ts), which reports use. */
function sourceOf(imageUrl: string): string {
  const start = imageUrl.indexOf("#");
  return start === -1 ? imageUrl : imageUrl.slice(0, start);
}
