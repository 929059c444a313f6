import "server-only";
import { FILES_PER_VISITOR_MAX } from "@/lib/contract/crops";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import { type Caller, createFairQueue, type QueueLimits } from "@/lib/platform/fair-queue";
import type { ImageFormat } from "@/lib/platform/sniff-format";
import {
  allowedUrl,
  assertUsable,
  type FetchOptions,
  formatOfHost,
  openSource,
  SNIFF_BYTES,
} from "./fetch-source";
import { hostKey } from "./originals";
import {
  badHost,
  notAnImage,
  slowHost,
  ThumbnailFailure,
  tooLarge,
  tooManyWait,
} from "./thumbnail-failure";

/** How a stream ended; `cancelled`: the visitor left or stopped reading. */
export type StreamOutcome = "complete" | "cancelled" | ThumbnailReason;

/** An original of another host whose body is read on demand. */
export type OriginalStream = {
  format: Exclude<ImageFormat, "tiff" | "svg">;
  /** As announced by the host; null if it did not announce it. */
  sizeBytes: number | null;
  /** Fails if the host breaks off, becomes slow, or sends more than allowed. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Resolves when the connection is closed. Never rejects. */
  ended: Promise<void>;
  /** Resolves at the end of reading with the outcome and the bytes read. Never rejects. */
  finished: Promise<{ outcome: StreamOutcome; bytes: number }>;
};

/** How long a stream may take, in milliseconds. */
export const STREAM_DEADLINES = {
  /** From the request until the image's first bytes, redirects included. */
  headMs: 12_000,
  /** The total time that this server waits for the host. */
  hostMs: 60_000,
  /** The longest time in which the visitor reads nothing. */
  visitorMs: 30_000,
  /** The whole stream, however slow the visitor's connection is. */
  wholeMs: 600_000,
};

export type StreamOptions = FetchOptions & { bytesMax: number; stream: typeof STREAM_DEADLINES };

/** How often the host's rate is checked. */
const CHECK_MS = 250;

/**
 * Opens an original of another host, checked and connected to as in `fetchSource`. It keeps only some
 * chunks of the body in memory, whatever the image's size, and reads no faster than the visitor.
 *
 * @throws ThumbnailFailure if the original cannot be opened; the signal's reason once it aborts,
 * which also closes the connection later
 */
export async function openOriginalStream(
  source: string,
  options: StreamOptions,
  signal: AbortSignal,
): Promise<OriginalStream> {
  const { stream, bytesMax, deadlines } = options;
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const fail = (failure: Error) => failing.abort(failure);
  const headTimer = setTimeout(() => fail(slowHost("no image in time")), stream.headMs);
  const { response, close } = await openSource(source, options, either).catch((error) => {
    clearTimeout(headTimer);
    throw error;
  });
  const wholeTimer = setTimeout(
    () => fail(slowHost("the whole stream took too long")),
    stream.wholeMs,
  );
  const rateCheck = setInterval(() => {
    const hostMs = waitedMs + (waitsSinceMs === null ? 0 : performance.now() - waitsSinceMs);
    const expectedBytes = (deadlines.rateBytesPerSecondMin * hostMs) / 1_000;
    const isSlow = hostMs >= deadlines.rateAfterMs && bytes < expectedBytes;
    if (isSlow || hostMs >= stream.hostMs) fail(slowHost("the body comes too slowly"));
  }, CHECK_MS);
  let visitorTimer: NodeJS.Timeout | undefined;
  let sending: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  // No other listener exists while no chunk is being read.
  response.on("error", () => {});
  let finish: (end: { outcome: StreamOutcome; bytes: number }) => void = () => {};
  const finished: OriginalStream["finished"] = new Promise((resolve) => {
    finish = resolve;
  });
  const end = (outcome: StreamOutcome) => {
    finish({ outcome, bytes });
    clearTimeout(headTimer);
    clearTimeout(wholeTimer);
    clearTimeout(visitorTimer);
    clearInterval(rateCheck);
    either.removeEventListener("abort", onAbort);
    response.destroy();
    close();
  };
  const onAbort = () => {
    end(outcomeOf(either.reason));
    sending?.error(either.reason);
  };
  either.addEventListener("abort", onAbort);
  let bytes = 0;
  if (either.aborted) end(outcomeOf(either.reason));

  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  /** How long this server has waited for the host, excluding the visitor's time. */
  let waitedMs = 0;
  let waitsSinceMs: number | null = null;

  /** Returns the next chunk; null at the end of the body. */
  async function next(): Promise<Buffer | null> {
    waitsSinceMs = performance.now();
    try {
      const chunk = await chunks.next();
      either.throwIfAborted();
      if (chunk.done === true) {
        if (!response.complete) throw badHost("the body was truncated");
        return null;
      }
      bytes += chunk.value.length;
      if (bytes > bytesMax) throw tooLarge();
      return chunk.value;
    } catch (cause) {
      either.throwIfAborted();
      const failure =
        cause instanceof ThumbnailFailure ? cause : badHost("the body was truncated", cause);
      end(failure.reason);
      throw failure;
    } finally {
      waitedMs += performance.now() - (waitsSinceMs ?? 0);
      waitsSinceMs = null;
    }
  }

  try {
    assertUsable(response);
    const announced = Number(response.headers["content-length"] ?? Number.NaN);
    if (announced > bytesMax) throw tooLarge();
    const read: Buffer[] = [];
    while (bytes < SNIFF_BYTES) {
      const chunk = await next();
      if (chunk === null) break;
      read.push(chunk);
    }
    const head = Buffer.concat(read);
    const format = formatOfHost(head);
    if (format === null) throw notAnImage();
    clearTimeout(headTimer);
    let unsent: Buffer | null = head;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start(controller) {
          sending = controller;
        },
        async pull(controller) {
          clearTimeout(visitorTimer);
          try {
            const chunk = unsent ?? (await next());
            unsent = null;
            if (chunk === null) {
              end("complete");
              controller.close();
              return;
            }
            controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
            visitorTimer = setTimeout(
              () => fail(new Error("the visitor reads too slowly")),
              stream.visitorMs,
            );
          } catch (error) {
            // Has no effect after `onAbort`.
            controller.error(error);
          }
        },
        cancel: () => end("cancelled"),
      },
      // Reads nothing from the host before the visitor requests it.
      { highWaterMark: 0 },
    );
    return { format, sizeBytes: Number.isNaN(announced) ? null : announced, body, ended, finished };
  } catch (error) {
    end(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(cause: unknown): StreamOutcome {
  return cause instanceof ThumbnailFailure ? cause.reason : "cancelled";
}

/** A stream lasts as long as the visitor's connection needs. */
const QUEUE_LIMITS: QueueLimits = {
  runningMax: 16,
  runningPerHostMax: 8,
  runningPerVisitorMax: FILES_PER_VISITOR_MAX,
  waitingMax: 64,
};

/**
 * Creates the function that opens originals for visitors, who take turns. A visitor has at most two
 * streams at once; further ones wait.
 */
export function createOriginalStreams(options: StreamOptions) {
  const queue = createFairQueue(QUEUE_LIMITS, { refusal: tooManyWait });
  const outcomes = new Map<StreamOutcome, number>();
  let bytes = 0;

  function count(outcome: StreamOutcome): void {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  return {
    /** Throws like `openOriginalStream`; ThumbnailFailure 503 if too many requests wait. */
    open: (
      source: string,
      { visitor, signal }: Caller,
      limit: { bytesMax?: number } = {},
    ): Promise<OriginalStream> =>
      new Promise<OriginalStream>((resolve, reject) => {
        const host = hostKey(allowedUrl(source, options.policy));
        queue
          .run({ visitor, signal, host }, async () => {
            const stream = await openOriginalStream(source, { ...options, ...limit }, signal);
            void stream.finished.then((end) => {
              bytes += end.bytes;
              count(end.outcome);
            });
            resolve(stream);
            // Keeps the slot until the stream ends.
            await stream.ended;
          })
          .catch(reject);
      }).catch((error) => {
        count(outcomeOf(error));
        throw error;
      }),
    /** Figures of this process: requests by outcome, bytes read from opened images, and levels. */
    stats: () => ({ outcomes: [...outcomes], bytes, ...queue.stats() }),
  };
}
