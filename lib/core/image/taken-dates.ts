import type { Image } from "@/lib/contract/search-answer";

/**
 * Returns the ids of the images that begin a date, with that date, of images in the order of their dates.
 * The date is as precise as stated: `2025-07-12`, `2025-07` or `1952`; empty for images without one.
 */
export function startsOfDates(images: readonly Pick<Image, "id" | "file">[]): [string, string][] {
  const dates = images.map(({ file }) => file?.takenAt?.slice(0, "2025-07-12".length) ?? "");
  return images.flatMap(({ id }, rank) => {
    const date = dates[rank] ?? "";
    return date === dates[rank - 1] ? [] : [[id, date]];
  });
}
