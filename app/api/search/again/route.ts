import { searchAgainEndpoint } from "@/lib/gallery/search-again-endpoint";
import { everyMethod, handle } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(
  handle((request, context) => {
    const { searchImages, visitorOf } = vitrine();
    return searchAgainEndpoint(searchImages, { visitorOf })(request, context);
  }),
);
