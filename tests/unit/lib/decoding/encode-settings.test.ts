import { expect, test } from "vitest";
import { encodeSetting } from "@/lib/decoding/encode-settings";

test.each([160, 240])(
  "a client that accepts AVIF gets a WebP first at %d px, and AVIF later",
  (widthPx) => {
    expect(encodeSetting("avif", "quick", widthPx).format).toBe("webp");
    expect(encodeSetting("avif", "better", widthPx)).toMatchObject({ format: "avif", effort: 4 });
  },
);

test.each([320, 640, 960])("at %d px a quick AVIF is made first", (widthPx) => {
  expect(encodeSetting("avif", "quick", widthPx)).toMatchObject({ format: "avif", effort: 0 });
  expect(encodeSetting("avif", "better", widthPx)).toMatchObject({ format: "avif", effort: 4 });
});

test.each(["webp", "jpeg"] as const)("a client without AVIF always gets %s", (format) => {
  for (const effort of ["quick", "better"] as const) {
    for (const widthPx of [160, 960]) {
      expect(encodeSetting(format, effort, widthPx).format).toBe(format);
    }
  }
});
