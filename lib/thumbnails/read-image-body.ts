import "server-only";
import type { IncomingMessage } from "node:http";
import { sniffFormat } from "@/lib/platform/sniff-format";
import type { FetchDeadlines } from "./fetch-hop";
import { badHost, busy, notAnImage, slowHost, tooLarge } from "./thumbnail-failure";

export type ByteBudget = ReturnType<typeof createByteBudget>;

/** Creates a limit for the memory that concurrent downloads share. */
export function createByteBudget(bytesMax: number) {
  let reservedBytes = 0;
  return {
    /** Reserves the bytes and returns true, or returns false if they are not available. */
    reserve(bytes: number): boolean {
      const isAvailable = reservedBytes + bytes <= bytesMax;
      if (isAvailable) reservedBytes += bytes;
      return isAvailable;
    },
    release(bytes: number): void {
      reservedBytes -= bytes;
    },
    reservedBytes: () => reservedBytes,
  };
}

/** Enough of a file to determine its format. */
const SNIFF_BYTES = 64;
const RATE_CHECK_MS = 250;

type ReadOptions = {
  bytesMax: number;
  budget: ByteBudget;
  deadlines: FetchDeadlines;
  signal: AbortSignal;
};

/**
 * Reads an image's body. Counts the bytes received; the announced length only serves to reject
 * early. Stops as soon as the first bytes are not those of a supported format.
 *
 * @throws ThumbnailFailure `too-large`, `not-a-picture`, `slow-host`, `unavailable` for a truncated
 *   body, or 503 when the budget is used up; the signal's reason once it aborts.
 */
export async function readImageBody(
  response: IncomingMessage,
  { bytesMax, budget, deadlines, signal }: ReadOptions,
): Promise<Buffer> {
  signal.throwIfAborted();
  const announcedBytes = Number(response.headers["content-length"] ?? 0);
  if (announcedBytes > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let reservedBytes = 0;
  let isSniffed = false;
  const body = new Promise<Buffer>((resolve, reject) => {
    const startMs = performance.now();
    const rateCheck = setInterval(() => {
      const elapsedMs = performance.now() - startMs;
      const expectedBytes = (deadlines.rateBytesPerSecondMin * elapsedMs) / 1_000;
      if (elapsedMs >= deadlines.rateAfterMs && bytes < expectedBytes) {
        reject(slowHost("the body comes too slowly"));
      }
    }, RATE_CHECK_MS);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) return reject(tooLarge());
      if (!budget.reserve(chunk.length)) return reject(busy("too many downloads in progress"));
      reservedBytes += chunk.length;
      chunks.push(chunk);
      if (!isSniffed && bytes >= SNIFF_BYTES) {
        isSniffed = true;
        const format = sniffFormat(Buffer.concat(chunks));
        // The decoder reads TIFF only for the library's own images.
        if (format === null || format === "tiff") reject(notAnImage());
      }
    });
    response.on("error", (cause) => reject(badHost("the body was truncated", cause)));
    response.once("close", () => {
      clearInterval(rateCheck);
      signal.removeEventListener("abort", onAbort);
      if (response.complete) resolve(Buffer.concat(chunks));
      else reject(badHost("the body was truncated"));
    });
  });
  try {
    return await body;
  } finally {
    // Otherwise a rejected body would still be buffered.
    response.destroy();
    budget.release(reservedBytes);
  }
}
