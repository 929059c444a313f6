import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { ThumbnailJob } from "@/lib/decoding/decoder-protocol";

const red = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
let thumbnailSize: typeof import("@/lib/decoding/make-thumbnail").thumbnailSize;
let makeThumbnail: typeof import("@/lib/decoding/make-thumbnail").makeThumbnail;
const made: Record<string, Buffer> = {
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
};

beforeAll(async () => {
  // Made before the loaders are blocked, to prove that sharp could read these files.
  for (const format of ["tiff", "jpeg", "png", "gif", "webp", "avif"] as const) {
    made[format] = await red().toFormat(format).toBuffer();
  }
  for (const bytes of Object.values(made)) await sharp(bytes).raw().toBuffer();
  ({ makeThumbnail, thumbnailSize } = await import("@/lib/decoding/make-thumbnail"));
});

const job = (isForeign: boolean): ThumbnailJob => ({
  widthPx: 160,
  format: "webp",
  effort: "quick",
  pixelsMax: 1_000_000,
  isForeign,
});

test.each(["svg", "tiff"])("in a decoder sharp can't read %s at all", async (format) => {
  await expect(sharp(made[format]).raw().toBuffer()).rejects.toThrow(/unsupported|blocked/i);
});

test.each(["jpeg", "png", "gif", "webp", "avif"])("in a decoder sharp reads %s", async (format) => {
  expect((await sharp(made[format]).metadata()).width).toBe(8);
});

test("in a decoder sharp reads no file by its name", async () => {
  await expect(sharp("/etc/passwd").metadata()).rejects.toThrow();
});

test.each(["tiff", "svg"])(
  "%s is decoded for the library only, and stays blocked for everything else",
  async (format) => {
    const bytes = made[format] ?? Buffer.alloc(0);
    expect((await makeThumbnail(job(true), bytes)).answer.status).toBe("not-a-picture");
    expect((await makeThumbnail(job(false), bytes)).answer.status).toBe("made");
    await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow(/unsupported|blocked/i);
    expect((await makeThumbnail(job(true), bytes)).answer.status).toBe("not-a-picture");
    const damaged = bytes.subarray(0, 40);
    expect((await makeThumbnail(job(false), damaged)).answer.status).toBe("not-a-picture");
    await expect(sharp(bytes).raw().toBuffer()).rejects.toThrow(/unsupported|blocked/i);
  },
);

test("a drawing is as large as its thumbnail", async () => {
  const { answer } = await makeThumbnail(job(false), made.svg ?? Buffer.alloc(0));
  expect(answer).toMatchObject({ status: "made", widthPx: 160, heightPx: 160 });
  const tall = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="16"/>');
  expect((await makeThumbnail(job(false), tall)).answer).toMatchObject({ widthPx: 160 });
});

test.each([
  ["a photograph", 4000, 3000, 960, [960, 720]],
  ["a high picture", 1000, 3000, 960, [960, 2880]],
  ["a small picture", 100, 50, 960, [100, 50]],
  ["a line", 5, 4000, 240, [5, 4000]],
  ["a comic", 800, 20_000, 960, [333, 8314]],
  ["a comic in the lightbox", 800, 20_000, 2400, [655, 16_383]],
  ["a panorama", 30_000, 200, 960, [16_383, 109]],
  ["a panorama in a tile", 30_000, 200, 240, [12_000, 80]],
  ["a comic in a tile", 800, 20_000, 160, [160, 4000]],
  ["a wide picture", 6000, 1500, 960, [1280, 320]],
  ["one pixel", 1, 1, 160, [2, 1]],
])(
  "the thumbnail of %s, %d x %d, for %d pixels is %j",
  (_what, widthPx, heightPx, wanted, size) => {
    const { width, height } = thumbnailSize({ widthPx, heightPx }, wanted);
    expect([width, height]).toEqual(size);
    expect(width * height).toBeLessThanOrEqual(Math.max(3 * wanted ** 2, 2_000_000) * 1.01);
  },
);

test("a strip is made in the size that it can have", async () => {
  const strip = sharp({ create: { width: 5, height: 4000, channels: 3, background: "red" } });
  const { answer, body } = await makeThumbnail(
    { ...job(true), widthPx: 240 },
    await strip.png().toBuffer(),
  );
  expect(answer).toMatchObject({ status: "made", widthPx: 5, heightPx: 4000 });
  expect(await sharp(body).metadata()).toMatchObject({ width: 5, height: 4000 });
});
