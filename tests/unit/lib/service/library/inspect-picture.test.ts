import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspectPicture, UnusablePictureError } from "@/lib/service/library/inspect-picture";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/photographs";

const opaque = () =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: "#a05020" } });

test.each(["jpeg", "png", "gif", "webp", "avif", "tiff"] as const)(
  "%s is taken and known by its bytes",
  async (format) => {
    const inspection = await inspectPicture(await opaque().toFormat(format).toBuffer());
    expect(inspection).toMatchObject({ format, widthPx: 60, heightPx: 30, isTransparent: false });
  },
);

test("the size is the one after orientation", async () => {
  const turned = await opaque().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await inspectPicture(turned)).toMatchObject({ widthPx: 30, heightPx: 60 });
});

test("an alpha channel that is opaque everywhere is no transparency", async () => {
  const image = await opaque().ensureAlpha().png().toBuffer();
  expect((await inspectPicture(image)).isTransparent).toBe(false);
});

test.each(["png", "webp", "avif", "gif"] as const)(
  "one see-through pixel of a %s is transparency",
  async (format) => {
    const pixels = Buffer.alloc(60 * 30 * 4, 255);
    pixels[60 * 4 * 15 + 3] = 0;
    const raw = { width: 60, height: 30, channels: 4 as const };
    const image = await sharp(pixels, { raw }).toFormat(format, { lossless: true }).toBuffer();
    expect((await inspectPicture(image)).isTransparent).toBe(true);
  },
);

test("real photographs are read without a complaint", async () => {
  for (const name of PHOTOGRAPHS) {
    const inspection = await inspectPicture(readFileSync(photographPath(name)));
    expect(inspection).toMatchObject({ format: "jpeg", isTransparent: false });
    expect(inspection.widthPx).toBeGreaterThan(300);
    expect(inspection.accentColor).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test.each([
  ["an empty file", Buffer.alloc(0), /empty/],
  ["text", Buffer.from("hello"), /not a JPEG/],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a JPEG/],
  ["a JPEG's first bytes alone", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /damaged/],
])("%s is refused with its reason", async (_what, bytes, reason) => {
  await expect(inspectPicture(bytes)).rejects.toThrow(UnusablePictureError);
  await expect(inspectPicture(bytes)).rejects.toThrow(reason);
});

test.each(["jpeg", "png", "webp"] as const)("a %s cut in half is damaged", async (format) => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * i) % 251));
  const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    .toFormat(format)
    .toBuffer();
  await expect(inspectPicture(whole.subarray(0, whole.length / 2))).rejects.toThrow(/damaged/);
});
