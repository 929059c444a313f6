import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { ThumbnailJob } from "@/lib/decoding/decoder-protocol";

const red = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
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
  ({ makeThumbnail } = await import("@/lib/decoding/make-thumbnail"));
});

const job = (isStrict: boolean): ThumbnailJob => ({
  widthPx: 160,
  format: "webp",
  effort: "quick",
  pixelsMax: 1_000_000,
  isStrict,
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
