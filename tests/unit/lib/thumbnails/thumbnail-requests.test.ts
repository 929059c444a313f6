import sharp from "sharp";
import { expect, test } from "vitest";
import { createDiskCache } from "@/lib/thumbnails/disk-cache";
import { createFailureCache } from "@/lib/thumbnails/failure-cache";
import { ThumbnailFailure } from "@/lib/thumbnails/thumbnail-failure";
import { createThumbnailRequests, VISITOR_LIMITS } from "@/lib/thumbnails/thumbnail-requests";
import { createThumbnailStore, type ThumbnailLabel } from "@/lib/thumbnails/thumbnail-store";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

test("a better encode that kills its decoder is not tried at each view", async () => {
  let nowMs = 0;
  let tried = 0;
  const clock = () => nowMs;
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const body = await sharp({ create }).avif().toBuffer();
  const files = createDiskCache<ThumbnailLabel>({
    ...{ folder: temporaryFolder(), bytesMax: 1e6, clock },
  });
  const service = createThumbnailRequests({
    store: createThumbnailStore(files, 1e6),
    failures: createFailureCache(clock),
    visitorLimits: VISITOR_LIMITS,
    libraryRevision: async () => "1",
    make: async () => ({ format: "avif", body }),
    async makeBetter() {
      tried += 1;
      throw new ThumbnailFailure("unavailable", 502, "it killed its decoder twice");
    },
    waitForTurn: async () => {},
    onIdle: () => {},
    answerMs: 60_000,
  });
  const request = { source: "lib:sea@1", widthPx: 320, format: "avif" } as const;
  const { signal } = new AbortController();
  async function view(times: number): Promise<number> {
    for (let n = 0; n < times; n += 1) {
      await service.get(request, { visitor: "a", signal });
      await service.settled();
    }
    return tried;
  }
  expect(await view(10)).toBe(1);
  nowMs += 60_000;
  expect(await view(10)).toBe(2);
  nowMs += 60_000;
  expect(await view(10)).toBe(2);
});
