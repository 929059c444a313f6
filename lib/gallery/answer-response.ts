import "server-only";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { BytesResponse } from "@/lib/platform/bytes-response";

/** A body as it was sent: its bytes, also compressed, and the JSON of everything but the images. */
type Rendered = {
  answer: SearchAnswer;
  rest: string;
  content: Uint8Array<ArrayBuffer>;
  compressed: BytesResponse["compressed"];
};

/** The last body of each array of images: freed with the answer in memory (answer-cache.ts). */
const rendered = new WeakMap<readonly Image[], Rendered>();

/**
 * Returns an answer as a response of the API. Its age is in the header `Age` (RFC 9111 §5.1), because
 * everything else in a cached answer stays the same for many requests: its bytes are stored and
 * compressed once (docs/decisions/0025-cached-answers-keep-their-bytes.md).
 *
 * Bytes are sent again only for the same array of images, and only if every other field of the answer
 * is the same too. Each answer of the service or the library has a new array, so its bytes are not
 * stored.
 */
export function answerResponse(
  answer: SearchAnswer,
  { vary }: { vary?: string } = {},
): BytesResponse {
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
}

function render(answer: SearchAnswer): Rendered {
  let body = rendered.get(answer.images);
  if (body?.answer === answer) return body;
  const { ageSeconds, images, ...others } = answer;
  const rest = JSON.stringify(others);
  if (body?.rest === rest) {
    body.answer = answer;
    return body;
  }
  const json = JSON.stringify({ ...others, images });
  body = { answer, rest, content: new TextEncoder().encode(json), compressed: {} };
  if (others.from === "cache" || others.from === "stale") rendered.set(images, body);
  return body;
}
