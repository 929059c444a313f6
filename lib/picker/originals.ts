import "server-only";
import { z } from "zod";
import type { ProvenImage } from "@/lib/contract/image-proofs";
import { ORIGINAL_BYTES_MAX } from "@/lib/contract/picker";
import type { PickerOriginalAnswer } from "@/lib/contract/picker-requests";
import {
  IMAGE_BYTES_MAX,
  type ImageProofs,
  isLibraryImage,
  readSentImage,
} from "@/lib/gallery/image-proofs";
import type { DownloadOriginal } from "@/lib/gallery/original-download-endpoint";
import type { ProofSigner } from "@/lib/gallery/proof-signer";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import { createSeal } from "@/lib/platform/sealed-value";
import { parseJson } from "@/lib/protocol/parse-json";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST, READ } from "@/lib/web/route";

const LIFETIME_MS = 60 * 60_000;

const SENT = z.object({
  image: z.unknown(),
  name: z.string().transform((name) => name.slice(0, 200)),
  origin: z.string(),
});

type Sealed = { image: ProvenImage; name: string; origin: string };

/**
 * Creates the two routes that pass on an original as a URL that expires. The URL contains the image and
 * its proof, sealed, so this server stores nothing.
 */
export function pickerOriginalEndpoints({
  proofs,
  signer,
  download,
  origins,
  publicUrl,
  secret,
}: {
  proofs: Pick<ImageProofs, "check">;
  signer: Pick<ProofSigner, "sign">;
  download: DownloadOriginal;
  /** Those that may open the picker. */
  origins: readonly string[];
  publicUrl: string;
  secret: () => string;
}): readonly Endpoint[] {
  const { seal, open } = createSeal<Sealed>({ secret, purpose: "vitrine picker original" });
  return [
    /**
     * POST /api/picker/original: a URL of an image's original, for the program of `origin`.
     *
     * Body    `PickerOriginalRequest`, as JSON.
     * 200     `PickerOriginalAnswer`.
     * Errors  cross_site, images_invalid, image_unproven.
     */
    {
      ...GALLERY_POST,
      path: "/api/picker/original",
      bodyBytesMax: IMAGE_BYTES_MAX,
      async handler(request) {
        assertOwnPage(request);
        const json = parseJson(await request.text());
        const sent = SENT.safeParse(json.isJson ? json.value : null);
        const image = sent.success ? readSentImage(sent.data.image) : null;
        if (!sent.success || image === null) throw new AppError("images_invalid", "no image");
        const { name, origin } = sent.data;
        if (!origins.includes(origin)) throw new AppError("cross_site", "unlisted origin");
        if ((await proofs.check(image)) === null) {
          throw new AppError("image_unproven", "without a proof, hidden or gone");
        }
        // One short proof: the URL of a thumbnail would make this URL too long.
        const proven = { ...image, proofs: isLibraryImage(image) ? [] : [signer.sign(image)] };
        const token = seal({ image: proven, name, origin }, { lifetimeMs: LIFETIME_MS });
        return BytesResponse.of({
          url: `${publicUrl}/picker/original/${token}`,
          expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
        } satisfies PickerOriginalAnswer);
      },
    },
    /**
     * GET /picker/original/<token>: the file, for the program and for scripts of its origin.
     *
     * Errors  link_expired, and those of `createOriginalDownload`.
     */
    {
      ...READ,
      // Excludes HEAD, which would fetch the file as well.
      methods: ["GET"],
      path: "/picker/original/:token",
      caller: "visitor",
      priority: "thumbnail",
      errorForm: "plain",
      cacheControl: "no-store",
      async handler(_request, context) {
        const sealed = open(context.params.token ?? "");
        if (sealed === null) throw new AppError("link_expired", "too old, or not sealed here");
        const { image, name, origin } = sealed;
        // The operator may have removed the origin since.
        if (!origins.includes(origin)) throw new AppError("link_expired", "unlisted origin");
        const limits = { bytesMax: ORIGINAL_BYTES_MAX, readableBy: origin };
        return download({ image, name }, context, limits);
      },
    },
  ];
}
