import "server-only";
import type { IncomingMessage } from "node:http";
import { contentCodings } from "@/lib/platform/content-codings";
import { isFragmented } from "@/lib/platform/read-body";
import { type ImageFormat, sniffFormat } from "@/lib/platform/sniff-format";
import { parseUrl } from "@/lib/protocol/parse-url";
import { type ConnectOptions, connectChecked } from "./connect";
import { fetchHop, type HopRequest } from "./fetch-hop";
import { parseSourceUrl, type SourcePolicy } from "./source-url";
import {
  badHost,
  busy,
  notAnImage,
  refused,
  slowHost,
  ThumbnailFailure,
  tooLarge,
} from "./thumbnail-failure";

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

/** Without a signal, which each function receives separately. */
export type FetchOptions = Omit<ConnectOptions, "signal">;

export type FetchSourceOptions = FetchOptions & {
  bytesMax: number;
  /** Shared by all concurrent fetches. */
  budget: ByteBudget;
};

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const LOCATION_CHARACTERS_MAX = 2048;
/** Enough of a file to determine its format. */
export const SNIFF_BYTES = 64;
const RATE_CHECK_MS = 250;

/**
 * Fetches an original: all its bytes, of which the first are those of a supported image.
 *
 * Follows up to three redirects, none from https to http; each target is checked, resolved and
 * connected to like the first URL.
 *
 * @throws ThumbnailFailure if the original cannot be fetched; the signal's reason once it aborts,
 * after closing the connection
 */
export async function fetchSource(
  source: string,
  options: FetchSourceOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(slowHost("the whole fetch took too long")),
    options.deadlines.wholeMs,
  );
  const whole = { ...options, signal: AbortSignal.any([signal, deadline.signal]) };
  try {
    const { response, close } = await openSource(source, options, whole.signal);
    try {
      assertUsable(response);
      return await readImageBody(response, whole);
    } finally {
      close();
    }
  } finally {
    clearTimeout(timer);
  }
}

export type OpenedSource = {
  /** The response after all redirects, with any status; its body is unread. */
  response: IncomingMessage;
  /** The target of permanent redirects, up to the first temporary one; null without any. */
  movedTo: string | null;
  /** Closes the connection. */
  close(): void;
};

/**
 * Sends a request for an original and follows redirects, as `fetchSource` does. The caller must set a
 * deadline, by the signal, and close the connection.
 *
 * @throws like `fetchSource`
 */
export async function openSource(
  source: string,
  options: FetchOptions,
  signal: AbortSignal,
  request: HopRequest = {},
): Promise<OpenedSource> {
  const hopOptions = { ...options, signal };
  let url = allowedUrl(source, options.policy);
  let movedTo: string | null = null;
  let isPermanent = true;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    signal.throwIfAborted();
    const socket = await connectChecked(url, hopOptions);
    const { response, close } = await fetchHop(url, socket, hopOptions, request);
    const status = response.statusCode ?? 0;
    if (!REDIRECT_STATUSES.has(status)) return { response, movedTo, close };
    try {
      url = redirectTarget(url, response, options.policy);
    } finally {
      close();
    }
    isPermanent &&= status === 301 || status === 308;
    if (isPermanent) movedTo = url.href;
  }
  throw badHost("too many redirects");
}

/** @throws ThumbnailFailure `refused` if the policy does not allow the URL */
export function allowedUrl(text: string, policy: SourcePolicy): URL {
  const source = parseSourceUrl(text, policy);
  if (!source.isAllowed) throw refused(`the URL is not fetched: ${source.problem}`);
  return source.url;
}

function redirectTarget(from: URL, response: IncomingMessage, policy: SourcePolicy): URL {
  const locations = response.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === "location",
  );
  const [location] = locations;
  if (location === undefined || location === "" || locations.length > 1) {
    throw badHost("a redirect without one target");
  }
  if (location.length > LOCATION_CHARACTERS_MAX) throw badHost("a redirect with a long target");
  // As browsers do: Node gives a character per byte, which may be part of UTF-8.
  const escaped = location.replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${Buffer.from(byte, "latin1").toString("hex").toUpperCase()}`,
  );
  const named = parseUrl(escaped, from);
  if (named === null) throw badHost("a redirect with an unreadable target");
  const target = allowedUrl(named.href, policy);
  const leavesHttps = from.protocol === "https:" && target.protocol === "http:";
  if (leavesHttps) throw refused("a redirect from https to http");
  return target;
}

/**
 * Checks status and content coding, before the body is read.
 *
 * @throws ThumbnailFailure
 */
export function assertUsable(response: IncomingMessage): void {
  const status = response.statusCode ?? 0;
  if (status === 404 || status === 410) {
    throw new ThumbnailFailure("gone", 404, `the host answered ${status}`);
  }
  if (status === 401 || status === 402 || status === 403 || status === 451) {
    throw new ThumbnailFailure("refused", 502, `the host answered ${status}`);
  }
  if (status !== 200) throw badHost(`the host answered ${status}`);
  const codings = contentCodings(response.headers["content-encoding"]);
  if (codings.length > 0) throw badHost("the host sent an encoded body");
}

/** Returns an image's format by its first bytes; null for a format that this server never accepts. */
export function formatOfHost(head: Uint8Array): Exclude<ImageFormat, "tiff" | "svg"> | null {
  const format = sniffFormat(head);
  // The decoder reads TIFF and SVG only for the library's own images.
  return format === "tiff" || format === "svg" ? null : format;
}

/**
 * Counts the bytes received; the announced length only serves to reject early. Stops as soon as the
 * first bytes do not belong to a supported format.
 */
async function readImageBody(
  response: IncomingMessage,
  { bytesMax, budget, deadlines, signal }: FetchSourceOptions & ConnectOptions,
): Promise<Buffer> {
  signal.throwIfAborted();
  const announcedBytes = Number(response.headers["content-length"] ?? 0);
  if (announcedBytes > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
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
      if (bytes + chunk.length > bytesMax) return reject(tooLarge());
      if (!budget.reserve(chunk.length)) return reject(busy("too many downloads in progress"));
      bytes += chunk.length;
      chunks.push(chunk);
      if (isFragmented(chunks.length, bytes))
        return reject(badHost("the body comes in tiny chunks"));
      if (!isSniffed && bytes >= SNIFF_BYTES) {
        isSniffed = true;
        if (formatOfHost(Buffer.concat(chunks)) === null) reject(notAnImage());
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
    // Otherwise the rest of a rejected body would be buffered.
    response.destroy();
    budget.release(bytes);
  }
}
