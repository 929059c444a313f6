import type { SavedImage } from "@/lib/contract/picked-image";

type Filtered = Pick<SavedImage, "name" | "host" | "folder" | "note">;

/** Folding is slow, and each key of the filter needs the text of every image. */
const folded = new WeakMap<Filtered, string>();

/**
 * The images whose name, host, folder or note contains all parts of `filter`, which spaces separate.
 * Case and diacritics do not matter. All images, as the same array, for an empty filter.
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
  // Thousands of names fold at the first key, and most of them need no more than this.
  if (/^[ -~\n]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
