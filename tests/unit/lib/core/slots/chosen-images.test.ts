import { expect, test } from "vitest";
import { isFileName, isUsable } from "@/lib/core/slots/chosen-images";

test.each([
  ["", true],
  ["IMG_2041.JPG", true],
  ["DSC00312", true],
  ["9f1c2ab0-44de", true],
  ["harbour at night.webp", true],
  ["red_barn", true],
  ["Lighthouse", false],
  ["Harbour, 14 July 1920", false],
  ["灯台", false],
])("a name that is no alternative text: %j %s", (name, expected) => {
  expect(isFileName(name)).toBe(expected);
});

test("a slot takes no image that is too small, and of unknown size only without a size and ratio", () => {
  const hero = { name: "hero", width: 1600, height: 900 };
  expect(isUsable({ width: 1600, height: 2000 }, hero)).toBe(true);
  expect(isUsable({ width: 1599, height: 2000 }, hero)).toBe(false);
  const unknown = { width: null, height: null };
  expect(isUsable(unknown, hero)).toBe(false);
  expect(isUsable(unknown, { name: "avatar", ratio: "1:1" })).toBe(false);
  expect(isUsable(unknown, { name: "any" })).toBe(true);
});
