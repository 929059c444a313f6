import sharp from "sharp";
import { expect, test } from "vitest";
import { makeThumbnail } from "@/lib/decoding/make-thumbnail";
import { similarityOf } from "@/lib/decoding/similarity";
import { photographPath } from "@/tests/support/pictures/photographs";

async function pixelsOf(picture: string | Buffer, widthPx: number) {
  const { data, info } = await sharp(picture)
    .resize(widthPx)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, widthPx: info.width, heightPx: info.height };
}

test("equal pictures have similarity 1, and a blurred one less", async () => {
  const path = photographPath("black-canyon");
  const original = await pixelsOf(path, 320);
  expect(similarityOf(original, original)).toBeCloseTo(1, 6);
  const blurred = await pixelsOf(await sharp(path).resize(320).blur(3).png().toBuffer(), 320);
  expect(similarityOf(original, blurred)).toBeLessThan(0.8);
});

test("a picture for the lightbox is more similar to its original than a tile", async () => {
  const original = await sharp(photographPath("black-canyon")).toBuffer();
  const made = async (widthPx: 960 | 1200) => {
    const limits = { pixelsMax: 40e6, isForeign: false };
    const job = { widthPx, format: "avif", effort: "quick", ...limits } as const;
    const { body } = await makeThumbnail(job, original);
    return similarityOf(await pixelsOf(original, 720), await pixelsOf(body, 720));
  };
  const [tile, lightbox] = [await made(960), await made(1200)];
  expect(lightbox).toBeGreaterThan(0.97);
  expect(lightbox).toBeGreaterThan(tile);
});
