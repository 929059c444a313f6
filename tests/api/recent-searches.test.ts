import { afterAll, beforeAll, expect, test } from "vitest";
import { recentEndpoint } from "@/lib/gallery/recent-endpoint";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf } from "@/tests/support/servers/application";
import { type FixtureService, startFixtureService } from "@/tests/support/servers/fixture-service";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

const KEY = "fixture-key";
const thumbnails = { sign: () => null, expiryDay: () => 0 };

let service: FixtureService;
let gallery: PaidGallery;

beforeAll(async () => {
  service = await startFixtureService({ key: KEY });
  gallery = startPaidGallery({
    url: service.baseUrl,
    key: KEY,
    dataDir: temporaryFolder(),
    spending: { sharesRecent: true, visitorPerDay: 20 },
  });
});
afterAll(async () => {
  await gallery.stop();
  await service.stop();
});

const post = (searches: string[], headers: Record<string, string> = {}) => {
  const recent = recentEndpoint({
    cached: gallery.cached,
    free: () => Promise.reject(new Error("a remote service answers")),
    thumbnails,
  });
  const fields = searches.map((text) => ["search", text]);
  return ask(applicationOf([recent]), "/api/recent", { fields, headers });
};

test("says which searches are free, and pays for none", async () => {
  await gallery.search({ q: "sea" });
  const before = gallery.calls.length;
  const response = await post(["q=sea", "q=never+asked", "q=sea&count=nonsense"]);
  expect(await response.json()).toEqual([
    expect.objectContaining({ isFree: true, ageSeconds: 0, imageCount: 20 }),
    expect.objectContaining({ isFree: false, ageSeconds: null, imageCount: 0 }),
    null,
  ]);
  expect(gallery.calls.length).toBe(before);
});

test("another site's page learns nothing", async () => {
  const response = await post(["q=sea"], { origin: "http://elsewhere.example" });
  expect(response.status).toBe(403);
});

test("shared searches are the fresh ones of this service with strict safe search", async () => {
  await gallery.search({ q: "harbour" });
  await gallery.search({ q: "private", safesearch: "moderate" });
  const shared = await gallery.cached.shared(5);
  expect(shared.map(({ query }) => query.q)).toEqual(["harbour", "sea"]);
});

test("the searches left today depend on the visitor's use", async () => {
  const todayOf = async () => (await gallery.searchOffer("someone")).today;
  const before = await todayOf();
  await gallery.search({ q: "bridge" }, { visitor: "someone" });
  expect([before, await todayOf()]).toEqual([
    { left: 20, limit: 20 },
    { left: 19, limit: 20 },
  ]);
});
