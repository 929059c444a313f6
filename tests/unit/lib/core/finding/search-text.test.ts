import { expect, test } from "vitest";
import { searchTextOf } from "@/lib/core/finding/search-text";

test.each([
  ["Two boats below the mountains", "Two boats "],
  ["A bowl of tea on a table", "A bowl of tea "],
  ["On the beach at noon", "On the beach "],
  ["sunset_over_sea", "sunset_"],
  ["Misty hills, ridge behind ridge", "Misty hills, ridge "],
  ["Berge im Nebel", "Berge im Nebel"],
  ["港の写真", "港の写真"],
  ["", ""],
])("the subject of %j is %j", (name, subject) => {
  expect(searchTextOf({ name, keywords: [], context: "" }).subject).toBe(subject);
});

test("the rest of the name is among the details, after the keywords", () => {
  expect(
    searchTextOf({ name: "Boats below mountains", keywords: ["sea", "ship"], context: "Norway" }),
  ).toEqual({
    name: "Boats below mountains",
    subject: "Boats ",
    details: "sea ship below mountains",
    context: "Norway",
  });
});
