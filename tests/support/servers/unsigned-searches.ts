import { createAnswerResponse } from "@/lib/gallery/answer-response";
import { searchEndpoints } from "@/lib/gallery/search-endpoints";
import type { SearchImages } from "@/lib/gallery/search-images";

/** Returns the routes of the gallery's searches, whose images have no thumbnails. */
export function unsignedSearches(searchImages: SearchImages) {
  const answerResponse = createAnswerResponse({
    sign: (image) => image,
    expiryDay: () => 0,
  });
  return searchEndpoints({ searchImages, answerResponse });
}
