import { describe, expect, test } from "vitest";
import {
  isFromItself,
  isLocalProgram,
  isOpenedByVisitor,
  isPrefetchOrEmbed,
} from "@/lib/web/cross-site";

const request = (headers: Record<string, string>, method = "GET") =>
  new Request("http://localhost/search?q=sea", { method, headers });

/** Returns the metadata of a browser's request; by default of a followed link. */
const metadata = (site: string, { dest = "document", mode = "navigate", user = true } = {}) => ({
  "sec-fetch-site": site,
  "sec-fetch-dest": dest,
  "sec-fetch-mode": mode,
  ...(user && { "sec-fetch-user": "?1" }),
});

const OWN = { host: "nas:3000", referer: "http://nas:3000/" };

/** These are not navigations, so they get no search at all. */
const PREFETCHES_AND_EMBEDS: Record<string, string>[] = [
  { ...OWN, "sec-purpose": "prefetch" },
  { ...OWN, "sec-purpose": "prefetch;prerender" },
  { ...OWN, "sec-purpose": "Prefetch" },
  { ...OWN, purpose: "prefetch" },
  { ...OWN, "x-purpose": "preview" },
  { ...OWN, "x-moz": "prefetch" },
  { ...metadata("none"), "sec-purpose": "prefetch;prerender" },
  { ...metadata("same-origin"), "sec-purpose": "prefetch" },
  { ...OWN, rsc: "1", "next-router-prefetch": "1" },
  { ...OWN, rsc: "1", "next-router-prefetch": "2" },
  { ...OWN, rsc: "1", "next-router-segment-prefetch": "/_tree" },
  ...["cross-site", "same-site", "same-origin", "none"].flatMap((site) => [
    metadata(site, { dest: "image", mode: "no-cors", user: false }),
    metadata(site, { dest: "script", mode: "no-cors", user: false }),
    metadata(site, { dest: "style", mode: "no-cors", user: false }),
    metadata(site, { dest: "iframe", user: false }),
    metadata(site, { dest: "iframe" }),
    metadata(site, { dest: "object" }),
    metadata(site, { dest: "embed" }),
    metadata(site, { dest: "video", mode: "no-cors", user: false }),
  ]),
  ...["cross-site", "same-site"].flatMap((site) => [
    metadata(site, { dest: "empty", mode: "no-cors", user: false }),
    metadata(site, { dest: "empty", mode: "cors", user: false }),
    metadata(site, { dest: "document", mode: "no-cors" }),
    { "sec-fetch-site": site },
  ]),
  { "sec-fetch-site": "evil" },
  { "sec-fetch-site": "none, cross-site", "sec-fetch-dest": "image" },
  { host: "nas:3000", origin: "http://evil.example" },
  { host: "nas:3000", origin: "http://nas:8080" },
  { host: "nas:3000", origin: "null" },
  { ...OWN, origin: "http://evil.example" },
];

/** Navigations without proof of a visitor's action: the page asks first. */
const UNCONFIRMED: Record<string, string>[] = [
  // A script of another origin that sets `location`, opens a popup, submits a form or refreshes.
  metadata("cross-site", { user: false }),
  metadata("same-site", { user: false }),
  { ...metadata("cross-site", { user: false }), "sec-fetch-user": "?0" },
  metadata("none", { user: false }),
  // Our own scripts, and Next's router.
  metadata("same-origin", { dest: "empty", mode: "cors", user: false }),
  { rsc: "1", ...metadata("same-origin", { dest: "empty", mode: "cors", user: false }) },
  // Over plain HTTP, browsers do not report how a page was opened.
  { host: "nas:3000" },
  OWN,
  { ...OWN, origin: "http://nas:3000" },
  { host: "nas:3000", cookie: "own=1" },
  // Programs.
  { host: "localhost:3000" },
];

const OPENED: Record<string, string>[] = [
  metadata("none"),
  metadata("same-origin"),
  // A link that the visitor followed.
  metadata("cross-site"),
  metadata("same-site"),
];

describe("a request for a search", () => {
  test.each(PREFETCHES_AND_EMBEDS)("gets none: %o", (headers) => {
    expect(isPrefetchOrEmbed(request(headers))).toBe(true);
    expect(isOpenedByVisitor(new Headers(headers))).toBe(false);
  });

  test.each(UNCONFIRMED)("gets a page that asks first: %o", (headers) => {
    expect(isPrefetchOrEmbed(request(headers))).toBe(false);
    expect(isOpenedByVisitor(new Headers(headers))).toBe(false);
  });

  test.each(OPENED)("gets a page that may begin it: %o", (headers) => {
    expect(isPrefetchOrEmbed(request(headers))).toBe(false);
    expect(isOpenedByVisitor(new Headers(headers))).toBe(true);
  });

  test("is a GET", () => {
    expect(isPrefetchOrEmbed(request({}, "HEAD"))).toBe(true);
    expect(isPrefetchOrEmbed(request({}, "POST"))).toBe(true);
  });
});

describe("a program on this machine", () => {
  const LOCAL = { host: "127.0.0.1:3000", "user-agent": "curl/8.5.0" };

  test.each<Record<string, string>>([LOCAL, { host: "localhost:3000" }, { host: "[::1]:3000" }])(
    "is one: %o",
    (headers) => {
      expect(isLocalProgram(new Headers(headers))).toBe(true);
    },
  );

  test.each<Record<string, string>>([
    { host: "nas:3000", "user-agent": "curl/8.5.0" },
    { host: "evil.example/.localhost" },
    { host: "127.0.0.1:3000", "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" },
    { ...LOCAL, referer: "http://evil.example/" },
    { ...LOCAL, origin: "http://127.0.0.1:3000" },
    { ...LOCAL, "sec-fetch-site": "same-origin" },
    // Link previews that a proxy forwards, with a `Host` that it rewrites.
    { ...LOCAL, "user-agent": "Slackbot-LinkExpanding 1.0", "x-forwarded-for": "203.0.113.9" },
    { ...LOCAL, forwarded: "for=203.0.113.9" },
    { ...LOCAL, via: "1.1 proxy" },
  ])("is none: %o", (headers) => {
    expect(isLocalProgram(new Headers(headers))).toBe(false);
  });
});

test.each([
  ["http://localhost/search?q=sea", "/search?q=sea", true],
  ["http://localhost/search?q=sea", "/search?q=sea&count=50", false],
  ["http://localhost/search?q=seaside&q2=/search?q=sea", "/search?q=sea", false],
  ["http://localhost/", "/search?q=sea", false],
  ["http://localhost/search?q=sea", "", false],
  ["no URL", "/search?q=sea", false],
])("a page at %s leads to %s as to itself: %s", (referer, target, expected) => {
  expect(isFromItself(new Headers({ referer }), target)).toBe(expected);
  expect(isFromItself(new Headers(), target)).toBe(false);
});
