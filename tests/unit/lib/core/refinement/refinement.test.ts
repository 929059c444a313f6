import fc from "fast-check";
import { expect, test } from "vitest";
import { COLOUR_NAMES } from "@/lib/core/colour/named-colour";
import {
  type ColourChoice,
  isRefined,
  NO_REFINEMENT,
  ORIENTATIONS,
  type Refinement,
  refine,
  SIZES_MIN,
  SORTS,
  sortColours,
} from "@/lib/core/refinement/refinement";
import { formatRefinement, parseRefinement } from "@/lib/core/refinement/refinement-parameters";
import { anImage } from "@/tests/support/pictures/an-image";

const WIDE = anImage({ id: "wide", host: "b.example" });
const TALL = anImage({ id: "tall", width: 600, height: 900, accentColor: "#1f6fd6" });
const SQUARE = anImage({ id: "square", width: 4000, height: 4100, accentColor: "#e02020" });
const UNKNOWN = anImage({ id: "unknown", width: null, height: null, accentColor: null });
const ALL = [WIDE, TALL, SQUARE, UNKNOWN];

function idsOf(changes: Partial<Refinement>) {
  return refine(ALL, { ...NO_REFINEMENT, ...changes }).images.map(({ id }) => id);
}

test("without a refinement all images are shown, in rank order", () => {
  expect(refine(ALL, NO_REFINEMENT)).toEqual({
    images: ALL,
    hiddenCount: 0,
    hostCounts: [
      { host: "a.example", count: 3 },
      { host: "b.example", count: 1 },
    ],
  });
  expect([isRefined(NO_REFINEMENT), isRefined({ ...NO_REFINEMENT, hosts: ["a"] })]).toEqual([
    false,
    true,
  ]);
});

test("each part of a refinement hides images that do not match or whose value is unknown", () => {
  expect(idsOf({ orientation: "landscape" })).toEqual(["wide"]);
  expect(idsOf({ orientation: "portrait" })).toEqual(["tall"]);
  expect(idsOf({ orientation: "square" })).toEqual(["square"]);
  expect(idsOf({ sizeMin: "1280x720" })).toEqual(["wide", "square"]);
  expect(idsOf({ colours: ["blue"] })).toEqual(["tall"]);
  expect(idsOf({ colours: ["red", "blue"] })).toEqual(["tall", "square"]);
  expect(idsOf({ hosts: ["b.example"] })).toEqual(["wide"]);
  expect(idsOf({ hosts: ["a.example", "b.example"] })).toHaveLength(4);
  expect(idsOf({ orientation: "landscape", colours: ["red"] })).toEqual([]);
});

test("an own picture counts under its folder, not under this server", () => {
  const own = ["Norway", "Iceland", "Norway"].map((folder, i) =>
    anImage({ id: `own${i}`, host: "localhost", folder }),
  );
  const { images, hostCounts } = refine(own, { ...NO_REFINEMENT, hosts: ["Norway"] });
  expect(images.map(({ id }) => id)).toEqual(["own0", "own2"]);
  expect(hostCounts).toEqual([
    { host: "Norway", count: 2 },
    { host: "Iceland", count: 1 },
  ]);
});

test("each sort order puts unknown values last and breaks ties by rank", () => {
  expect(idsOf({ sort: "largest" })).toEqual(["square", "wide", "tall", "unknown"]);
  expect(idsOf({ sort: "smallest" })).toEqual(["tall", "wide", "square", "unknown"]);
  expect(idsOf({ sort: "host" })).toEqual(["tall", "square", "unknown", "wide"]);
  expect(idsOf({ sort: "colour" })).toEqual(["square", "wide", "tall", "unknown"]);
});

test("images with synonyms and kinds stay after the others in every order", () => {
  const related = { ...SQUARE, id: "related", isRelated: true as const };
  for (const sort of SORTS) {
    const { images } = refine([WIDE, TALL, related], { ...NO_REFINEMENT, sort });
    expect(images.at(-1)).toBe(related);
  }
});

test("host counts ignore the selected hosts, and a selected host stays listed", () => {
  const { hostCounts } = refine(ALL, {
    ...NO_REFINEMENT,
    hosts: ["b.example"],
    orientation: "portrait",
  });
  expect(hostCounts).toEqual([
    { host: "a.example", count: 1 },
    { host: "b.example", count: 0 },
  ]);
});

test("a colour code shows similar colours, whatever their names", () => {
  const shades = ["#1f6fd6", "#2f7be0", "#23387e", "#12a5a0"].map((accentColor) =>
    anImage({ accentColor }),
  );
  const { images } = refine(shades, { ...NO_REFINEMENT, colours: ["#2074da"] });
  expect(images.map(({ accentColor }) => accentColor)).toEqual(["#1f6fd6", "#2f7be0"]);
});

test("colours in a URL are sorted and deduplicated, and codes are written without #", () => {
  const parameters = new URLSearchParams(
    "colour=blue&colour=1F6FD6&colour=red&colour=%23abc&colour=blue&colour=12345&colour=mauve",
  );
  const refinement = parseRefinement(parameters);
  expect(refinement.colours).toEqual(["red", "blue", "#1f6fd6", "#aabbcc"]);
  formatRefinement(refinement, parameters);
  expect(parameters.toString()).toBe("colour=red&colour=blue&colour=1f6fd6&colour=aabbcc");
});

const images = fc.array(
  fc.record({
    width: fc.option(fc.integer({ min: 1, max: 9000 })),
    height: fc.option(fc.integer({ min: 1, max: 9000 })),
    host: fc.constantFrom("a.example", "b.example", "192.0.2.7"),
    accentColor: fc.option(
      fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`),
    ),
  }),
);
const refinements: fc.Arbitrary<Refinement> = fc.record({
  orientation: fc.option(fc.constantFrom(...ORIENTATIONS)),
  sizeMin: fc.option(fc.constantFrom(...SIZES_MIN)),
  colours: fc
    .subarray([...COLOUR_NAMES, "#1f6fd6", "#ffffff"] as ColourChoice[])
    .map((colours) => sortColours(colours)),
  hosts: fc
    .subarray(["a.example", "xn--bcher-kva.example", "192.0.2.7", "[2001:db8::1]", "Été/Day 1"])
    .map((hosts) => hosts.toSorted()),
  sort: fc.constantFrom(...SORTS),
});

test("for any refinement, shown and hidden images add up to all, without duplicates", () => {
  fc.assert(
    fc.property(images, refinements, (records, refinement) => {
      const all = records.map((record) => anImage(record));
      const { images: shown, hiddenCount } = refine(all, refinement);
      expect(shown.length + hiddenCount).toBe(all.length);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.every((image) => all.includes(image))).toBe(true);
    }),
  );
});

test("a refinement round-trips through the URL and does not change the search parameters", () => {
  fc.assert(
    fc.property(refinements, (refinement) => {
      const parameters = new URLSearchParams("q=red+barn&count=50&sort=nonsense");
      formatRefinement(refinement, parameters);
      expect(parseRefinement(new URLSearchParams(parameters.toString()))).toEqual(refinement);
      expect([parameters.get("q"), parameters.get("count")]).toEqual(["red barn", "50"]);
    }),
  );
});

test("invalid refinement parameters are ignored", () => {
  const parameters = new URLSearchParams(
    "orientation=up&min=641&colour=mauve&host=%00&host=&sort=&orientation=square",
  );
  expect(parseRefinement(parameters)).toEqual(NO_REFINEMENT);
});
