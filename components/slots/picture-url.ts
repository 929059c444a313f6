import type { Image } from "@/lib/contract/search-answer";

/** Returns the URL of an image's thumbnail of at least this width, or else of the widest. */
export function pictureUrl(
  { thumbnails, fallbackUrl }: Image,
  widthPx: number,
): string | undefined {
  if (thumbnails === null) return fallbackUrl ?? undefined;
  const { path, widthsPx } = thumbnails;
  return `${path}${widthsPx.find((each) => each >= widthPx) ?? widthsPx.at(-1)}`;
}
