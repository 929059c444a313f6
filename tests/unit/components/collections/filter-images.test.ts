import { expect, test } from "vitest";
import { filterImages } from "@/lib/core/image/filter-images";
import { anImage } from "@/tests/support/pictures/an-image";

const images = [
  { ...anImage({ id: "one", name: "Phare d’Été", host: "côte.example" }), note: "" },
  { ...anImage({ id: "two", name: "Harbour", host: "coast.example" }), note: "Cover, été" },
  { ...anImage({ id: "three", name: "", host: "fog.example", folder: "Fog" }), note: "" },
];
const found = (filter: string) => filterImages(images, filter).map(({ id }) => id);

test("finds name, host, folder and note, whatever the case and the diacritics", () => {
  expect(found("ETE")).toEqual(["one", "two"]);
  expect(found("cote")).toEqual(["one"]);
  expect(found("fog")).toEqual(["three"]);
});

test("an image must have all words of the filter, in any order", () => {
  expect(found("cover harbour")).toEqual(["two"]);
  expect(found("cover phare")).toEqual([]);
});

test("an empty filter returns the same list", () => {
  expect(filterImages(images, "  ")).toBe(images);
});
