import { vitrine } from "@/lib/vitrine";

/**
 * A small version of a picture, at an address that this server signed (lib/thumbnails). For
 * `next dev`; else the front door answers it.
 */
const answer = (request: Request) => vitrine().answerThumbnail(request);

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
