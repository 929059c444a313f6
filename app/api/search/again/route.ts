import { searchAgainEndpoint } from "@/lib/gallery/search-again-endpoint";
import { handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

export const POST = handle((request, context) => {
  const { searchImages, visitorOf } = vitrine();
  return searchAgainEndpoint(searchImages, { visitorOf })(request, context);
});
