import "server-only";
import type { LibraryPicture } from "@/lib/state/library-store";

/** A picture of the library or of the demo collection. */
export type Picture = LibraryPicture & { collection: "library" | "demo" };

/** Returns the path of a picture's file on this server. */
export function originalPath(id: string): string {
  return `/library/${id}/original`;
}

/** Returns the path of a picture's page on this server, at the list of its copies. */
export function copiesPath(id: string): string {
  return `${picturePath(id)}#copies`;
}

/** Returns the path of a picture's page on this server. */
export function picturePath(id: string): string {
  return `/library/${id}`;
}
