import "server-only";
import { foldText } from "./library/words";
import type { Picture } from "./picture";

const LENGTH_MAX = 80;

/** A file name for a picture, of its own name: `red-barn-in-snow.jpeg`. Its id if none is left. */
export function originalName({
  id,
  name,
  format,
}: Pick<Picture, "id" | "name" | "format">): string {
  const words = foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LENGTH_MAX)
    .replace(/^-+|-+$/g, "");
  return `${words === "" ? id : words}.${format === "jpeg" ? "jpg" : format}`;
}
