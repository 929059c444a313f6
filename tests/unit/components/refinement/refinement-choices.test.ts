import { expect, test } from "vitest";
import { choicesOf, countHidden } from "@/components/refinement/refinement-choices";
import { hasRefinement } from "@/lib/core/refinement/has-refinement";
import { NO_REFINEMENT } from "@/lib/core/refinement/refinement";
import { parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import { anImage } from "@/tests/support/pictures/an-image";

const ALL = [
  anImage({ host: "b.example" }),
  anImage({ width: 600, height: 900, accentColor: "#1f6fd6" }),
  anImage({ width: 4000, height: 4100, accentColor: "#e02020" }),
  anImage({ width: null, height: null, accentColor: null }),
];

test("each choice that occurs in the answer is offered with its count", () => {
  expect(choicesOf(ALL, NO_REFINEMENT)).toEqual({
    orientation: [
      { value: "landscape", count: 1 },
      { value: "portrait", count: 1 },
      { value: "square", count: 1 },
    ],
    sizeMin: [
      { value: "640x360", count: 2 },
      { value: "1280x720", count: 2 },
      { value: "1600x900", count: 2 },
      { value: "1920x1080", count: 1 },
      { value: "2560x1440", count: 1 },
      { value: "3840x2160", count: 1 },
      { value: "1080x1920", count: 1 },
    ],
    colour: [
      { value: "red", count: 1, accents: ["#e02020"] },
      { value: "green", count: 1, accents: ["#2f9e44"] },
      { value: "blue", count: 1, accents: ["#1f6fd6"] },
    ],
    hosts: [
      { host: "a.example", count: 3 },
      { host: "b.example", count: 1 },
    ],
    areFolders: false,
  });
});

test("a menu's counts respect the other menus, and its own selection stays listed", () => {
  const refinement = { ...NO_REFINEMENT, orientation: "portrait", colours: ["red"] } as const;
  const { orientation, colour, sizeMin } = choicesOf(ALL, refinement);
  expect(orientation).toEqual([
    { value: "portrait", count: 0 },
    { value: "square", count: 1 },
  ]);
  expect(colour).toEqual([
    { value: "red", count: 0, accents: [] },
    { value: "blue", count: 1, accents: ["#1f6fd6"] },
  ]);
  expect(sizeMin).toEqual([]);
});

test("the accents of a colour are in the order of the spectrum", () => {
  const blues = ["#23387e", "#7fd0f0", "#2778e0"].map((accentColor) => anImage({ accentColor }));
  expect(choicesOf(blues, NO_REFINEMENT).colour).toEqual([
    { value: "blue", count: 3, accents: ["#7fd0f0", "#2778e0", "#23387e"] },
  ]);
});

test("each hidden image is counted once, and unknown values are counted separately", () => {
  const refinement = { ...NO_REFINEMENT, sizeMin: "1280x720", hosts: ["b.example"] } as const;
  expect(countHidden(ALL, refinement)).toEqual({ sizeMin: 1, unknownSize: 1, hosts: 1 });
  expect(countHidden(ALL, { ...NO_REFINEMENT, colours: ["red"] })).toEqual({
    colours: 2,
    unknownColour: 1,
  });
});

test("several hosts in a URL are sorted and deduplicated", () => {
  const parameters = new URLSearchParams("q=a&host=b.example&host=a.example&host=b.example&host=");
  expect(parseRefinement(parameters).hosts).toEqual(["a.example", "b.example"]);
  expect(hasRefinement(parameters)).toBe(true);
  expect(hasRefinement(new URLSearchParams("q=host&site=a.example"))).toBe(false);
});
