import { expect, test } from "vitest";
import { accentOfPixels } from "@/lib/core/colour/accent-of-pixels";
import { nameOfColour } from "@/lib/core/colour/named-colour";

const SIDE_PX = 20;

type Colour = `#${string}` | "clear";

/**
 * Computes the accent of a square picture; `colourAt` gets the place of each pixel, from 0 to below
 * 1.
 */
function accentOf(colourAt: (x: number, y: number) => Colour): string {
  const bytes = Array.from({ length: SIDE_PX * SIDE_PX }, (_, i) => {
    const colour = colourAt((i % SIDE_PX) / SIDE_PX, Math.floor(i / SIDE_PX) / SIDE_PX);
    if (colour === "clear") return [255, 0, 0, 0];
    return [...Buffer.from(colour.slice(1), "hex"), 255];
  }).flat();
  return accentOfPixels({ bytes, widthPx: SIDE_PX, heightPx: SIDE_PX });
}

const isInMiddle = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.5) < 0.25;

test.each(["#ffffff", "#8a8a8a", "#101114"] as const)("a colour wins over more of %s", (other) => {
  expect(accentOf((x, y) => (isInMiddle(x, y) ? "#c3382b" : other))).toBe("#c3382b");
});

test("the larger of two colours wins, whatever their places", () => {
  expect(accentOf((x) => (x < 0.7 ? "#2778e0" : "#f48425"))).toBe("#2778e0");
  expect(accentOf((_, y) => (y < 0.3 ? "#2778e0" : "#f48425"))).toBe("#f48425");
});

test("among equal areas, the middle one wins", () => {
  const isOuter = (x: number) => x < 0.25 || x >= 0.75;
  expect(accentOf((x) => (isOuter(x) ? "#2778e0" : "#3fae4a"))).toBe("#3fae4a");
});

test("the result is the most frequent shade of the colour, not a mean of all", () => {
  const shades = ["#123a63", "#123a63", "#8fc4ea", "#2778e0", "#123a63"] as const;
  expect(accentOf((x) => shades[Math.floor(x * 5)] ?? "clear")).toBe("#123a63");
});

test("shades of one colour are added up", () => {
  const stripes = ["#a8d0ef", "#2778e0", "#17305c", "#4a8fd9", "#f48425"] as const;
  expect(nameOfColour(accentOf((x) => stripes[Math.floor(x * 5)] ?? "clear"))).toBe("blue");
});

test("transparent pixels do not count; a completely transparent picture is white", () => {
  expect(accentOf((x) => (x < 0.1 ? "#2778e0" : "clear"))).toBe("#2778e0");
  expect(accentOf(() => "clear")).toBe("#ffffff");
});

test("a grey picture is grey", () => {
  expect(accentOf((x) => (x < 0.5 ? "#777777" : "#7c7c7c"))).toMatch(/^#7[7-9a-c]7/);
});
