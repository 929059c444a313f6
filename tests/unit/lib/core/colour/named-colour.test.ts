import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  COLOUR_NAMES,
  colourDistance,
  hueOrder,
  nameOfColour,
  swatchOf,
} from "@/lib/core/colour/named-colour";

test("each colour's swatch has its name", () => {
  expect(COLOUR_NAMES.map((name) => nameOfColour(swatchOf(name)))).toEqual(COLOUR_NAMES);
});

test.each([
  ["pure red", "#ff0000", "red"],
  ["pure green", "#00ff00", "green"],
  ["pure blue", "#0000ff", "blue"],
  ["cyan", "#00ffff", "teal"],
  ["magenta", "#ff00ff", "pink"],
  ["navy", "#001f4e", "blue"],
  ["a dark blue whale", "#123a63", "blue"],
  ["pale sky", "#cfe6f5", "blue"],
  ["maroon", "#650021", "red"],
  ["chocolate", "#3d1c02", "brown"],
  ["tan", "#d1b26f", "brown"],
  ["terracotta", "#ca6641", "orange"],
  ["a pale pink wall", "#e8c4ae", "pink"],
  ["dusty rose", "#c0737a", "pink"],
  ["lavender", "#b79fd8", "purple"],
  ["olive", "#6e750e", "green"],
  ["mustard", "#ceb301", "yellow"],
  ["cream paper", "#f3eee3", "white"],
  ["charcoal", "#343837", "grey"],
  ["almost black", "#070d0d", "black"],
  ["slate", "#808890", "grey"],
] as const)("%s is called what people call it", (_, hex, name) => {
  expect(nameOfColour(hex)).toBe(name);
});

describe("a grey becomes a colour at a chroma of about 0.04, or less if it is light", () => {
  test.each([
    ["#7d8287", "grey"],
    ["#688399", "blue"],
    ["#c3cbd2", "grey"],
    ["#b4cae0", "blue"],
    ["#0d1015", "black"],
    ["#0a1530", "blue"],
  ] as const)("%s is %s", (hex, name) => {
    expect(nameOfColour(hex)).toBe(name);
  });
});

test("at least 96 of 100 plain colours have the name of two surveys and a standard", () => {
  const [, ...lines] = readFileSync("tests/support/pictures/solid-colours.csv", "utf8")
    .trim()
    .split("\n");
  const wrong = lines.filter((line) => {
    const [, , hex = "", accepted = ""] = line.split(",");
    return !accepted.split(" ").includes(nameOfColour(hex));
  });
  expect(wrong.length / lines.length).toBeLessThanOrEqual(0.04);
});

test("the spectrum begins with red and ends with pink; greys follow, light ones first", () => {
  const spectrum = ["#e02020", "#f08019", "#f5d90a", "#2f9e44", "#1f6fd6", "#7b3fc4", "#e64b9c"];
  const greys = ["#ffffff", "#808080", "#000000"];
  const ordered = [...spectrum, ...greys];
  expect(ordered.toReversed().sort((one, other) => hueOrder(one) - hueOrder(other))).toEqual(
    ordered,
  );
});

test("the distance of two colours is 0 to themselves and 1 from black to white", () => {
  expect(colourDistance("#1f6fd6", "#1f6fd6")).toBe(0);
  expect(colourDistance("#000000", "#ffffff")).toBeCloseTo(1, 3);
});
