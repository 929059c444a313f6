import type { SavedImage } from "@/lib/contract/picked-image";

type Filtered = Pick<SavedImage, "name" | "host" | "folder" | "note">;

/** Cached, because folding is slow and each keystroke in the filter needs every image's text. */
const folded = new WeakMap<Filtered, string>();

/**
 * Returns the images whose name, host, folder or note contains all parts of `filter`, separated by
 * spaces. Ignores case and diacritics. Returns the same array for an empty filter.
 */
export function filterImages<I extends Filtered>(
  images: readonly I[],
  filter: string,
): readonly I[] {
  const parts = fold(filter).split(/\s+/).filter(Boolean);
  if (parts.length === 0) return images;
  return images.filter((image) => {
    let text = folded.get(image);
    if (text === undefined) {
      text = fold([image.name, image.host, image.folder, image.note].join("\n"));
      folded.set(image, text);
    }
    return parts.every((part) => text.includes(part));
  });
}

function fold(text: string): string {
  // Fast path: the first keystroke folds thousands of names, and most of them are ASCII.
  if (/^[ -~\n]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
