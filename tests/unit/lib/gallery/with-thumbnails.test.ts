import { expect, test, vi } from "vitest";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import type { FoundImage } from "@/lib/gallery/found-images";
import { withThumbnails } from "@/lib/gallery/with-thumbnails";
import { createSigner } from "@/lib/thumbnails/signature";
import type { ThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";
import { anImage } from "@/tests/support/pictures/an-image";

const signer = createSigner(["k".repeat(32)]);
const query = { ...DEFAULT_FILTERS, q: "sea" };

async function served(images: Image[], { fallsBackToOriginals = false } = {}) {
  const warm = vi.fn();
  const sign: ThumbnailPipeline["sign"] = (source, narrowestPx, widestPx = narrowestPx) =>
    source.startsWith("https://refused.example/")
      ? null
      : signer.sign(source, narrowestPx, widestPx);
  const search = withThumbnails(async () => ({ images }) as SearchAnswer, {
    thumbnails: { sign, warm, expiryDay: signer.expiryDay },
    fallsBackToOriginals,
  });
  const answer = await search(query, { signal: new AbortController().signal });
  return { images: answer.images, warm };
}

test("the signer accepts every URL, for the image's own source", async () => {
  const own = anImage({ id: "two", imageUrl: "/library/barn-01/original" });
  const { images } = await served([anImage(), own]);
  const sources = images.map(({ thumbnails }) =>
    thumbnails?.widthsPx.map((widthPx) => {
      const tuple = signer.verify(`${thumbnails.path}${widthPx}`);
      expect(tuple?.widthPx).toBe(widthPx);
      return tuple?.source;
    }),
  );
  expect(new Set(sources[0])).toEqual(new Set(["https://a.example/1.jpg"]));
  expect(new Set(sources[1])).toEqual(new Set(["lib:barn-01"]));
});

test("an image of the library is signed with its file's revision, which is not sent", async () => {
  const own: FoundImage = {
    ...anImage({ imageUrl: "/library/barn-01/original" }),
    revision: "a-1",
  };
  const { images } = await served([own]);
  const { path, widthsPx } = images[0]?.thumbnails ?? { path: "", widthsPx: [] };
  expect(signer.verify(`${path}${widthsPx[0]}`)?.source).toBe("lib:barn-01@a-1");
  expect(images[0]).not.toHaveProperty("revision");
});

test("widths ascend up to the first that is at least as wide as the original", async () => {
  const { images } = await served([anImage(), anImage({ width: 300, height: 200 })]);
  const [large, small] = images.map(({ thumbnails }) => thumbnails?.widthsPx);
  expect(large).toEqual([240, 320, 480, 640, 960, 1200, 1600]);
  expect(small).toEqual([240, 320]);
});

test("a picture that is never fetched has no thumbnail and no URL of another host", async () => {
  const { images } = await served([anImage({ imageUrl: "https://refused.example/x.jpg" })]);
  expect(images[0]).toMatchObject({ thumbnails: null, fallbackUrl: null });
});

test("the original is a fallback only if it is ours or the operator allows it", async () => {
  const pictures = [anImage(), anImage({ imageUrl: "/library/barn-01/original" })];
  const urls = (images: readonly Image[]) => images.map(({ fallbackUrl }) => fallbackUrl);
  expect(urls((await served(pictures)).images)).toEqual([null, "/library/barn-01/original"]);
  expect(urls((await served(pictures, { fallsBackToOriginals: true })).images)).toEqual([
    "https://a.example/1.jpg",
    "/library/barn-01/original",
  ]);
});

test("one thumbnail of each image in the first rows is started at once, and no more", async () => {
  const { warm } = await served(Array.from({ length: 50 }, (_, i) => anImage({ id: `${i}` })));
  expect(warm).toHaveBeenCalledOnce();
  expect(warm.mock.calls[0]?.[0]).toHaveLength(12);
});

test("a cached answer is signed, and its thumbnails are started, once per expiry day", async () => {
  let nowMs = Date.UTC(2026, 10, 22, 23, 59);
  const own = createSigner(["k".repeat(32)], { clock: () => nowMs });
  const warm = vi.fn();
  const answer = { images: [anImage()] } as unknown as SearchAnswer;
  const search = withThumbnails(async () => ({ ...answer }), {
    thumbnails: { sign: own.sign, expiryDay: own.expiryDay, warm },
    fallsBackToOriginals: false,
  });
  const shownImages = async () =>
    (await search(query, { signal: new AbortController().signal })).images;
  const first = await shownImages();
  expect(await shownImages()).toBe(first);
  expect(warm).toHaveBeenCalledOnce();
  nowMs += 60_000;
  const next = await shownImages();
  expect(next[0]?.thumbnails?.path).not.toBe(first[0]?.thumbnails?.path);
  expect(next[0]).toMatchObject({ id: "one" });
});
