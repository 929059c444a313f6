import "server-only";
import { basename, dirname } from "node:path";
import type { LibraryPicture, SourcePlace } from "./library-store";

/**
 * Returns the folder and the name of a picture's file for every visitor: without any part of the path
 * above the library's folder.
 */
export function pictureFile({
  path,
  location,
  kind,
}: SourcePlace & { path: string }): Pick<LibraryPicture, "folder" | "fileName"> {
  const root = kind === "folder" ? location : dirname(location);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return {
    folder: folder === "" ? basename(root) : folder,
    fileName: path.slice(path.lastIndexOf("/") + 1),
  };
}
