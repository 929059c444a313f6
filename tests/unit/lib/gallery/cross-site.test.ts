import { expect, test } from "vitest";
import { isPrefetchOrEmbed } from "@/lib/gallery/cross-site";

const request = (headers: Record<string, string>, method = "GET") =>
  new Request("http://localhost/search?q=sea", { method, headers });

test.each([
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { purpose: "prefetch" },
  { "sec-purpose": "Prefetch" },
  { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
  { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
  { "sec-fetch-site": "same-site", "sec-fetch-dest": "image" },
  { origin: "http://evil.example" },
  { origin: "null" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-prefetch": "2" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree" },
])("%o is not a person's navigation", (headers) => {
  expect(isPrefetchOrEmbed(request(headers))).toBe(true);
});

test.each([
  {},
  { "sec-fetch-site": "none", "sec-fetch-dest": "document" },
  { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
  { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
  { rsc: "1", "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" },
])("%o is a person's navigation, or a program's request", (headers) => {
  expect(isPrefetchOrEmbed(request(headers))).toBe(false);
});

test("only GET searches", () => {
  expect(isPrefetchOrEmbed(request({}, "HEAD"))).toBe(true);
  expect(isPrefetchOrEmbed(request({}, "POST"))).toBe(true);
});
