import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readManifest } from "@/lib/service/library/manifest";

const { pictures } = await readManifest(join("demo", "manifest.json"));
const pathOf = (file: string) => join("demo", file);
const TOTAL_BYTES_MAX = 25_000_000;
const HASH_SIDE = 16;
const DISTANCE_MIN = 40;

describe("the pictures", () => {
  test("are the files in demo/pictures, at least 150, at most 25 MB together", () => {
    const files = readdirSync(join("demo", "pictures")).map((name) => `pictures/${name}`);
    expect(pictures.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(files.length).toBeGreaterThanOrEqual(150);
    const totalBytes = files.reduce((sum, file) => sum + statSync(pathOf(file)).size, 0);
    expect(totalBytes).toBeLessThanOrEqual(TOTAL_BYTES_MAX);
  });

  test("are WebP files of the declared size, 1600 px on the long side", async () => {
    for (const { file, width, height, transparent } of pictures) {
      const found = await sharp(pathOf(file)).metadata();
      expect(found, file).toMatchObject({ format: "webp", width, height, hasAlpha: transparent });
      expect(Math.max(found.width, found.height), file).toBe(1600);
    }
  });

  test("that are transparent have clear pixels and solid ones; there are at least 8", async () => {
    const cutOuts = pictures.filter(({ transparent }) => transparent);
    expect(cutOuts.length).toBeGreaterThanOrEqual(8);
    for (const { file } of cutOuts) {
      const alpha = await sharp(pathOf(file)).extractChannel("alpha").raw().toBuffer();
      expect([alpha.includes(0), alpha.includes(255)], file).toEqual([true, true]);
    }
  });

  test("of one family look different", { timeout: 120_000 }, async () => {
    const familyOf = (file: string) => file.replace(/-\d+\.webp$/, "");
    const alike: string[] = [];
    for (const name of new Set(pictures.map(({ file }) => familyOf(file)))) {
      const family = pictures.filter(({ file }) => familyOf(file) === name);
      const hashes = await Promise.all(family.map(({ file }) => differenceHash(file)));
      for (const [i, a] of hashes.entries()) {
        for (const [j, b] of hashes.entries()) {
          const distance = a.filter((bit, k) => bit !== b[k]).length;
          if (j > i && distance < DISTANCE_MIN) {
            alike.push(`${family[i]?.file} ${family[j]?.file}: ${distance}`);
          }
        }
      }
    }
    expect(alike).toEqual([]);
  });
});

describe("the manifest", () => {
  test("declares everything that would otherwise be decoded", () => {
    const measured = pictures.filter(({ width, height, accentColor, transparent }) =>
      [width, height, accentColor, transparent].includes(undefined),
    );
    expect(measured).toEqual([]);
  });

  test("has between 8 and 20 moderate pictures", () => {
    const moderate = pictures.filter(({ rating }) => rating === "moderate");
    expect(moderate.length).toBeGreaterThanOrEqual(8);
    expect(moderate.length).toBeLessThanOrEqual(20);
  });

  test("gives every picture a name of its own", () => {
    const names = pictures.map(({ name }) => name?.toLowerCase());
    expect(new Set(names).size).toBe(pictures.length);
  });

  test("names in sentence case without a full stop; 25 to 70 characters, or fewer for a cut-out", () => {
    const wrong = pictures.filter(
      ({ name = "", transparent }) =>
        name.length > 70 ||
        name.length < (transparent ? 4 : 25) ||
        !/^[A-Z]/.test(name) ||
        /\.$|\s\s|undefined|\bA [aeiou]/.test(name),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("gives every picture lower-case keywords, each once", () => {
    const wrong = pictures.filter(
      ({ keywords = [] }) =>
        keywords.length < 3 ||
        new Set(keywords).size !== keywords.length ||
        keywords.some((word) => word !== word.toLowerCase()),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  test("credits invented hosts under .localhost alone", () => {
    const wrong = pictures.filter(
      ({ host = "", hostUrl }) => !/^[a-z]+\.localhost$/.test(host) || hostUrl !== undefined,
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    "sea",
    "mountain",
    "night",
    "forest",
    "flowers",
    "city",
    "blue",
    "red",
    "winter",
    "moon",
    "window",
    "cat",
    "boat",
    "snow",
  ])("has at least two pictures of %s", (word) => {
    const found = pictures.filter(
      ({ name = "", keywords = [] }) =>
        keywords.includes(word) || name.toLowerCase().split(/\W+/).includes(word),
    );
    expect(found.length).toBeGreaterThanOrEqual(2);
  });
});

test("the licence of the pictures is stated", () => {
  expect(readFileSync(join("demo", "LICENSE"), "utf8")).toContain("CC0 1.0 Universal");
});

/** 256 bits: is each point of a 16 x 16 grey thumbnail lighter than its neighbour to the right? */
async function differenceHash(file: string): Promise<boolean[]> {
  const grey = await sharp(pathOf(file))
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
