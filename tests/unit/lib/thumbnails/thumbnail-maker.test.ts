import sharp from "sharp";
import { expect, test } from "vitest";
import { createFairQueue } from "@/lib/platform/fair-queue";
import { createFailureCache } from "@/lib/thumbnails/failure-cache";
import { createThumbnailMaker } from "@/lib/thumbnails/thumbnail-maker";

type Asked = "avif" | "webp" | "jpeg";

/** Requests `asked` from a decoder that answers with a picture of format `made`. */
async function made(asked: Asked, made: Asked | "png" | "gif"): Promise<string> {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const body = await sharp({ create }).toFormat(made).toBuffer();
  // A hijacked decoder may return any type.
  const format = made as Asked;
  const answer = { status: "made", format, widthPx: 8, heightPx: 8, rssBytes: 0 } as const;
  const parts = {
    originals: { get: async () => Buffer.from("an original") },
    decoders: { run: async () => ({ answer, body }) },
    failures: createFailureCache(Date.now),
    library: createFairQueue({ runningMax: 4, waitingMax: 8 }),
  };
  const make = createThumbnailMaker(parts);
  const request = { source: "lib:one", widthPx: 320, effort: "quick", format: asked } as const;
  const { signal } = new AbortController();
  return (await make(request, { visitor: "a", signal })).format;
}

test.each([
  ["avif", "avif"],
  ["avif", "webp"],
  ["webp", "webp"],
  ["jpeg", "jpeg"],
] as const)("who asks for %s may get %s", async (asked, format) => {
  expect(await made(asked, format)).toBe(format);
});

test.each([
  ["webp", "avif"],
  ["jpeg", "webp"],
  ["avif", "jpeg"],
  ["avif", "png"],
  ["jpeg", "gif"],
] as const)("a decoder that answers %s with %s is not believed", async (asked, format) => {
  await expect(made(asked, format)).rejects.toMatchObject({ reason: "not-a-picture" });
});
