import { expect, test } from "vitest";
import { lightboxWidthFor } from "@/lib/core/image/thumbnail-width";

test.each([
  ["a photograph", 4000, 3000, 2400],
  ["a high photograph", 3000, 4000, 2400],
  ["a small photograph", 900, 600, null],
  ["a comic", 800, 20_000, 2400],
  ["a panorama", 30_000, 200, 2400],
  ["a long strip of few pixels", 5, 4000, null],
] as const)(
  "the lightbox shows %s, %d x %d, in a thumbnail of %s pixels",
  (_what, width, height, widthPx) => {
    expect(lightboxWidthFor(width / height, width)).toBe(widthPx);
  },
);
