import sharp from "sharp";
import { expect, test } from "vitest";
import {
  differenceOfCopies,
  type Fingerprinted,
  fingerprintOf,
} from "@/lib/core/image/fingerprint";
import { smallCopyOf } from "@/lib/decoding/small-copy";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";

const WIDTHS_PX = [24, 48, 90, 160, 300];

async function fingerprinted(image: Buffer) {
  const { width = 0, height = 0 } = await sharp(image).metadata();
  const { text: fingerprint = "", keys = [] } =
    fingerprintOf(await smallCopyOf(sharp(image))) ?? {};
  return { fingerprint, keys, widthPx: width, heightPx: height };
}

const originals = await Promise.all(
  PHOTOGRAPHS.map(async (name) => ({
    name,
    original: await fingerprinted(await sharp(photographPath(name)).autoOrient().toBuffer()),
  })),
);

test.each(originals)(
  "$name in any size and format is a copy, and can be looked up",
  async (each) => {
    for (const [i, width] of WIDTHS_PX.entries()) {
      const format = (["jpeg", "webp", "png", "avif"] as const)[i % 4] ?? "jpeg";
      const image = sharp(photographPath(each.name)).autoOrient().resize({ width });
      const copy = await fingerprinted(await image.toFormat(format, { quality: 70 }).toBuffer());
      expect(differenceOfCopies(each.original, copy), `${width}`).not.toBeNull();
      expect(copy.keys, `${width}`).toContain(each.original.keys[0]);
    }
  },
);

test("different photographs are no copies", () => {
  for (const one of originals) {
    for (const other of originals) {
      const difference = differenceOfCopies(one.original, other.original);
      expect(difference === null, `${one.name} and ${other.name}`).toBe(one !== other);
    }
  }
});

const NAME = PHOTOGRAPHS[0];
const one = originals[0]?.original as Fingerprinted;

test("a photograph of the same size that differs a little is another of a series", async () => {
  const image = sharp(photographPath(NAME)).autoOrient();
  const { width = 0 } = await image.metadata();
  const next = await image.linear(1, 3).toBuffer();
  expect(differenceOfCopies(one, await fingerprinted(next))).toBeNull();
  const smaller = await sharp(next)
    .resize({ width: Math.round(width / 2) })
    .toBuffer();
  expect(differenceOfCopies(one, await fingerprinted(smaller))).not.toBeNull();
});

test("a crop is no copy", async () => {
  const image = sharp(photographPath(NAME)).autoOrient();
  const { width = 0, height = 0 } = await image.metadata();
  const area = { left: 0, top: 0, width: Math.round(width * 0.8), height };
  const crop = await fingerprinted(await image.extract(area).toBuffer());
  expect(differenceOfCopies(one, crop)).toBeNull();
});

test.each(["#ff0000", "#0000ff", "#ff00ff", "#ffff00"])(
  "a flag with %s has a fingerprint",
  async (colour) => {
    const input = { create: { width: 60, height: 90, channels: 3, background: colour } } as const;
    const flag = await sharp({
      create: { width: 180, height: 90, channels: 3, background: "white" },
    })
      .composite([{ input: await sharp(input).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    expect(fingerprintOf(await smallCopyOf(sharp(flag)))?.text).toHaveLength(128);
  },
);

test("a picture of almost no contrast has no fingerprint", async () => {
  const blank = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#eee" } })
    .png()
    .toBuffer();
  expect(fingerprintOf(await smallCopyOf(sharp(blank)))).toBeNull();
});

test("a fingerprint of a file is compared with nothing else", () => {
  const size = { widthPx: 300, heightPx: 200 };
  const file = { fingerprint: "sha256-abc", ...size };
  expect(differenceOfCopies(file, { ...file, widthPx: 600 })).toBe(0);
  expect(differenceOfCopies(file, { ...file, fingerprint: "sha256-abd" })).toBeNull();
  expect(differenceOfCopies(file, one)).toBeNull();
});
