import { everyMethod } from "@/lib/platform/http";
import { vitrine } from "@/lib/vitrine";

/** A thumbnail at a URL that this server signed, for `next dev`; else the front door answers. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request: Request) =>
  vitrine().answerThumbnail(request),
);
