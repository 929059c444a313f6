import "server-only";
import { LRUCache } from "lru-cache";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { BytesResponse } from "@/lib/platform/bytes-response";
import type { GalleryImage } from "./gallery-images";
import type { ThumbnailSigner } from "./with-thumbnails";

/** A body as it was sent: its bytes, also compressed. */
type Body = Pick<BytesResponse, "content" | "compressed">;

/** Returns an answer whose thumbnails are not signed yet as a response, with signed ones. */
export type AnswerResponse = (answer: SearchAnswer, options?: { vary?: string }) => BytesResponse;

const BYTES_MAX = 16 * 1024 * 1024;
/** The front door adds the compressed bytes later; both codings take less than half of the body. */
const WITH_COMPRESSED = 1.5;

/**
 * Creates the function that returns answers as responses of the API. It stores the bytes of answers of
 * the cache, because signing, rendering and compressing one takes many times as long as finding it
 * (docs/decisions/0025-cached-answers-keep-their-bytes.md).
 *
 * Bytes are sent again only if all that they contain is the same: every field of the answer but its
 * images, which images these are, and the day on which their thumbnails expire. The time of the answer
 * stands for the fields of the images. The age is in the header `Age` (RFC 9111 §5.1).
 */
export function createAnswerResponse({
  sign,
  expiryDay,
}: {
  sign: (image: GalleryImage) => Image;
  expiryDay: ThumbnailSigner["expiryDay"];
}): AnswerResponse {
  const bodies = new LRUCache<string, Body>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ content }, key) =>
      Math.ceil(content.byteLength * WITH_COMPRESSED) + key.length,
  });

  function render(answer: SearchAnswer): Body {
    const { ageSeconds, images, ...others } = answer;
    const isStored = answer.from === "cache";
    let identity = "";
    if (isStored) {
      identity = `${expiryDay()} ${JSON.stringify(others)}`;
      for (const { id } of images) identity += ` ${id}`;
      const known = bodies.get(identity);
      if (known !== undefined) return known;
    }
    const json = JSON.stringify({ ...others, images: images.map(sign) });
    const body = { content: new TextEncoder().encode(json), compressed: {} };
    if (isStored) bodies.set(identity, body);
    return body;
  }

  return (answer, { vary } = {}) => {
    const { content, compressed } = render(answer);
    return new BytesResponse(content, {
      headers: [
        "content-type",
        "application/json",
        "cache-control",
        "private, no-store",
        "age",
        String(answer.ageSeconds),
        ...(vary === undefined ? [] : ["vary", vary]),
      ],
      compressed,
    });
  };
}
