import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Crop } from "@/lib/contract/picker";
import type { CropJob } from "@/lib/decoding/decoder-protocol";
import type { Made } from "@/lib/decoding/open-picture";
import { getImageTools } from "@/lib/programs/image-tools.mjs";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { photographPath } from "@/tests/support/pictures/photographs";
import { seededRandom } from "@/tests/support/seeded-random";

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];
const CROPS_PER_PICTURE = 5;
const folder = temporaryFolder();
const random = seededRandom(68);
const below = (end: number) => Math.floor(random() * end);

type Picture = { name: string; bytes: Buffer; size: { width: number; height: number } };

/** Twenty pictures, in every orientation that EXIF has, opaque and transparent. */
const pictures: Picture[] = [];
let magick = "";
let makeCrop: typeof import("@/lib/decoding/make-crop").makeCrop;
let croppedPixels: typeof import("@/lib/decoding/make-crop").croppedPixels;
let withPicture: typeof import("@/lib/decoding/open-picture").withPicture;

/** Random pixels, so that each crop differs from all others. */
function noise(channels: 3 | 4): Sharp {
  const size = { width: 211, height: 149, channels };
  const length = size.width * size.height * channels;
  const pixels = Uint8Array.from({ length }, () => below(256));
  return sharp(pixels, { raw: size });
}

beforeAll(async () => {
  ({ magick } = await getImageTools());
  const photograph = readFileSync(photographPath("black-canyon"));
  const add = async (name: string, picture: Sharp) => {
    const bytes = await picture.toBuffer();
    const { width, height } = (await sharp(bytes).metadata()).autoOrient;
    pictures.push({ name, bytes, size: { width, height } });
  };
  for (const orientation of ORIENTATIONS) {
    const upright = sharp(photograph).resize(301).withMetadata({ orientation });
    await add(`photograph-${orientation}.jpg`, upright.jpeg());
    const transparent = noise(4).withMetadata({ orientation });
    await add(`transparent-${orientation}.tiff`, transparent.tiff({ compression: "none" }));
  }
  await add("grey.png", noise(3).greyscale().png());
  await add("transparent.png", noise(4).png());
  await add("transparent.gif", noise(4).gif());
  await add("transparent.webp", noise(4).webp({ lossless: true }));
  // Blocks loaders that the lines above need.
  ({ makeCrop, croppedPixels } = await import("@/lib/decoding/make-crop"));
  ({ withPicture } = await import("@/lib/decoding/open-picture"));
});

function jobOf(crop: Crop, size: CropJob["size"] = null): CropJob {
  return { crop, of: null, size, xmp: "<x:xmpmeta/>", pixelsMax: 40e6, isForeign: false };
}

function randomCrop({ width, height }: Picture["size"]): Crop {
  const [x, y] = [below(width), below(height)];
  return { x, y, width: 1 + below(width - x), height: 1 + below(height - y) };
}

/** Returns the pixels of crops as ImageMagick cuts them, as RGBA. */
function magickCrops({ name, bytes }: Picture, crops: readonly Crop[]): Buffer[] {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const out = (index: number) => `${path}.${index}.rgba`;
  const cut = ({ x, y, width, height }: Crop, index: number) =>
    `( +clone -crop ${width}x${height}+${x}+${y} +repage -depth 8 -write RGBA:${out(index)} +delete )`;
  const steps = crops.flatMap((crop, index) => cut(crop, index).split(" "));
  execFileSync(magick, [path, "-auto-orient", "+repage", ...steps, "null:"]);
  return crops.map((_, index) => readFileSync(out(index)));
}

/** Returns pixels as RGBA; the colour of a wholly transparent one means nothing. */
function comparable(pixels: Buffer, channels = 4): Buffer {
  const rgba = Buffer.alloc((pixels.length / channels) * 4, 255);
  for (let at = 0; at < rgba.length; at += 4) {
    const from = (at / 4) * channels;
    if (channels === 4 && pixels[from + 3] === 0) rgba.fill(0, at, at + 4);
    else pixels.copy(rgba, at, from, from + channels);
  }
  return rgba;
}

/** Returns the pixels of a file; of a JPEG, those before it was compressed. */
async function pixelsOf({ answer, body }: Made, { bytes }: Picture, job: CropJob) {
  expect(answer.status).toBe("made");
  if ("format" in answer && answer.format === "png") {
    const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
    return comparable(data, info.channels);
  }
  let pixels = Buffer.alloc(0);
  await withPicture(bytes, job, { sidePx: 1 }, async (picture) => {
    const { data, info } = await croppedPixels(picture, job);
    pixels = Buffer.from(comparable(data, info.channels));
    return { answer, body };
  });
  return pixels;
}

test("a hundred random crops have the pixels that ImageMagick cuts", async () => {
  const wrong: unknown[] = [];
  const formats: Record<string, number> = {};
  for (const picture of pictures) {
    const crops = Array.from({ length: CROPS_PER_PICTURE }, () => randomCrop(picture.size));
    const expected = magickCrops(picture, crops);
    for (const [index, crop] of crops.entries()) {
      const made = await makeCrop(jobOf(crop), picture.bytes);
      const { format, widthPx, heightPx } = { format: "", widthPx: 0, heightPx: 0, ...made.answer };
      formats[format] = (formats[format] ?? 0) + 1;
      const pixels = await pixelsOf(made, picture, jobOf(crop));
      const isExact = pixels.equals(comparable(expected[index] ?? Buffer.alloc(0)));
      if (!isExact || widthPx !== crop.width || heightPx !== crop.height) {
        wrong.push({ name: picture.name, crop, made: made.answer });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect((formats.jpeg ?? 0) + (formats.png ?? 0)).toBe(100);
  expect(formats.png).toBeGreaterThan(50);
  expect(formats.jpeg).toBeGreaterThanOrEqual(45);
});

test("a crop is scaled down to the slot, and its file is small", async () => {
  const picture = pictures[0] as Picture;
  const crop = { x: 10, y: 20, width: 160, height: 90 };
  const { answer, body } = await makeCrop(jobOf(crop, { width: 80, height: 45 }), picture.bytes);
  expect(answer).toMatchObject({ status: "made", format: "jpeg", widthPx: 80, heightPx: 45 });
  expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 80, height: 45 });
});

test("a crop outside the upright picture is refused", async () => {
  const { bytes, size } = pictures.find(({ name }) => name.includes("-6.jpg")) as Picture;
  const whole = { x: 0, y: 0, ...size };
  expect((await makeCrop(jobOf(whole), bytes)).answer.status).toBe("made");
  for (const outside of [
    { ...whole, x: 1 },
    { ...whole, height: size.height + 1 },
  ]) {
    expect((await makeCrop(jobOf(outside), bytes)).answer.status).toBe("another-shape");
  }
});

test("a crop of a size that a service said wrongly shows the same part", async () => {
  const { bytes } = pictures.find(({ name }) => name === "transparent.png") as Picture;
  const crop = { x: 20, y: 40, width: 60, height: 50 };
  const exact = await makeCrop(jobOf(crop), bytes);
  const tenfold = { x: 200, y: 400, width: 600, height: 500 };
  const said = {
    ...jobOf(tenfold, { width: 600, height: 500 }),
    of: { width: 2110, height: 1490 },
  };
  const scaled = await makeCrop(said, bytes);
  expect(scaled.answer).toMatchObject({ status: "made", widthPx: 60, heightPx: 50 });
  expect(scaled.body.equals(exact.body)).toBe(true);
  const turned = await makeCrop({ ...said, of: { width: 1490, height: 2110 } }, bytes);
  expect(turned.answer.status).toBe("another-shape");
});
