import { expect, test } from "vitest";
import { exampleSearches } from "@/lib/service/library/example-searches";

const named = (name: string, ...keywords: string[]) => ({ name, keywords });

test("each example finds the most pictures that earlier examples do not find", () => {
  expect(
    exampleSearches([
      named("Boats below mountains", "Sea", "boat"),
      named("Lighthouse at night", "sea"),
      named("Whale", "sea", "Animal"),
      named("Cat", "animal"),
      named("IMG 2041"),
      named(""),
    ]),
  ).toEqual(["sea", "cat", "img"]);
});

test("without text there are no examples", () => {
  expect(exampleSearches([])).toEqual([]);
  expect(exampleSearches([named("", "7", "a keyword of more than thirty characters")])).toEqual([]);
});
