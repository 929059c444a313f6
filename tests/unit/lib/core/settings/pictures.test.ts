import { expect, test } from "vitest";
import {
  coversPicture,
  isModerateSearch,
  PICTURE_MODES,
  parsePictureMode,
} from "@/lib/core/settings/pictures";

test.each([
  [undefined, "server"],
  ["", "server"],
  ["anything", "server"],
  ["server", "server"],
  ["click", "click"],
  ["direct", "direct"],
])("the cookie %s means %s", (text, mode) => {
  expect(parsePictureMode(text, true)).toBe(mode);
});

test("a browser that chose its hosts gets pictures from this server once the operator forbids it", () => {
  expect(parsePictureMode("direct", false)).toBe("server");
  expect(parsePictureMode("click", false)).toBe("click");
});

test("before a click all pictures are covered; a blur covers those of moderate safe search", () => {
  const covered = PICTURE_MODES.flatMap((mode) =>
    [false, true].flatMap((isBlurred) =>
      [false, true]
        .filter((isModerate) => coversPicture({ mode, isBlurred }, isModerate))
        .map((isModerate) => [mode, isBlurred, isModerate]),
    ),
  );
  expect(covered).toEqual([
    ["server", true, true],
    ["click", false, false],
    ["click", false, true],
    ["click", true, false],
    ["click", true, true],
    ["direct", true, true],
  ]);
});

test("a search is moderate only if its query string says so", () => {
  expect(isModerateSearch("q=barn&safesearch=moderate")).toBe(true);
  expect(isModerateSearch("q=safesearch%3Dmoderate")).toBe(false);
  expect(isModerateSearch(null)).toBe(false);
});
