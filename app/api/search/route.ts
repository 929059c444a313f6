import { gallerySearchEndpoint } from "@/lib/gallery/search-endpoint";
import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

const answer = handle((request, context) => {
  const { searchImages, visitorOf } = vitrine();
  return gallerySearchEndpoint(searchImages, { visitorOf })(request, context);
});

// Every method is mounted, HEAD too: left to itself, the framework answers HEAD by running GET,
// and so by spending a search.
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
