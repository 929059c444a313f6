import "server-only";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { AppError } from "@/lib/platform/errors";

/** Of the body as sent, and again of what it unpacks to: about a hundred times a usual answer. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;

const unpack = promisify(gunzip);

/**
 * Reads a body as UTF-8 text, unpacked from gzip; stops reading at 2 MiB.
 *
 * @throws AppError service_answer_unreadable for a longer body, for any other encoding, and for
 * gzip that is broken; the connection's own error when it ends early.
 */
export async function readBody({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = String(headers["content-encoding"] ?? "identity")
    .trim()
    .toLowerCase();
  const isGzip = encoding === "gzip" || encoding === "x-gzip";
  try {
    if (!isGzip && encoding !== "identity" && encoding !== "") {
      // The name is the service's own text, so it stays out of the log.
      throw unreadable("a content encoding that was not asked for");
    }
    if (Number(headers["content-length"]) > BODY_BYTES_MAX) throw tooLong();
    const bytes = await collect(body);
    return new TextDecoder().decode(isGzip ? await unpackBounded(bytes) : bytes);
  } finally {
    // Whatever is left would otherwise keep the connection busy; destroying ends it.
    if (!body.readableEnded) destroyQuietly(body);
  }
}

async function collect(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    byteCount += chunk.length;
    if (byteCount > BODY_BYTES_MAX) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function unpackBounded(bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: BODY_BYTES_MAX });
  } catch (cause) {
    throw unreadable("gzip that is broken or too long", cause);
  }
}

/** Destroying a body emits an error that has nobody left to go to. */
function destroyQuietly(body: Dispatcher.ResponseData["body"]): void {
  body.on("error", () => {}).destroy();
}

function tooLong(): AppError {
  return unreadable(`a body of more than ${BODY_BYTES_MAX} bytes`);
}

function unreadable(internal: string, cause?: unknown): AppError {
  return new AppError("service_answer_unreadable", internal, { cause });
}
