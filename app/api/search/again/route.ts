import { handle } from "@/lib/server/http";
import { againEndpoint } from "@/lib/server/search/again-endpoint";
import { vitrine } from "@/lib/vitrine";

export const POST = handle((request, context) => {
  const { searchImages, visitorOf } = vitrine();
  return againEndpoint(searchImages, { visitorOf })(request, context);
});
