import { expect, test } from "vitest";
import { nameFromFile } from "@/lib/service/library/read-picture";

test.each([
  ["red-barn_in%20snow (2).JPG", "Red barn in snow"],
  ["2019/Holidays/sunset over the bay.jpeg", "Sunset over the bay"],
  ["IMG_2041_harbour.jpg", "Harbour"],
  ["OldTownSquare.png", "Old Town Square"],
  ["route-66.webp", "Route 66"],
  ["vitamin c.png", "Vitamin c"],
  ["50%off sale.png", "50%off sale"],
  ["Straße-in-Köln.tif", "Straße in Köln"],
  ["写真 港.avif", "写真 港"],
])("%s is called %s", (path, name) => {
  expect(nameFromFile(path)).toBe(name);
});

test.each([
  "IMG_2041.jpg",
  "DSC00012.JPG",
  "20190704_183022.jpg",
  "PXL_20220101_101010123.jpg",
  "3f2a9c1be07744d1.png",
  "image (3).png",
  "Screenshot 2024-01-02 at 10.11.12.png",
  "0001.tiff",
])("%s says nothing", (path) => {
  expect(nameFromFile(path)).toBeNull();
});
