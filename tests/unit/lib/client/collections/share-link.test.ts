import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readShareLink, shareLink } from "@/lib/client/collections/share-link";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { anImage } from "@/tests/support/pictures/an-image";

const ORIGIN = "https://pictures.example";

beforeEach(() => vi.stubGlobal("location", new URL(`${ORIGIN}/collections/one`)));
afterEach(() => vi.unstubAllGlobals());

function picked(i: number): ExportedImage {
  return {
    ...anImage({
      id: `image-${i}`,
      name: `“Quay” ${i} ✓ مرفأ`,
      imageUrl: `https://a.example/${i}.jpg`,
    }),
    provenance: { search: "q=quay", rank: i, foundAt: "2026-11-23T10:00:00.000Z", service: "demo" },
    reference: `0a1b2c3d.${"r".repeat(24)}`,
    note: i === 1 ? "Cover" : "",
    clearance: null,
    savedAt: "2026-11-23T10:00:00.000Z",
  };
}

const fragmentOf = (link: string | null) => new URL(link ?? "").hash;

test("a link restores the collection, and reveals nothing before its fragment", async () => {
  const images = [picked(1), picked(2)];
  const link = await shareLink(images, "Coast & quay");
  expect(link?.split("#")[0]).toBe(`${ORIGIN}/collections/shared`);
  const shared = await readShareLink(fragmentOf(link));
  expect(shared).toMatchObject({ title: "Coast & quay", droppedCount: 0 });
  expect(shared?.images).toEqual(images);
});

test("a collection of a hundred fits, of thousands does not", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => picked(i + 1));
  expect(await shareLink(many(100), "Many")).not.toBeNull();
  expect(
    await shareLink(
      many(4000).map((image) => ({ ...image, note: crypto.randomUUID() })),
      "Too many",
    ),
  ).toBeNull();
});

test.each(["", "#", "#1.", "#2.abc", "#1.%%%", "#1.AAAA", "#1.e30"])(
  "the fragment %j is not a collection",
  async (fragment) => {
    expect(await readShareLink(fragment)).toBeNull();
  },
);

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#1.${Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url")}`;
}

test("a link with more entries than a page can read at once is refused", async () => {
  const of = (count: number) => {
    const collection = { format: "vitrine-collection", version: 1, title: "x", origin: ORIGIN };
    return packed(JSON.stringify({ collection, pictures: Array(count).fill(0) }));
  };
  expect(await readShareLink(await of(20_000))).toMatchObject({ droppedCount: 20_000 });
  expect(await readShareLink(await of(20_001))).toBeNull();
});

test("a link that unpacks to too much data is refused", async () => {
  const bomb = (characters: number) => packed(" ".repeat(characters));
  expect(await readShareLink(await bomb(5_000_000))).toBeNull();
  // A link longer than `shareLink` makes is not unpacked at all.
  const unpack = vi.spyOn(globalThis, "DecompressionStream");
  const large = await bomb(40_000_000);
  expect(large.length).toBeGreaterThan(30_000);
  expect(await readShareLink(large)).toBeNull();
  expect(unpack).not.toHaveBeenCalled();
  unpack.mockRestore();
});

test("an image with a URL of another scheme is dropped", async () => {
  const hostile = { ...picked(1), imageUrl: "javascript:alert(1)" };
  const shared = await readShareLink(fragmentOf(await shareLink([hostile, picked(2)], "Hostile")));
  expect(shared?.images.map(({ id }) => id)).toEqual(["image-2"]);
});
