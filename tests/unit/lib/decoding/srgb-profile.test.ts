import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { isSrgbProfile } from "@/lib/decoding/srgb-profile";
import { PHOTOGRAPHS, photographPath } from "@/tests/support/pictures/photographs";

async function profileOf(picture: Sharp | string): Promise<Buffer> {
  const bytes = typeof picture === "string" ? picture : await picture.jpeg().toBuffer();
  const { icc } = await sharp(bytes).metadata();
  if (icc === undefined) throw new Error("a picture without a profile");
  return icc;
}

const grey = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#777" } });

test.each(PHOTOGRAPHS)("the profile of %s, from a common camera, is sRGB", async (name) => {
  expect(isSrgbProfile(await profileOf(photographPath(name)))).toBe(true);
});

test("a profile that states sRGB as a formula is sRGB", async () => {
  expect(isSrgbProfile(await profileOf(grey().withIccProfile("srgb")))).toBe(true);
});

test("a wider profile is not", async () => {
  expect(isSrgbProfile(await profileOf(grey().withIccProfile("p3")))).toBe(false);
});

test("a profile with another curve or other primaries is not, whatever its name", async () => {
  const good = await profileOf(photographPath("acanthus-mollis"));
  for (const tag of ["rXYZ", "gXYZ", "bXYZ", "rTRC"]) {
    const other = Buffer.from(good);
    const entry = good.indexOf(tag, 128, "latin1");
    const at = good.readUInt32BE(entry + 4);
    // Moves a curve's middle, or a primary's first number, by a twentieth.
    const where = tag === "rTRC" ? at + 12 + 1_024 : at + 8;
    other.writeUInt16BE((other.readUInt16BE(where) + 3_277) % 65_536, where);
    if (tag === "rTRC") for (let n = 0; n < 300; n += 1) other.writeUInt16BE(9, where + n * 2);
    expect(isSrgbProfile(other), tag).toBe(false);
  }
});

test("no damaged profile is taken for sRGB or throws an error", async () => {
  const good = await profileOf(photographPath("acanthus-mollis"));
  for (let length = 0; length < good.length; length += 37) {
    expect(isSrgbProfile(good.subarray(0, length))).toBe(false);
  }
});
