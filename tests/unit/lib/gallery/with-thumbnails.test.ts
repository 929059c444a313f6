import { expect, test } from "vitest";
import type { Image } from "@/lib/contract/search-answer";
import type { GalleryImage } from "@/lib/gallery/gallery-images";
import { signImage } from "@/lib/gallery/with-thumbnails";
import { createSigner } from "@/lib/thumbnails/signature";
import type { ThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";
import { anImage } from "@/tests/support/pictures/an-image";

const signer = createSigner(["k".repeat(32)]);

function served(images: Image[], { fallsBackToOriginals = false } = {}) {
  const sign: ThumbnailPipeline["sign"] = (source, narrowestPx, widestPx = narrowestPx) =>
    source.startsWith("https://refused.example/")
      ? null
      : signer.sign(source, narrowestPx, widestPx);
  const thumbnails = { sign, expiryDay: signer.expiryDay };
  return images.map((image) => signImage(image, { thumbnails, fallsBackToOriginals }));
}

test("the signer accepts every URL, for the image's own source", () => {
  const own = anImage({ id: "two", imageUrl: "/library/barn-01/original" });
  const images = served([anImage(), own]);
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

test("an image of the library is signed with its file's revision, which is not sent", () => {
  const own: GalleryImage = {
    ...anImage({ imageUrl: "/library/barn-01/original" }),
    revision: "a-1",
  };
  const images = served([own]);
  const { path, widthsPx } = images[0]?.thumbnails ?? { path: "", widthsPx: [] };
  expect(signer.verify(`${path}${widthsPx[0]}`)?.source).toBe("lib:barn-01@a-1");
  expect(images[0]).not.toHaveProperty("revision");
});

test("widths ascend up to the first that is at least as wide as the original", () => {
  const images = served([anImage(), anImage({ width: 300, height: 200 })]);
  const [large, small] = images.map(({ thumbnails }) => thumbnails?.widthsPx);
  expect(large).toEqual([240, 320, 480, 640, 960, 1200, 1600]);
  expect(small).toEqual([240, 320]);
});

test("a picture that is never fetched has no thumbnail and no URL of another host", () => {
  const images = served([anImage({ imageUrl: "https://refused.example/x.jpg" })]);
  expect(images[0]).toMatchObject({ thumbnails: null, fallbackUrl: null });
});

test("the original is a fallback only if it is ours or the operator allows it", () => {
  const pictures = [anImage(), anImage({ imageUrl: "/library/barn-01/original" })];
  const urls = (images: readonly Image[]) => images.map(({ fallbackUrl }) => fallbackUrl);
  expect(urls(served(pictures))).toEqual([null, "/library/barn-01/original"]);
  expect(urls(served(pictures, { fallsBackToOriginals: true }))).toEqual([
    "https://a.example/1.jpg",
    "/library/barn-01/original",
  ]);
});
