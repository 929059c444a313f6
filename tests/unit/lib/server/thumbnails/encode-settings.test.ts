import { expect, test } from "vitest";
import { encodeSetting } from "@/lib/server/thumbnails/encode-settings";

const JOB = {
  format: "avif",
  effort: "quick",
  sourcePixels: 12_000_000,
  thumbnailPixels: 320 * 240,
  hasSparedConversion: false,
} as const;

test("a camera's picture, whose decoding outweighs its encoding, is AVIF at once", () => {
  expect(encodeSetting(JOB).format).toBe("avif");
});

test("where encoding would outweigh it, WebP goes first and AVIF follows in the background", () => {
  const small = { ...JOB, sourcePixels: 700_000, thumbnailPixels: 640 * 480 };
  expect(encodeSetting(small).format).toBe("webp");
  expect(encodeSetting({ ...small, effort: "better" }).format).toBe("avif");
});

test("sparing the conversion of colours pays for AVIF", () => {
  const small = { ...JOB, sourcePixels: 700_000, thumbnailPixels: 320 * 240 };
  expect(encodeSetting(small).format).toBe("webp");
  expect(encodeSetting({ ...small, hasSparedConversion: true }).format).toBe("avif");
});

test.each(["webp", "jpeg"] as const)("who takes no AVIF never gets it, but %s", (format) => {
  for (const effort of ["quick", "better"] as const) {
    expect(encodeSetting({ ...JOB, format, effort }).format).toBe(format);
  }
});
