import "server-only";
import { basename, dirname } from "node:path";
import { cleanText } from "@/lib/protocol/clean-text";
import type { LibraryPicture, SourceLocation } from "./library-store";

/**
 * Returns the folder and the name of a picture's file for every visitor: without any part of the path
 * above the library's folder, and as text to show (`cleanText`).
 */
export function pictureFile({
  path,
  location,
  kind,
}: SourceLocation & { path: string }): Pick<LibraryPicture, "folder" | "fileName"> {
  const root = kind === "folder" ? location : dirname(location);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return {
    folder: cleanText(folder === "" ? basename(root) : folder),
    fileName: cleanText(path.slice(path.lastIndexOf("/") + 1)),
  };
}
