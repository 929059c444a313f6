import { gallerySearchEndpoint } from "@/lib/gallery/search-endpoint";
import { everyMethod, handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

// Every method: Next would answer HEAD by running GET, and so spend a search.
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(
  handle((request, context) => {
    const { searchImages, visitorOf } = vitrine();
    return gallerySearchEndpoint(searchImages, { visitorOf })(request, context);
  }),
);
