import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { duplicateGroups, withoutDuplicates } from "@/components/search/results/find-duplicates";
import { hashDistance, perceptualHash, SAME_BITS_MAX } from "@/lib/core/image/perceptual-hash";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";
import { anImage } from "@/tests/support/pictures/an-image";

const SIDE_PX = 72;
const folder = join(PROJECT_ROOT, "demo/pictures");

async function hashOf(picture: Sharp): Promise<string> {
  const bytes = await picture
    .resize(SIDE_PX, SIDE_PX, { fit: "fill" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return perceptualHash({ bytes, widthPx: SIDE_PX, heightPx: SIDE_PX });
}

test("sizes and encodings of one picture are alike; other pictures are not", async () => {
  const names = readdirSync(folder).filter((_, i) => i % 4 === 0);
  expect(names.length).toBeGreaterThan(30);
  const hashes: string[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const hash = await hashOf(sharp(file));
    const small = await sharp(file)
      .resize(240)
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 55 })
      .toBuffer();
    expect(hashDistance(hash, await hashOf(sharp(small))), name).toBeLessThanOrEqual(SAME_BITS_MAX);
    hashes.push(hash);
  }
  const distances = hashes.flatMap((one, i) =>
    hashes.slice(i + 1).map((other) => hashDistance(one, other)),
  );
  expect(Math.min(...distances)).toBeGreaterThan(SAME_BITS_MAX);
});

const one = "01".repeat(72);
/** Returns `one` with some bits flipped. */
const near = (bits: number) => "10".repeat(bits / 2) + one.slice(bits);
const image = (id: string, width: number, height = width) => anImage({ id, width, height });

test("the largest image represents its group, at the group's place", () => {
  const images = [image("a", 800), image("b", 400), image("c", 1600), image("d", 900)];
  const hashes = new Map([
    ["a", one],
    ["c", near(4)],
    ["d", near(2)],
  ]);
  const groups = duplicateGroups(images, hashes);
  expect(groups).toEqual([{ best: "c", ids: ["a", "c", "d"] }]);
  expect(withoutDuplicates(images, groups).map(({ id }) => id)).toEqual(["b", "c"]);
});

test("a crop to another ratio is another picture; an unknown size may be the same", () => {
  const hashes = new Map(["a", "b", "c"].map((id) => [id, one]));
  const images = [image("a", 800, 600), image("b", 800, 800), { ...image("c", 1), width: null }];
  expect(duplicateGroups(images, hashes)).toEqual([{ best: "a", ids: ["a", "c"] }]);
});

test("no image is lost: either it or the best image of its group is shown", () => {
  const hash = fc.constantFrom(one, near(2), near(60), "0".repeat(144));
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, fc.integer({ min: 1, max: 9 }))), (list) => {
      const images = list.map(([, size], i) => image(String(i), size));
      const hashes = new Map(list.map(([each], i) => [String(i), each]));
      const groups = duplicateGroups(images, hashes);
      const shown = new Set(withoutDuplicates(images, groups).map(({ id }) => id));
      for (const { id } of images) {
        const group = groups.filter(({ ids }) => ids.includes(id));
        expect(group.length).toBeLessThanOrEqual(1);
        expect(shown.has(group[0]?.best ?? id)).toBe(true);
      }
    }),
  );
});
