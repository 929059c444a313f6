import { expect, test } from "vitest";
import type { CacheEntry } from "@/lib/thumbnails/disk-cache";
import { createThumbnailStore, type ThumbnailLabel } from "@/lib/thumbnails/thumbnail-store";

const quick = { format: "webp", effort: "quick" } as const;
const better = { format: "avif", effort: "better" } as const;

test("a thumbnail made during a disk read is not replaced by the stored one", async () => {
  let answer: (entry: CacheEntry<ThumbnailLabel>) => void = () => {};
  const disk: Parameters<typeof createThumbnailStore>[0] = {
    get: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    set: async () => true,
    remove: async () => {},
    stats: () => {
      throw new Error("not called");
    },
  };
  const store = createThumbnailStore(disk, 1_000_000);
  const asked = store.get("k");
  store.set("k", better, Buffer.from("better"));
  answer({ label: quick, body: Buffer.from("quick") });
  expect((await asked)?.effort).toBe("better");
  expect((await store.get("k"))?.effort).toBe("better");
});
