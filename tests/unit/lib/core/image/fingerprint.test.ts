import sharp from "sharp";
import { expect, test } from "vitest";
import {
  differenceOfCopies,
  type Fingerprinted,
  fingerprintOf,
} from "@/lib/core/image/fingerprint";
import { smallCopyOf } from "@/lib/decoding/small-copy";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";
import { seededRandom } from "@/tests/support/seeded-random";

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
    expect(fingerprintOf(await smallCopyOf(sharp(flag)))?.text).toHaveLength(812);
  },
);

const WORDS =
  "the barn of a boat and its bridge in snow over harbour lights behind every old canyon wall".split(
    " ",
  );

/** A picture of texts in black on white: [text, x, y, size]. */
function drawing(
  [width, height]: readonly [number, number],
  texts: readonly (readonly [string, number, number, number])[],
): Promise<Buffer> {
  const lines = texts.map(
    ([text, x, y, size]) => `<text x="${x}" y="${y}" font-size="${size}">${text}</text>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="serif">
        <rect width="100%" height="100%" fill="white"/>${lines.join("")}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

/** A page of text, with other words for each number. */
function page(number: number): Promise<Buffer> {
  const random = seededRandom(number);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? "";
  const lines = Array.from({ length: 50 }, (_, i) => {
    let text = word();
    while (text.length < 72) text += ` ${word()}`;
    return [text, 120, 150 + 28 * i, 24] as const;
  });
  return drawing([1240, 1754], lines);
}

const GROUPS: Record<string, () => Promise<Buffer[]>> = {
  "pages of text": () => Promise.all(Array.from({ length: 12 }, (_, i) => page(i + 1))),
  posters: () =>
    Promise.all(
      [10, 20, 30, 70].map((n) => drawing([1200, 800], [[`SALE ${n} %`, 120, 460, 200]])),
    ),
};

test.each(Object.keys(GROUPS))(
  "different %s are no copies, in other sizes either",
  async (kind) => {
    const originals = (await GROUPS[kind]?.()) ?? [];
    const looks = await Promise.all(
      originals.map(async (image) => {
        const { width = 0 } = await sharp(image).metadata();
        const scaled = [0.995, 0.5].map((scale) =>
          sharp(image)
            .resize({ width: Math.round(width * scale) })
            .jpeg({ quality: 80 })
            .toBuffer(),
        );
        return Promise.all([image, ...(await Promise.all(scaled))].map(fingerprinted));
      }),
    );
    for (const [i, [original]] of looks.entries()) {
      for (const [j, sizes] of looks.entries()) {
        for (const size of sizes.slice(1)) {
          const difference = original ? differenceOfCopies(original, size) : null;
          // Half of the size blurs a page beyond recognition, if the letters are small.
          if (i === j && size.widthPx < 700) continue;
          expect(difference === null, `${i} and ${j}, ${size.widthPx}`).toBe(i !== j);
        }
      }
    }
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
