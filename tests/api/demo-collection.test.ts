import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createShelf } from "@/lib/gallery/shelf";
import { readManifest } from "@/lib/service/library/manifest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import {
  DEMO_MANIFEST,
  type RunningEmbeddedService,
  serviceOfTest,
  startEmbeddedService,
} from "@/tests/support/servers/embedded-service";

/** For searches of the whole collection, which change nothing. */
let collection: RunningEmbeddedService;
beforeAll(async () => {
  collection = await startEmbeddedService();
});
afterAll(() => collection.stop());

function aFreshService(options: Parameters<typeof serviceOfTest>[0] = {}) {
  const service = serviceOfTest(options);
  onTestFinished(() => service.ready());
  return service;
}

test("the first search waits for the import, so its answer is complete", async () => {
  const { pictures } = await readManifest(DEMO_MANIFEST);
  const service = aFreshService();
  const [found, label] = await Promise.all([service.find({ q: "sea" }), service.label()]);
  expect(found.length).toBeGreaterThanOrEqual(12);
  expect(label).toMatchObject({ kind: "demo", pictureCount: pictures.length });
});

test.each(["sea", "mountains", "flowers", "city", "patterns"])(
  "the example search %s fills a first view",
  async (q) => {
    expect((await collection.service.find({ q })).length).toBeGreaterThanOrEqual(12);
  },
);

test.each(["red door", "mountain lake", "low tide"])("the hint %s finds a picture", async (q) => {
  expect(await collection.service.find({ q })).not.toEqual([]);
});

test("an answer begins with pictures of the subject, not with a picture that has it in the background", async () => {
  const { service } = collection;
  const firstNames = async (q: string) =>
    (await service.find({ q, count: 3 })).map(({ name }) => name).join("; ");
  expect(await firstNames("mountains")).not.toMatch(/boat|bridge|train/i);
  expect(await firstNames("flowers")).not.toMatch(/bicycle/i);
});

test.each(["banana", "wedding", "love", "guitar", "football", "doctor", "dog", "tax"])(
  "a search for %s, which no drawing shows, finds nothing",
  async (q) => {
    expect(await collection.service.find({ q })).toEqual([]);
  },
);

test("a question in parts is offered, with the number of pictures that each part then shows", async () => {
  const { service } = collection;
  const search = (q: string) =>
    service.search({ q, count: 100 }, { signal: new AbortController().signal });
  const { items, offers = [] } = await search("volcano with cats");
  expect(items).toEqual([]);
  expect(offers.map(({ q }) => q)).toEqual(["volcano", "cats"]);
  for (const { q, count } of offers) {
    const found = await search(q);
    expect(count).toBe(found.changed?.matchCount ?? found.items.length);
  }
});

test("a misspelt word is corrected; the answer of the gallery reports it", async () => {
  const { service } = collection;
  const search = (q: string) => service.search({ q }, { signal: new AbortController().signal });
  const changes = [{ kind: "corrected", from: "mountian", to: "mountain" }];
  const found = await search("mountian");
  expect(found.changed).toMatchObject({ changes });
  expect(found.items).toHaveLength(24);
  expect((await search("mountain")).changed).toBeNull();
  expect(await service.find({ q: "mountian" })).toHaveLength(24);
  expect(await search("🫥")).toMatchObject({ items: [], changed: null });
});

test("an exact service finds words as typed only", async () => {
  const service = aFreshService({ finding: "exact" });
  expect(await service.find({ q: "mountian" })).toEqual([]);
  expect(await service.find({ q: "mountain" })).not.toEqual([]);
});

test("it answers without a data folder", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const service = aFreshService({ dataDir: join(file, "data") });
  expect(await service.find({ q: "sea" })).not.toEqual([]);
});

test("a manifest that cannot be read is an error until it can, after a cooldown", async () => {
  const folder = temporaryFolder();
  const demoManifest = join(folder, "manifest.json");
  const service = aFreshService({ demoManifest });
  await expect(service.find({ q: "canyon" })).rejects.toMatchObject({ code: "library_unreadable" });
  copyPhotographs(folder);
  const picture = {
    ...{ file: "black-canyon.jpg", width: 600, height: 400 },
    ...{ accentColor: "#776655", transparent: false },
  };
  writeFileSync(demoManifest, JSON.stringify({ pictures: [picture] }));
  await expect.poll(() => service.find({ q: "canyon" }).catch(() => [])).toHaveLength(1);
});

test("a picture has the same id wherever the product is installed", async () => {
  const folder = temporaryFolder();
  cpSync(dirname(DEMO_MANIFEST), folder, { recursive: true });
  const idsAt = async (demoManifest: string) =>
    (await aFreshService({ demoManifest }).find({ q: "sea", count: 100 }))
      .map(({ id }) => id)
      .sort();
  expect(await idsAt(join(folder, "manifest.json"))).toEqual(await idsAt(DEMO_MANIFEST));
});

test("the home page counts what the search then shows, without synonyms and kinds", async () => {
  const { service } = collection;
  const shelf = createShelf({
    service,
    browsing: {} as Parameters<typeof createShelf>[0]["browsing"],
    label: () => service.label(),
    cached: null,
    thumbnails: { sign: () => null, expiryDay: () => 1 },
  });
  for (const floor of await shelf()) {
    if (floor.kind !== "search") throw new Error(floor.kind);
    const query = { q: floor.q, safesearch: "strict" as const, count: 100 };
    const found = await service.search(query, { signal: new AbortController().signal });
    expect(floor.pictureCount).toBe(found.changed?.matchCount ?? found.totalCount);
  }
});
