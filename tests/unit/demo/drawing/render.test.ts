import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { PLANNED_PICTURES } from "@/demo/drawing/plan";
import { encodePicture, renderPixels } from "@/demo/drawing/render";

/**
 * Mean difference of a channel, of 255. Encoding costs 1 to 3; two builds of the rasteriser differ
 * along edges alone; another picture differs by 30 and more.
 */
const DIFFERENCE_MAX = 5;

async function pixelsOf(file: Buffer): Promise<Buffer> {
  return sharp(file).flatten({ background: "#ffffff" }).raw().toBuffer();
}

async function meanDifference(a: Buffer, b: Buffer): Promise<number> {
  const [one, two] = await Promise.all([pixelsOf(a), pixelsOf(b)]);
  expect(one).toHaveLength(two.length);
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs((one[i] ?? 0) - (two[i] ?? 0));
  return sum / one.length;
}

test.each(["lighthouse-01", "bauhaus-grid-01", "cut-out-fruit-01"])(
  "%s is drawn as it was committed",
  async (id) => {
    const committed = readFileSync(join("demo", "pictures", `${id}.webp`));
    const drawn = await encodePicture(await renderPixels(id));
    expect(await meanDifference(drawn, committed)).toBeLessThan(DIFFERENCE_MAX);
  },
);

test("a rendering has the planned size, or the given width at the same aspect", async () => {
  const [picture] = PLANNED_PICTURES;
  if (!picture) throw new Error("no pictures");
  expect(await renderPixels(picture.id)).toMatchObject({
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    channels: 3,
  });
  const heightPx = Math.round((200 * picture.heightPx) / picture.widthPx);
  expect(await renderPixels(picture.id, 200)).toMatchObject({ widthPx: 200, heightPx });
});

test("two renderings of one picture have the same pixels", async () => {
  for (const { id } of PLANNED_PICTURES.slice(0, 3)) {
    const [one, two] = [await renderPixels(id, 300), await renderPixels(id, 300)];
    expect(one.data.equals(two.data), id).toBe(true);
  }
});

test("an unknown id is refused", async () => {
  await expect(renderPixels("nothing-99")).rejects.toThrow(RangeError);
});
