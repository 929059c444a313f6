import "server-only";
import type { FoundItem } from "@/lib/protocol/search-service";
import { originalPath, type Picture, picturePath } from "./picture";

/**
 * A picture as an item of an answer inside this server: our own addresses are paths, so that they
 * hold under whatever name the visitor came.
 */
export function toFoundItem(picture: Picture, ownHost: string): FoundItem {
  return {
    imageUrl: originalPath(picture.id),
    width: picture.widthPx,
    height: picture.heightPx,
    accentColor: picture.accentColor,
    name: picture.name,
    hostUrl: picture.hostUrl ?? picturePath(picture.id),
    host: picture.host ?? ownHost,
    revision: picture.revision,
  };
}
