import sharp from "sharp";
import { expect, test } from "vitest";
import { Bulkhead, LIBRARY_LIMITS } from "@/lib/server/thumbnails/bulkhead";
import type { DecoderPool } from "@/lib/server/thumbnails/decoder-pool";
import { FailureCache } from "@/lib/server/thumbnails/failure-cache";
import { neverAborts } from "@/lib/server/thumbnails/never-aborts";
import type { Originals } from "@/lib/server/thumbnails/originals";
import { makeFromSource } from "@/lib/server/thumbnails/thumbnail-maker";

type Format = "avif" | "webp" | "jpeg" | "png" | "gif";

/** Asks for `asked` where the decoder answers with a picture of `made` and calls it so. */
async function made(asked: "avif" | "webp" | "jpeg", made: Format): Promise<string> {
  const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const body = await sharp({ create }).toFormat(made).toBuffer();
  const answer = { status: "made", format: made, widthPx: 8, heightPx: 8, rssBytes: 0 };
  const parts = {
    originals: { get: async () => Buffer.from("an original") } as unknown as Originals,
    decoders: { run: async () => ({ answer, body }) } as unknown as DecoderPool,
    failures: new FailureCache(Date.now),
    library: new Bulkhead(LIBRARY_LIMITS),
  };
  const request = { source: "lib:one", widthPx: 320, effort: "quick", isUrgent: true } as const;
  const { format } = await makeFromSource({ ...request, format: asked }, parts, neverAborts());
  return format;
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
