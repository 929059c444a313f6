import { expect, test } from "vitest";
import { originalFileName } from "@/lib/service/embedded-service";

test.each([
  ["Red barn in snow", "red-barn-in-snow.jpg"],
  ["Crème brûlée", "creme-brulee.jpg"],
  ['a"; filename=evil.html', "a-filename-evil-html.jpg"],
  ["../../etc/passwd\r\nSet-Cookie: a=b", "etc-passwd-set-cookie-a-b.jpg"],
  ["写真", "p1.jpg"],
])("%s is offered as %s", (name, fileName) => {
  expect(originalFileName({ id: "p1", name, format: "jpeg" })).toBe(fileName);
});
