import { isShown, type Rating } from "@/lib/core/image/moderation";
import { createImageProofs } from "@/lib/gallery/image-proofs";
import { createProofSigner } from "@/lib/gallery/proof-signer";
import type { ThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";

export const REFERENCE_KEY = "a key for signer in tests, 32 bytes or more";

/** A picture of the library; `moderate-barn` is shown with moderate safe search only. */
export function libraryPictureInTest(id: string) {
  if (id !== "barn" && id !== "moderate-barn") return null;
  return {
    name: "Barn",
    hostUrl: null,
    widthPx: 1_200,
    heightPx: 800,
    revision: "1-2",
    rating: id === "barn" ? ("strict" as const) : ("moderate" as const),
  };
}

/** What the endpoints for named images need, over a thumbnail pipeline. */
export function imageProofsInTest(
  thumbnails: Pick<ThumbnailPipeline, "signedSourceOf" | "canonicalSource">,
  {
    keys = [REFERENCE_KEY],
    ratings = {},
    safesearch = "moderate",
  }: {
    keys?: readonly string[];
    /** The operator's, by the image's URL. */
    ratings?: Record<string, Rating>;
    safesearch?: "strict" | "moderate";
  } = {},
) {
  const signer = createProofSigner(() => keys);
  const proofs = createImageProofs({
    signer,
    thumbnails,
    libraryPicture: async (id) => libraryPictureInTest(id),
    ratings: {
      isShown: (source, filter) => isShown(ratings[source] ?? null, filter),
      loading: () => null,
    },
    safesearch,
  });
  return { signer, proofs };
}
