import "server-only";
import type { Endpoint } from "@/lib/web/route";
import type { ThumbnailPipeline } from "./thumbnail-pipeline";

/** GET /thumb/…: a thumbnail, by a URL that this server signed. */
export function thumbnailEndpoint({ handle }: Pick<ThumbnailPipeline, "handle">): Endpoint {
  return {
    methods: ["GET"],
    path: "/thumb/*",
    caller: "visitor",
    // A stored thumbnail never waits; for all others `createThumbnailRequests` takes a slot.
    priority: "none",
    bodyBytesMax: 0,
    errorForm: "image",
    handler: handle,
  };
}
