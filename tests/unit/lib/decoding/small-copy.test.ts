import sharp from "sharp";
import { expect, test } from "vitest";
import { accentOfPixels } from "@/lib/core/colour/accent-of-pixels";
import { smallCopyOf } from "@/lib/decoding/small-copy";

const accentColourOf = async (image: Buffer) => accentOfPixels(await smallCopyOf(sharp(image)));

const canvas = (background: string | { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 120, height: 80, channels: 4, background } }).png();

const patch = (colour: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: colour } })
    .png()
    .toBuffer();

test.each(["#c3382b", "#4c79a0", "#808080", "#ffffff", "#000000"])(
  "a picture of only %s has that colour",
  async (colour) => {
    expect(await accentColourOf(await canvas(colour).toBuffer())).toBe(colour);
  },
);

test("a colour wins over more grey", async () => {
  const input = await patch("#d02020", 40, 40);
  const image = await canvas("#303030")
    .composite([{ input, left: 40, top: 20 }])
    .toBuffer();
  const [red, green, blue] = channels(await accentColourOf(image));
  expect(red).toBeGreaterThan(180);
  expect(Math.max(green, blue)).toBeLessThan(80);
});

test("transparent pixels don't count, whatever colour they hide", async () => {
  const input = await patch("#2040c0", 30, 30);
  const image = await canvas({ r: 255, g: 0, b: 0, alpha: 0 })
    .composite([{ input, left: 10, top: 10 }])
    .toBuffer();
  const [red, , blue] = channels(await accentColourOf(image));
  expect(blue).toBeGreaterThan(150);
  expect(red).toBeLessThan(80);
});

test("a picture without visible pixels is white", async () => {
  const image = canvas({ r: 10, g: 20, b: 30, alpha: 0 });
  expect(await accentColourOf(await image.toBuffer())).toBe("#ffffff");
});

test("a grey picture with one channel is read", async () => {
  const image = await sharp(await canvas("#777777").toBuffer())
    .removeAlpha()
    .toColourspace("b-w")
    .jpeg()
    .toBuffer();
  expect(await accentColourOf(image)).toBe("#777777");
});

function channels(colour: string): [number, number, number] {
  return [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)) as [
    number,
    number,
    number,
  ];
}
