import { expect, test } from "vitest";
import { dragPayload, formatOfUrl } from "@/lib/client/drag-payload";
import { anImage } from "@/tests/support/pictures/an-image";

const provenance = { search: "q=a", rank: 1, foundAt: "2026-11-20T14:02:33.000Z", service: "demo" };
const picked = (over: Parameters<typeof anImage>[0] = {}) => ({ ...anImage(over), provenance });
const credits = { text: "Barn, farm.example", html: "<p>Barn</p>" };
const origin = "https://vitrine.example";

test("an image is a picture that links to its page, its URL, its credit, and a file", () => {
  const image = picked({
    name: "Barn",
    imageUrl: "https://cdn.example/barn.jpg",
    hostUrl: "https://farm.example/barn",
  });
  expect(dragPayload([image], { origin, credits, format: "jpeg" })).toEqual({
    "text/html":
      '<a href="https://farm.example/barn"><img src="https://cdn.example/barn.jpg" alt="Barn"></a>\n<p>Barn</p>',
    "text/uri-list": "https://cdn.example/barn.jpg",
    "text/plain": "Barn, farm.example",
    DownloadURL: "image/jpeg:Barn.jpg:https://cdn.example/barn.jpg",
  });
});

test("own pictures have URLs on this server, and names cannot escape their attribute", () => {
  const image = picked({ name: 'a"><script>: b', imageUrl: "/library/x/original", hostUrl: null });
  const payload = dragPayload([image], { origin, credits, format: "png" });
  expect(payload["text/html"]).not.toContain("<script>");
  expect(payload["text/uri-list"]).toBe("https://vitrine.example/library/x/original");
  expect(payload.DownloadURL?.split(":")).toHaveLength(4);
});

test("several images are several URLs, and no file", () => {
  const images = [picked({ id: "a" }), picked({ id: "b" })];
  const payload = dragPayload(images, { origin, credits, format: "jpeg" });
  expect(payload["text/uri-list"]?.split("\r\n")).toHaveLength(2);
  expect(payload).not.toHaveProperty("DownloadURL");
});

test.each([
  ["https://a.example/b.JPG?size=large", "jpeg"],
  ["https://a.example/b.webp#top", "webp"],
  ["https://a.example/b.constructor", null],
  ["/library/abc/original", null],
])("the format of %s is %s", (url, format) => {
  expect(formatOfUrl(url)).toBe(format);
});
