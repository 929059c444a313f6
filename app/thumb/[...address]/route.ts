import { handle } from "@/lib/server/http";
import { vitrine } from "@/lib/vitrine";

/** A small version of a picture, at an address that this server signed (lib/server/thumbnails). */
const answer = handle((request, { signal }) => {
  const { thumbnails, visitorOf } = vitrine();
  return thumbnails.handle(request, { client: visitorOf(request.headers), signal });
});

// Every method, so that none is answered by Next: HEAD, for one, would run GET.
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
