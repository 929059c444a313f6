import { expect, test } from "vitest";
import { nameFromFile } from "@/lib/service/library/read-picture";

test.each([
  ["red-barn_in_snow.JPG", "Red barn in snow"],
  ["red%20barn%20in%20snow (2).JPG", "Red barn in snow (2)"],
  ["2019/Holidays/sunset over the bay.jpeg", "Sunset over the bay"],
  ["IMG_2041_harbour.jpg", "Harbour"],
  ["OldTownSquare.png", "Old Town Square"],
  ["route-66.webp", "Route 66"],
  ["vitamin c.png", "Vitamin c"],
  ["50%off sale.png", "50%off sale"],
  ["Straße-in-Köln.tif", "Straße in Köln"],
  ["写真 港.avif", "写真 港"],
  ["Sam Smith.jpg", "Sam Smith"],
  ["Signal Hill.jpg", "Signal Hill"],
  ["Photo booth.jpg", "Photo booth"],
  ["At home.jpg", "At home"],
  ["3D printer.jpg", "3D printer"],
  ["U2 concert.jpg", "U2 concert"],
  ["J. R. R. Tolkien.jpg", "J. R. R. Tolkien"],
  ["McDonald farm.jpg", "McDonald farm"],
  ["iPhone box.jpg", "iPhone box"],
  ["Apollo (13).jpg", "Apollo (13)"],
  ["B-52.jpg", "B-52"],
  ["12 angry men.jpg", "12 angry men"],
  ["Dr. Jekyll & Mr. Hyde.jpg", "Dr. Jekyll & Mr. Hyde"],
  ["Scan of a letter - final copy.jpg", "Scan of a letter - final copy"],
  ["sam.jpg", "Sam"],
  ["हिन्दी.jpg", "हिन्दी"],
  ["猫.jpg", "猫"],
  ["YouTube.jpg", "YouTube"],
  ["IMG_2041 - Sam Smith.jpg", "Sam Smith"],
  ["PXL_20220101_101010123-barn.jpg", "Barn"],
  ["barn-1920x1080.jpg", "Barn"],
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
  "1984.jpg",
  "SAM_0123.jpg",
  "signal-2020-01-01-101112.jpg",
  "WhatsApp Image 2020-01-01 at 12.34.56.jpeg",
  "IMG-20200101-WA0001.jpg",
  "P1010101 (1).JPG",
  "_MG_1234-edited.jpg",
])("%s says nothing", (path) => {
  expect(nameFromFile(path)).toBeNull();
});
