import { describe, expect, test } from "vitest";
import { isPrefetchOrEmbed, mayStartPaidSearch } from "@/lib/gallery/cross-site";

const request = (headers: Record<string, string>, method = "GET") =>
  new Request("http://localhost/search?q=sea", { method, headers });

/** The metadata of a browser's request, by default of a link that a visitor followed. */
const metadata = (site: string, { dest = "document", mode = "navigate", user = true } = {}) => ({
  "sec-fetch-site": site,
  "sec-fetch-dest": dest,
  "sec-fetch-mode": mode,
  ...(user && { "sec-fetch-user": "?1" }),
});

const OWN = { host: "nas:3000", referer: "http://nas:3000/" };

/** None of them is a navigation, so they get no search at all. */
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

/** They get a cached answer, or a button. */
const UNCONFIRMED: Record<string, string>[] = [
  // `location =`, a popup, a submitted form or a refresh, by a script of another origin.
  metadata("cross-site", { user: false }),
  metadata("same-site", { user: false }),
  { ...metadata("cross-site", { user: false }), "sec-fetch-user": "?0" },
  // Over plain HTTP.
  { host: "nas:3000" },
  { host: "nas:3000", referer: "http://evil.example/nas:3000" },
  { host: "nas:3000", referer: "http://nas:8080/" },
  { host: "nas:3000", referer: "http://evil-nas:3000/" },
  { host: "nas:3000", referer: "http://nas:3000@evil.example/" },
  { host: "nas:3000", referer: "http://evil.example/", origin: "http://nas:3000" },
  { host: "nas:3000", referer: "about:blank" },
  // A cookie would prove nothing.
  { host: "nas:3000", cookie: "own=1" },
  // Behind a proxy that rewrites `Host`.
  { host: "127.0.0.1:3000", "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" },
  { host: "127.0.0.1:3000", referer: "http://evil.example/" },
  { host: "evil.example/.localhost" },
];

const CONFIRMED: Record<string, string>[] = [
  metadata("none"),
  metadata("same-origin"),
  metadata("same-origin", { user: false }),
  metadata("same-origin", { dest: "empty", mode: "cors", user: false }),
  { rsc: "1", ...metadata("same-origin", { dest: "empty", mode: "cors", user: false }) },
  // A link that the visitor followed.
  metadata("cross-site"),
  metadata("same-site"),
  // Over plain HTTP.
  OWN,
  { host: "nas:3000", origin: "http://nas:3000" },
  { ...OWN, origin: "http://nas:3000" },
  // Programs on this machine.
  { host: "localhost:3000" },
  { host: "127.0.0.1:3000", "user-agent": "curl/8.5.0" },
  { host: "[::1]:3000" },
];

describe("a request for a search", () => {
  test.each(PREFETCHES_AND_EMBEDS)("gets none: %o", (headers) => {
    expect(isPrefetchOrEmbed(request(headers))).toBe(true);
    expect(mayStartPaidSearch(new Headers(headers))).toBe(false);
  });

  test.each(UNCONFIRMED)("gets a cached answer only: %o", (headers) => {
    expect(isPrefetchOrEmbed(request(headers))).toBe(false);
    expect(mayStartPaidSearch(new Headers(headers))).toBe(false);
  });

  test.each(CONFIRMED)("may start a paid search: %o", (headers) => {
    expect(isPrefetchOrEmbed(request(headers))).toBe(false);
    expect(mayStartPaidSearch(new Headers(headers))).toBe(true);
  });

  test("is a GET", () => {
    expect(isPrefetchOrEmbed(request({}, "HEAD"))).toBe(true);
    expect(isPrefetchOrEmbed(request({}, "POST"))).toBe(true);
  });
});
