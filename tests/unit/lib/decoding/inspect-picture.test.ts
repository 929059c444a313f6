import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspectPicture } from "@/lib/decoding/inspect-picture";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

const opaque = () =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: "#a05020" } });

test.each(["jpeg", "png", "gif", "webp", "avif", "tiff"] as const)(
  "%s is accepted and recognised by its bytes",
  async (format) => {
    const inspection = await inspectPicture(await opaque().toFormat(format).toBuffer());
    expect(inspection).toMatchObject({ format, widthPx: 60, heightPx: 30, isTransparent: false });
  },
);

test("the size is that after orientation", async () => {
  const turned = await opaque().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await inspectPicture(turned)).toMatchObject({ widthPx: 30, heightPx: 60 });
});

test("a fully opaque alpha channel is not transparency", async () => {
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

test("real photographs are read without a warning", async () => {
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
  ["an SVG without a size", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /damaged/],
  ["other XML", Buffer.from('<?xml version="1.0"?><rss/>'), /damaged/],
  [
    "an SVG of too many pixels",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'),
    /200 million/,
  ],
  ["a HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), /a HEIC picture/],
  ["a JPEG XL", Buffer.from("\0\0\0\x0cJXL \r\n"), /a JPEG XL picture/],
  ["a BMP", Buffer.from("BM\x46\0\0\0"), /a BMP picture/],
  ["a text", Buffer.from("to be or not"), /not a JPEG/],
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

test("a grey picture's alpha channel is checked too", async () => {
  const pixels = Buffer.alloc(60 * 30 * 2, 255);
  pixels[1] = 0;
  const raw = { width: 60, height: 30, channels: 2 as const };
  const image = await sharp(pixels, { raw }).toColourspace("b-w").png().toBuffer();
  expect((await sharp(image).metadata()).channels).toBe(2);
  expect((await inspectPicture(image)).isTransparent).toBe(true);
});

test("see-through pixels are found in every part of a picture that is read in parts", async () => {
  const [width, height] = [1000, 66_000];
  const alpha = Buffer.alloc(width * height, 255);
  alpha[alpha.length - 1] = 254;
  const image = await sharp({
    create: { width, height, channels: 3, background: "#a05020" },
  })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect((await inspectPicture(image)).isTransparent).toBe(true);
});

test("a small file with very many pixels is never in memory as a whole", async () => {
  const program = await bundleProgram("inspecting-program");
  const file = join(temporaryFolder(), "many.png");
  writeFileSync(file, solidPng(14_000, 14_000, "#a05020", { alpha: 255 }));
  const said = JSON.parse(execFileSync(process.execPath, [program, file], { encoding: "utf8" }));
  expect(said.inspection).toMatchObject({ widthPx: 14_000, isTransparent: false });
  // As RGBA it would take 784 MB.
  expect(said.peakBytes).toBeLessThan(450_000_000);
});

test.each([
  ["of more pixels than anyone's panorama", solidPng(15_000, 15_000, "#a05020"), /200 million/],
  [
    "that can only be decoded as a whole, and is too large for that",
    solidPng(13_000, 13_000, "#a05020", { alpha: 255, isInterlaced: true }),
    /too large for its kind/,
  ],
])("a picture %s is refused before it is decoded", async (_what, bytes, reason) => {
  const before = process.cpuUsage();
  await expect(inspectPicture(bytes)).rejects.toThrow(UnusablePictureError);
  await expect(inspectPicture(bytes)).rejects.toThrow(reason);
  // CPU time, which does not depend on the machine's other work.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1000);
});

test("a picture that takes too long is skipped for that reason", async () => {
  const bytes = solidPng(2000, 2000, "#a05020", { alpha: 255 });
  await expect(inspectPicture(bytes, { cpuSecondsMax: 0 })).rejects.toThrow(/takes more than/);
});

const LEAF =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" width="24" height="12"><path fill="#1f8a3b" d="M2 6c6-8 14-4 20 0c-6 4-14 8-20 0"/></svg>';

test("a drawing counts as a picture of at least 1024 pixels", async () => {
  expect(await inspectPicture(Buffer.from(`<?xml version="1.0"?>\n${LEAF}`))).toMatchObject({
    format: "svg",
    widthPx: 1024,
    heightPx: 512,
    isTransparent: true,
    accentColor: "#1f8a3b",
  });
});

test("a drawing reads no other file", async () => {
  const file = join(temporaryFolder(), "secret.png");
  writeFileSync(file, await opaque().png().toBuffer());
  const image = `<image href="file://${file}" width="24" height="12"/>`;
  const include = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${file}">]>`;
  for (const svg of [LEAF.replace("<path", `${image}<path`), `${include}${LEAF}`]) {
    expect(await inspectPicture(Buffer.from(svg))).toMatchObject({ accentColor: "#1f8a3b" });
  }
});
