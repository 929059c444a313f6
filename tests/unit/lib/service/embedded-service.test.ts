import { expect, test } from "vitest";
import { originalFileNames } from "@/lib/service/embedded-service";

const FILE = { id: "p1", fileName: "IMG_2041.JPG", format: "jpeg" } as const;

test.each([
  ["Red barn in snow", "red-barn-in-snow.jpg", "Red barn in snow.jpg"],
  ["Crème brûlée", "creme-brulee.jpg", "Crème brûlée.jpg"],
  ['a"; filename=evil.html', "a-filename-evil-html.jpg", "a ; filename=evil html.jpg"],
  ["../../etc/passwd\r\nX: a", "etc-passwd-x-a.jpg", "etc passwd X a.jpg"],
  ["写真", "p1.jpg", "写真.jpg"],
  ["abc\u202egpj.exe", "abc-gpj-exe.jpg", "abc gpj exe.jpg"],
  ["", "img-2041.jpg", "IMG_2041.jpg"],
  ["...", "p1.jpg", "p1.jpg"],
  ["\ud800", "p1.jpg", "p1.jpg"],
])("%j is offered as %s and %s", (name, fileName, fullFileName) => {
  expect(originalFileNames({ ...FILE, name })).toEqual({ fileName, fullFileName });
});
