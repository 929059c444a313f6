import { expect, test } from "vitest";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { createFreeSearch } from "@/lib/gallery/free-search";
import { toGalleryImages, toParameters } from "@/lib/gallery/gallery-images";
import { AppError } from "@/lib/platform/errors";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { SearchService, ServiceItem } from "@/lib/protocol/search-service";

const QUERY: SearchQuery = { q: "red barn", ...DEFAULT_FILTERS };
const LABEL = { kind: "library", pictureCount: 9, examples: ["sea"] } as const;

function anItem(fields: Partial<ServiceItem> = {}): ServiceItem {
  return {
    imageUrl: "https://a.example/1.jpg",
    width: 640,
    height: 480,
    accentColor: "#b0532f",
    name: "Red barn",
    hostUrl: "https://a.example/",
    host: "a.example",
    ...fields,
  };
}

function searchImagesOf(search: SearchService["search"]) {
  return createFreeSearch({
    service: { search },
    label: async () => LABEL,
    clock: () => Date.parse("2026-03-04T05:06:07Z"),
  });
}

test("count and safe search are always sent, other filters only if set", () => {
  expect(toParameters(QUERY)).toEqual({ q: "red barn", count: 24, safesearch: "strict" });
  expect(toParameters({ ...QUERY, transparent: true, site: "a.example" })).toEqual({
    q: "red barn",
    count: 24,
    safesearch: "strict",
    transparent: true,
    site: "a.example",
  });
});

test("an answer has the query, the time, the service and the cost", async () => {
  const asked: SearchParameters[] = [];
  const searchImages = searchImagesOf(async (parameters) => {
    asked.push(parameters);
    return { items: [anItem()], droppedCount: 2 };
  });
  const { signal } = new AbortController();
  await expect(searchImages(QUERY, { signal, mayPay: true })).resolves.toMatchObject({
    query: QUERY,
    images: [{ name: "Red barn", host: "a.example" }],
    answeredAt: "2026-03-04T05:06:07.000Z",
    service: LABEL,
    droppedCount: 2,
    searchesUsed: 0,
  });
  expect(asked).toHaveLength(1);
});

test("among images with equal ids the first is kept, and the others are counted as dropped", () => {
  const items = [
    anItem({ name: "first" }),
    anItem({ name: "other", imageUrl: "https://a.example/2.jpg" }),
    anItem({ name: "again" }),
    anItem({ name: "on another page", hostUrl: "https://b.example/", host: "b.example" }),
  ];
  const { images, droppedCount } = toGalleryImages({ items, droppedCount: 2 }, 24);
  expect(images.map(({ name }) => name)).toEqual(["first", "other", "on another page"]);
  expect(droppedCount).toBe(3);
});

test("an error of the service is passed on unchanged", async () => {
  const searchImages = searchImagesOf(() =>
    Promise.reject(new AppError("service_timeout", "too late")),
  );
  const { signal } = new AbortController();
  await expect(searchImages(QUERY, { signal, mayPay: true })).rejects.toMatchObject({
    code: "service_timeout",
  });
});

test("the visitor's signal reaches the service", async () => {
  const visitor = new AbortController();
  const searchImages = searchImagesOf(
    (_parameters, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const searching = searchImages(QUERY, { signal: visitor.signal, mayPay: true });
  visitor.abort(new Error("left"));
  await expect(searching).rejects.toThrow("left");
});

test("a visitor who searches faster than a person could is limited, and other visitors are not", async () => {
  const searchImages = searchImagesOf(async () => ({ items: [], droppedCount: 0 }));
  const { signal } = new AbortController();
  const search = (visitor: string) => searchImages(QUERY, { signal, visitor, mayPay: true });
  for (let n = 0; n < 240; n += 1) await search("fast");
  await expect(search("fast")).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60),
  });
  await expect(search("other")).resolves.toMatchObject({ images: [] });
});

test("images after the matches are related, and offered queries are passed on", async () => {
  const items = [1, 2, 3].map((i) => anItem({ imageUrl: `https://a.example/${i}.jpg` }));
  const offers = [{ q: "barn", count: 3 }];
  const changed = { matchCount: 1, changes: [] };
  const answer = { items, droppedCount: 0, totalCount: 3, changed, offers };
  const found = await searchImagesOf(async () => answer)(QUERY, {
    signal: new AbortController().signal,
    mayPay: true,
  });
  expect(found.images.map(({ isRelated }) => isRelated ?? false)).toEqual([false, true, true]);
  expect(found).toMatchObject({ changed, offers });
});
