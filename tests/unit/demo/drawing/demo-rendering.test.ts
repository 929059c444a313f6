import sharp from "sharp";
import { expect, test } from "vitest";
import { type DemoPicture, demoPictures } from "@/lib/service/demo/plan";
import { renderDemo } from "@/lib/service/demo/render";

const PICTURES = demoPictures();
const HASH_SIDE = 16;
const DISTANCE_MIN = 40;

/** The lowest and the highest alpha of a small rendering; 255 without an alpha channel. */
async function alphaOf(picture: DemoPicture) {
  const { bytes } = await renderDemo(picture.id, { widthPx: 120 });
  const { channels } = await sharp(bytes).stats();
  return { min: channels[3]?.min ?? 255, max: channels[3]?.max ?? 255 };
}

/** 256 bits: is each point of a 16 x 16 grey thumbnail lighter than its neighbour to the right? */
async function differenceHash(id: string): Promise<boolean[]> {
  const { bytes } = await renderDemo(id, { widthPx: 120 });
  const grey = await sharp(bytes)
    .flatten({ background: "#ffffff" })
    .grayscale()
    .resize(HASH_SIDE + 1, HASH_SIDE, { fit: "fill" })
    .raw()
    .toBuffer();
  return Array.from({ length: HASH_SIDE * HASH_SIDE }, (_, i) => {
    const at = Math.floor(i / HASH_SIDE) * (HASH_SIDE + 1) + (i % HASH_SIDE);
    return (grey[at] ?? 0) > (grey[at + 1] ?? 0);
  });
}

test("cut-outs have clear pixels and solid ones", { timeout: 60_000 }, async () => {
  const cutOuts = PICTURES.filter(({ format }) => format === "png");
  expect(cutOuts.length).toBeGreaterThanOrEqual(8);
  for (const picture of cutOuts) {
    expect(await alphaOf(picture), picture.id).toEqual({ min: 0, max: 255 });
  }
});

test("no other picture has transparent pixels", { timeout: 60_000 }, async () => {
  const sample = PICTURES.filter(({ format }, i) => format === "jpeg" && i % 6 === 0);
  for (const picture of sample) {
    expect(await alphaOf(picture), picture.id).toEqual({ min: 255, max: 255 });
  }
});

test("a rendering has the planned size, or the asked width at the same aspect", {
  timeout: 60_000,
}, async () => {
  const [picture] = PICTURES;
  if (!picture) throw new Error("no pictures");
  const full = await sharp((await renderDemo(picture.id)).bytes).metadata();
  expect([full.width, full.height]).toEqual([picture.widthPx, picture.heightPx]);
  const small = await sharp((await renderDemo(picture.id, { widthPx: 200 })).bytes).metadata();
  expect(small.width).toBe(200);
  expect(small.height).toBe(Math.round((200 * picture.heightPx) / picture.widthPx));
});

test("the content type is that of the bytes", async () => {
  for (const format of ["jpeg", "png"] as const) {
    const picture = PICTURES.find((candidate) => candidate.format === format);
    const { bytes, contentType } = await renderDemo(picture?.id ?? "", { widthPx: 64 });
    expect(contentType).toBe(`image/${format}`);
    expect((await sharp(bytes).metadata()).format).toBe(format);
  }
});

test("two renderings of one picture are the same bytes", { timeout: 60_000 }, async () => {
  for (const { id } of PICTURES.slice(0, 3)) {
    const [one, two] = [
      await renderDemo(id, { widthPx: 300 }),
      await renderDemo(id, { widthPx: 300 }),
    ];
    expect(one.bytes.equals(two.bytes), id).toBe(true);
  }
});

test("an unknown id is refused", async () => {
  await expect(renderDemo("nothing-99")).rejects.toThrow(RangeError);
});

test("any two pictures of a family look different", { timeout: 120_000 }, async () => {
  const families = new Set(PICTURES.map(({ family }) => family));
  const alike: string[] = [];
  for (const family of families) {
    const pictures = PICTURES.filter((picture) => picture.family === family);
    const hashes = await Promise.all(pictures.map(({ id }) => differenceHash(id)));
    for (const [i, a] of hashes.entries()) {
      for (const [j, b] of hashes.entries()) {
        if (j <= i) continue;
        const distance = a.filter((bit, k) => bit !== b[k]).length;
        if (distance < DISTANCE_MIN)
          alike.push(`${pictures[i]?.id} ${pictures[j]?.id}: ${distance}`);
      }
    }
  }
  expect(alike).toEqual([]);
});
