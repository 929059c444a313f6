import { expect, test } from "vitest";
import { negotiateFormat } from "@/lib/thumbnails/thumbnail-response";

test.each([
  ["Chrome", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "avif"],
  ["Firefox", "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "avif"],
  ["Safari", "image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/*;q=0.5", "avif"],
  ["an older browser", "image/webp,image/apng,image/*,*/*;q=0.8", "webp"],
  ["anything", "*/*", "jpeg"],
  ["any picture", "image/*", "jpeg"],
  ["nothing said", null, "jpeg"],
  ["nothing in it", "", "jpeg"],
  ["AVIF not wanted", "image/avif;q=0,image/webp", "webp"],
  ["neither wanted", "image/avif;q=0.000, image/webp;q=0", "jpeg"],
  ["capitals and spaces", " IMAGE/WEBP ; q=0.5 , text/html", "webp"],
  ["a weight that is none", "image/avif;q=2,image/webp;q=x", "jpeg"],
  ["a type that only begins alike", "image/avif-sequence,image/webpx", "jpeg"],
  ["10 KB of it", `${"image/x,".repeat(1_280)}image/avif`, "jpeg"],
] as const)("%s gets %s as %s", (_who, accept, format) => {
  expect(negotiateFormat(accept)).toBe(format);
});
