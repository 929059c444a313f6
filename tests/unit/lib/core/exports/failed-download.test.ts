import { expect, test } from "vitest";
import { failedDownloadHref, parseFailedDownload } from "@/lib/core/exports/failed-download";

const parse = (href: string) => parseFailedDownload(new URLSearchParams(href.split("?")[1]));

test.each([
  "/search?q=red+barn&image=a-1",
  "/library?colour=red&image=a",
  "/collections/0a1b-2c?image=a",
])("the page about a failure leads back to %s", (path) => {
  const href = failedDownloadHref("image_gone", `https://vitrine.example${path}`);
  expect(href).toMatch(/^\/download-failed\?reason=image_gone&back=/);
  expect(parse(href)).toEqual({ code: "image_gone", back: path });
});

test.each([
  null,
  "",
  "no URL",
  "https://vitrine.example/",
  "https://vitrine.example/console",
  "https://vitrine.example//evil.example/search?q=a",
  "javascript:alert(1)//search",
])("it leads nowhere for %o", (sentFrom) => {
  expect(parse(failedDownloadHref("busy", sentFrom))).toEqual({ code: "busy", back: null });
});

test.each([
  "//evil.example/search?q=a",
  "/\\evil.example",
  "https://evil.example/search?q=a",
  "/search/../console?x",
  "/collections/..?x",
  "/sign-in?next=/search",
])("a link from elsewhere leads nowhere else: %s", (back) => {
  expect(parse(`/x?${new URLSearchParams({ back })}`)).toEqual({ code: "", back: null });
});
