import "server-only";
import type { IncomingMessage } from "node:http";
import type { ByteBudget } from "./byte-budget";
import type { FetchDeadlines } from "./deadlines";
import { sniffPicture } from "./sniff";
import { badHost, busy, slowHost, ThumbnailFailure } from "./thumbnail-failure";

/** Enough of a file to tell what it is. */
const SNIFF_BYTES = 64;

type ReadOptions = {
  bytesMax: number;
  /** What all bodies that are being read may take together. */
  budget: ByteBudget;
  deadlines: FetchDeadlines;
  signal: AbortSignal;
};

/**
 * Reads a picture's body, counting as it comes: the length a host announces is believed only where
 * it is too big. Ends early when the first bytes are no picture's.
 *
 * @throws ThumbnailFailure `too-large`, `not-a-picture`, `slow-host`, `unavailable` for a body that
 *   breaks off, or 503 where the budget is used up; the signal's reason once it aborts.
 */
export async function readPictureBody(
  response: IncomingMessage,
  { bytesMax, budget, deadlines, signal }: ReadOptions,
): Promise<Buffer> {
  signal.throwIfAborted();
  const announced = Number(response.headers["content-length"] ?? 0);
  if (announced > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let takenBytes = 0;
  let isSniffed = false;
  const body = new Promise<Buffer>((resolve, reject) => {
    const rate = watchRate(() => bytes, deadlines, reject);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) return reject(tooLarge());
      if (!budget.take(chunk.length)) return reject(busy("too many bytes are on their way"));
      takenBytes += chunk.length;
      chunks.push(chunk);
      if (!isSniffed && bytes >= SNIFF_BYTES) {
        isSniffed = true;
        if (sniffPicture(Buffer.concat(chunks)) === null) reject(notAPicture());
      }
    });
    response.on("error", (cause) => reject(badHost("the body broke off", cause)));
    response.once("close", () => {
      clearInterval(rate);
      signal.removeEventListener("abort", onAbort);
      if (response.complete) resolve(Buffer.concat(chunks));
      else reject(badHost("the body broke off"));
    });
  });
  try {
    return await body;
  } finally {
    // The stream must not go on filling memory behind a failure.
    response.destroy();
    budget.give(takenBytes);
  }
}

function watchRate(
  bytesSoFar: () => number,
  deadlines: FetchDeadlines,
  reject: (failure: ThumbnailFailure) => void,
): NodeJS.Timeout {
  const startMs = performance.now();
  return setInterval(() => {
    const elapsedMs = performance.now() - startMs;
    if (elapsedMs < deadlines.rateAfterMs) return;
    if (bytesSoFar() < (deadlines.rateBytesPerSecondMin * elapsedMs) / 1_000) {
      reject(slowHost("the body comes too slowly"));
    }
  }, 250);
}

/** More bytes than a thumbnail is worth. */
export function tooLarge(): ThumbnailFailure {
  return new ThumbnailFailure("too-large", 413, "more bytes than allowed");
}

/** Not one of the formats that are decoded. */
export function notAPicture(): ThumbnailFailure {
  return new ThumbnailFailure("not-a-picture", 415, "not a format that is decoded");
}
