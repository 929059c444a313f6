import { afterEach, expect, test, vi } from "vitest";
import { createPictureComparison } from "@/lib/client/collections/compare-pictures";
import type { SavedImage } from "@/lib/contract/picked-image";
import type { Thumbnails } from "@/lib/contract/search-answer";
import { aSavedImage } from "@/tests/support/pictures/an-image";

afterEach(() => vi.unstubAllGlobals());

const HASH = "01".repeat(72);
/** Returns `HASH` with some bits flipped. */
const other = (bits: number) =>
  [...HASH].map((bit, i) => (i < bits ? String(1 - Number(bit)) : bit)).join("");

const never = new AbortController().signal;

/** Returns a saved image whose thumbnails do not expire within the test. */
function saved(id: string, over: Partial<SavedImage> = {}): SavedImage {
  const days = Math.floor(Date.now() / 86_400_000) + 6;
  const path = `/thumb/key/${days}/160/signature/${id}/`;
  return aSavedImage(id, { thumbnails: { path, widthsPx: [160] }, ...over });
}

/** Returns hashes by the id in a thumbnail's path. */
const hashing = (hashes: Record<string, string | null | "limited">) =>
  vi.fn(async ({ path }: Thumbnails) => {
    const hash = hashes[path.split("/").at(-2) ?? ""] ?? null;
    return hash === "limited" ? { hash: null, isLimited: true } : { hash, isLimited: false };
  });

test("another picture differs, another encoding of the same picture does not", async () => {
  const compare = createPictureComparison(
    never,
    hashing({ same: other(14), unsure: other(28), changed: other(29), first: HASH, lost: null }),
  );
  const images = ["same", "unsure", "changed", "lost"].map((id) =>
    saved(id, { pictureHash: HASH }),
  );
  const without = saved("none", { thumbnails: null, reference: null, pictureHash: HASH });
  const { comparisons, uncomparedCount } = await compare([...images, saved("first"), without]);
  expect(uncomparedCount).toBe(0);
  expect(Object.fromEntries(comparisons)).toEqual({
    same: { isOther: false, firstHash: null },
    unsure: { isOther: false, firstHash: null },
    changed: { isOther: true },
    first: { isOther: false, firstHash: HASH },
  });
});

test("it stops when the server makes no more thumbnails, and counts the images not compared", async () => {
  const hashOf = hashing({ a: HASH, b: "limited" });
  const compare = createPictureComparison(never, hashOf);
  const first = await compare([saved("a"), saved("b"), saved("none", { thumbnails: null })]);
  expect([...first.comparisons.keys()]).toEqual(["a"]);
  expect(first.uncomparedCount).toBe(1);
  hashOf.mockClear();
  expect(await compare([saved("c")])).toMatchObject({ uncomparedCount: 1 });
  expect(hashOf).not.toHaveBeenCalled();
});

test("expired thumbnails are renewed first", async () => {
  const renewed = saved("a").thumbnails;
  vi.stubGlobal("fetch", async () =>
    Response.json({ images: [{ reference: "new", thumbnails: renewed }] }),
  );
  const hashOf = hashing({ a: HASH });
  const expired = saved("a", { thumbnails: { path: "/thumb/key/1/160/s/old/", widthsPx: [160] } });
  await createPictureComparison(never, hashOf)([expired]);
  expect(hashOf).toHaveBeenCalledExactlyOnceWith(renewed, never);
});
