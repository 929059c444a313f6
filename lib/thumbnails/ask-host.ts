import "server-only";
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import type { FileValidators } from "@/lib/contract/still-there";
import type { HostAnswer } from "@/lib/core/image/image-state";
import { type Caller, createFairQueue, type QueueLimits } from "@/lib/platform/fair-queue";
import {
  allowedUrl,
  type FetchOptions,
  formatOfHost,
  openSource,
  SNIFF_BYTES,
} from "./fetch-source";
import { hostKey } from "./originals";
import { slowHost } from "./thumbnail-failure";

/** Two at a time for one host, which receives a burst of requests when a collection is checked. */
const QUEUE_LIMITS: QueueLimits = {
  runningMax: 12,
  runningPerHostMax: 2,
  runningPerVisitorMax: 6,
  waitingMax: 200,
};
/** The deadline for one image, redirects and both requests included. */
const ANSWER_MS = 10_000;
const CHARACTERS_MAX = 256;
/** A host is asked about an image once in this time, for all visitors. */
const REMEMBERED_MS = 300_000;
/** The same after an answer that does not tell: the host may have been busy. */
const UNKNOWN_MS = 60_000;
const REMEMBERED_MAX = 5_000;

export type AskHost = (source: string, caller: Caller) => Promise<HostAnswer>;

/**
 * Creates the function that asks an image's host whether the image is still there: by HEAD, and, if
 * that is not conclusive, by a GET of the first bytes, because some hosts answer HEAD wrongly. Every
 * connection is checked as in `fetchSource`. Rejects only with the signal's reason.
 */
export function createAskHost(options: FetchOptions): AskHost {
  const queue = createFairQueue(QUEUE_LIMITS);
  const answers = new LRUCache<string, HostAnswer>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS });

  async function ask(source: string, leaving: AbortSignal): Promise<HostAnswer> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(slowHost("no answer in time")), ANSWER_MS);
    const signal = AbortSignal.any([leaving, deadline.signal]);
    try {
      return (
        (await byHead(source, options, signal)) ?? (await byFirstBytes(source, options, signal))
      );
    } catch {
      leaving.throwIfAborted();
      return { kind: "unknown" };
    } finally {
      clearTimeout(timer);
    }
  }

  return async (source, { visitor, signal }) => {
    const known = answers.get(source);
    if (known !== undefined) return known;
    try {
      const host = hostKey(allowedUrl(source, options.policy));
      return await queue.run({ visitor, signal, host }, async () => {
        // Another question about this image may have been answered meanwhile.
        const present = answers.get(source);
        if (present !== undefined) return present;
        const answer = await ask(source, signal);
        answers.set(source, answer, {
          ttl: answer.kind === "unknown" ? UNKNOWN_MS : REMEMBERED_MS,
        });
        return answer;
      });
    } catch {
      signal.throwIfAborted();
      return { kind: "unknown" };
    }
  };
}

/** Returns null if the answer is not conclusive. */
async function byHead(
  source: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<HostAnswer | null> {
  const { response, movedTo, close } = await openSource(source, options, signal, {
    method: "HEAD",
  });
  try {
    const isImage = response.headers["content-type"]?.startsWith("image/") === true;
    if (response.statusCode !== 200 || !isImage) return null;
    const sizeBytes = wholeNumber(response.headers["content-length"]);
    return { kind: "image", movedTo, validators: validatorsOf(response, sizeBytes) };
  } finally {
    close();
  }
}

async function byFirstBytes(
  source: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<HostAnswer> {
  const range = `bytes=0-${SNIFF_BYTES - 1}`;
  const { response, movedTo, close } = await openSource(source, options, signal, { range });
  const onAbort = () => response.destroy();
  signal.addEventListener("abort", onAbort);
  try {
    const { statusCode: status, headers } = response;
    if (status === 404 || status === 410) return { kind: "gone" };
    if (status !== 200 && status !== 206) return { kind: "unknown" };
    if (formatOfHost(await firstBytes(response)) === null) return { kind: "other" };
    const [, total] = /^bytes 0-\d+\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
    const sizeBytes = wholeNumber(status === 206 ? total : headers["content-length"]);
    return { kind: "image", movedTo, validators: validatorsOf(response, sizeBytes) };
  } finally {
    signal.removeEventListener("abort", onAbort);
    response.on("error", () => {}).destroy();
    close();
  }
}

/** Leaving the loop early closes the stream. */
async function firstBytes(response: IncomingMessage): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of response) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length >= SNIFF_BYTES) break;
  }
  return head;
}

/** Omits validators of unusual length, because the browser stores them. */
function validatorsOf({ headers }: IncomingMessage, sizeBytes: number | null): FileValidators {
  const short = (text: string | undefined) =>
    text !== undefined && text.length <= CHARACTERS_MAX ? text : null;
  return { etag: short(headers.etag), lastModified: short(headers["last-modified"]), sizeBytes };
}

function wholeNumber(text: string | undefined): number | null {
  const number = Number(text ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
