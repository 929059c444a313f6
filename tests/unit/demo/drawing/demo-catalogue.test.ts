import { expect, test } from "vitest";
import { DEMO_CATALOGUE, demoRecord } from "@/lib/service/demo/catalogue";
import { FAMILIES } from "@/lib/service/demo/families";
import { demoPictures, drawDemo } from "@/lib/service/demo/plan";

test("the catalogue holds every planned picture with the name, words and size it is drawn with", {
  timeout: 60_000,
}, () => {
  const drawn = demoPictures().map(({ id, widthPx, heightPx, rating, host, format }) => {
    const { name, keywords } = drawDemo(id).drawing;
    return { id, name, keywords, width: widthPx, height: heightPx, rating, host, format };
  });
  const known = DEMO_CATALOGUE.map(({ accentColor: _, isTransparent: __, ...rest }) => rest);
  expect(known).toEqual(drawn);
});

test("the collection has at least 150 pictures", () => {
  expect(DEMO_CATALOGUE.length).toBeGreaterThanOrEqual(150);
});

test("between 8 and 20 pictures are moderate, all others strict", () => {
  const moderate = DEMO_CATALOGUE.filter(({ rating }) => rating === "moderate");
  const strict = DEMO_CATALOGUE.filter(({ rating }) => rating === "strict");
  expect(moderate.length).toBeGreaterThanOrEqual(8);
  expect(moderate.length).toBeLessThanOrEqual(20);
  expect(moderate.length + strict.length).toBe(DEMO_CATALOGUE.length);
});

test("at least 8 pictures are transparent, and those are the PNG files", () => {
  const transparent = DEMO_CATALOGUE.filter(({ isTransparent }) => isTransparent);
  expect(transparent.length).toBeGreaterThanOrEqual(8);
  expect(DEMO_CATALOGUE.filter(({ format }) => format === "png")).toEqual(transparent);
});

test("no two pictures share a name", () => {
  const names = DEMO_CATALOGUE.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test("a name is sentence case without a full stop; 25 to 70 characters, or fewer for a cut-out", () => {
  const wrong = DEMO_CATALOGUE.filter(
    ({ name, isTransparent }) =>
      name.length > 70 ||
      name.length < (isTransparent ? 4 : 25) ||
      !/^[A-Z]/.test(name) ||
      /\.$|\s\s|undefined|\bA [aeiou]/.test(name),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("every picture has lower-case keywords, each once", () => {
  const wrong = DEMO_CATALOGUE.filter(
    ({ keywords }) =>
      keywords.length < 3 ||
      new Set(keywords).size !== keywords.length ||
      keywords.some((word) => word.trim() === "" || word !== word.toLowerCase()),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test("an accent colour is six hexadecimal digits", () => {
  const wrong = DEMO_CATALOGUE.filter(({ accentColor }) => !/^#[0-9a-f]{6}$/.test(accentColor));
  expect(wrong).toEqual([]);
});

test("every host is an invented one under .localhost", () => {
  const wrong = DEMO_CATALOGUE.filter(({ host }) => !/^[a-z]+\.localhost$/.test(host));
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
])("at least two pictures answer to %s", (word) => {
  const found = DEMO_CATALOGUE.filter(
    ({ name, keywords }) =>
      keywords.includes(word) || name.toLowerCase().split(/\W+/).includes(word),
  );
  expect(found.length).toBeGreaterThanOrEqual(2);
});

test("a record is found by its id, and no record by another", () => {
  const [first] = DEMO_CATALOGUE;
  expect(demoRecord(first?.id ?? "")).toBe(first);
  expect(demoRecord("nothing-99")).toBeUndefined();
});

test("no two neighbours of a family share palette and aspect", () => {
  const clashes = FAMILIES.flatMap(({ slug, variants }) =>
    variants.flatMap((variant, i) => {
      const next = variants[i + 1];
      return next && next.palette === variant.palette && next.aspect === variant.aspect
        ? [`${slug} ${i + 1}`]
        : [];
    }),
  );
  expect(clashes).toEqual([]);
});
