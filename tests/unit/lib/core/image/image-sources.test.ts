import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageSources } from "@/lib/core/image/image-sources";
import { THUMBNAIL_WIDTHS_PX } from "@/lib/core/image/thumbnail-width";
import { DENSITIES, DENSITY_FACTOR, type Density } from "@/lib/core/settings/density";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";
import { anImage } from "@/tests/support/pictures/an-image";

const IMAGE = anImage({
  width: 1_200,
  height: 1_200,
  thumbnails: { path: "/thumb/", widthsPx: [...THUMBNAIL_WIDTHS_PX] },
});

function sourcesOf(density: Density, { isLazy = false, isFew = false } = {}) {
  const sources = imageSources(IMAGE, { isFallback: false, isLazy, density, isFew });
  const [widest] = sources?.srcSet?.match(/\d+(?=w$)/) ?? [];
  return { sizes: sources?.sizes, widestPx: Number(widest) };
}

test("the style sheet multiplies rows by the same factors", () => {
  const css = readFileSync(join(PROJECT_ROOT, "app/styles/tokens.css"), "utf8");
  const inStyle = DENSITIES.map((density) => {
    const [, factor] = css.match(`data-density="${density}"\\] {\\s*--density: ([\\d.]+);`) ?? [];
    return [density, Number(factor ?? 1)];
  });
  expect(Object.fromEntries(inStyle)).toEqual(DENSITY_FACTOR);
});

test("the browser learns the width of the tile at the visitor's density", () => {
  const widest = (density: Density) => sourcesOf(density).sizes?.split(", ")[0];
  expect(DENSITIES.map(widest)).toEqual([
    "(min-width: 96rem) 187px",
    "(min-width: 96rem) 259px",
    "(min-width: 96rem) 456px",
  ]);
  expect(sourcesOf("large", { isLazy: true }).sizes).toBe(`auto, ${sourcesOf("large").sizes}`);
});

test("rows of few images are twice as high at every density", () => {
  const sizes = DENSITIES.map((density) => sourcesOf(density, { isFew: true }).sizes);
  expect(new Set(sizes).size).toBe(1);
  expect(sizes[0]).toMatch(/^\(min-width: 96rem\) 518px, .*, 239px$/);
});

test("large images may be as wide as a screen of double density needs", () => {
  expect(DENSITIES.map((density) => sourcesOf(density).widestPx)).toEqual([640, 640, 960]);
});
