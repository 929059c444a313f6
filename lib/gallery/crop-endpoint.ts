import "server-only";
import { z } from "zod";
import {
  CREDIT_TEXT_CHARACTERS_MAX,
  CROP_URL,
  type CropRequest,
  type FileCredit,
} from "@/lib/contract/crops";
import { cropSchema } from "@/lib/contract/picker";
import { oneLine } from "@/lib/core/credits/credit-facts";
import { xmpOf } from "@/lib/core/credits/xmp";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import type { Caller } from "@/lib/platform/fair-queue";
import { cutText } from "@/lib/protocol/clean-text";
import { parseJson } from "@/lib/protocol/parse-json";
import { assertOwnPage } from "@/lib/web/cross-site";
import { type Endpoint, GALLERY_POST } from "@/lib/web/route";
import { IMAGE_BYTES_MAX, type ImageProofs, readSentImage } from "./image-proofs";
import { fileHeaders } from "./original-download-endpoint";

export type CropParts = {
  proofs: ImageProofs;
  /** Returns null if the crop does not match the original. */
  makeCrop(
    source: string,
    wanted: Pick<CropRequest, "crop" | "size"> & {
      /** The original's size as the search service stated it; null to use the real one. */
      of: { width: number; height: number } | null;
      xmp: string;
    },
    caller: Caller,
  ): Promise<{ format: string; body: Uint8Array } | null>;
};

const text = z.string().transform((sent) => cutText(oneLine(sent), CREDIT_TEXT_CHARACTERS_MAX));

const REQUEST = z
  .object({
    image: z.unknown(),
    name: z.string().default(""),
    crop: cropSchema,
    size: z
      .object({ width: z.int().positive(), height: z.int().positive() })
      .nullish()
      .transform((size) => size ?? null),
    credit: z.object({
      title: text,
      description: text,
      alternativeText: text,
      creator: text,
      copyright: text,
      creditLine: text,
      usageTerms: text,
      sourceUrl: text,
    } satisfies Record<keyof FileCredit, unknown>),
  })
  .refine(({ crop, size }) => !size || (size.width <= crop.width && size.height <= crop.height));

/**
 * POST /api/crop: makes a file of a part of an image, with the credit in its metadata.
 *
 * Body    `CropRequest`, as JSON.
 * 200     the file: PNG if any of its pixels is transparent, otherwise JPEG.
 * Errors  cross_site, images_invalid, image_unproven, crop_mismatch, and as `/api/original`. An original
 *         without a thumbnail, because it is too large, has no crops either.
 */
export function cropEndpoint({ proofs, makeCrop }: CropParts): Endpoint {
  return {
    ...GALLERY_POST,
    path: CROP_URL,
    priority: "thumbnail",
    bodyBytesMax: IMAGE_BYTES_MAX,
    handler: async (request, { visitor, signal }) => {
      assertOwnPage(request);
      const parsed = parseJson(await request.text());
      const sent = REQUEST.safeParse(parsed.isJson ? parsed.value : null);
      const image = readSentImage(sent.data?.image);
      if (!sent.success || image === null) throw new AppError("images_invalid", "no image or crop");
      const known = await proofs.check(image);
      if (known === null) throw new AppError("image_unproven", "without a proof, hidden or gone");
      const { width, height } = known;
      const source = known.source.kind === "remote" ? known.source.url : `lib:${known.source.id}`;
      const { name, crop, size, credit } = sent.data;
      const of = width === null || height === null ? null : { width, height };
      const wanted = { crop, of, size, xmp: xmpOf(credit) };
      const made = await makeCrop(source, wanted, { visitor, signal });
      if (made === null) throw new AppError("crop_mismatch", "the original has another shape");
      const names = imageFileNames(name, made.format, "image");
      return new BytesResponse(made.body, {
        headers: fileHeaders({ ...names, contentType: `image/${made.format}` }),
      });
    },
  };
}
