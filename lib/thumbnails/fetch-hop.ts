import "server-only";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { badHost, slowHost } from "./thumbnail-failure";

/** How long each stage of a fetch may take, and how slow a body may be. */
export const FETCH_DEADLINES = {
  dnsMs: 2_000,
  connectMs: 3_000,
  /** From the request to the complete response head. */
  firstByteMs: 5_000,
  /** The whole fetch, redirects included. */
  wholeMs: 8_000,
  /** After this time the body's average rate must be `rateBytesPerSecondMin` or more. */
  rateAfterMs: 2_000,
  rateBytesPerSecondMin: 2_048,
};

export type FetchDeadlines = typeof FETCH_DEADLINES;

/** This program's name in `Via`; a request with this name is a loop. */
export const VIA_NAME = "vitrine-thumbnails";

const IMAGE_HEADERS = {
  accept: "image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.9,*/*;q=0.1",
  // Names this program, and reveals nothing about the visitor.
  "user-agent": "Mozilla/5.0 (compatible; Vitrine; image thumbnails)",
  via: `1.1 ${VIA_NAME}`,
};

const HEAD_BYTES_MAX = 16_384;
const INTERIM_RESPONSES_MAX = 8;

/** A request to the host; by default a GET of the whole file. */
export type HopRequest = {
  method?: "GET" | "HEAD" | "POST";
  /** As in the header `Range`. */
  range?: string;
  /** These replace the headers of a request for an image. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/**
 * Sends one request over its own connection and returns the response's head; the body is unread. It
 * contains nothing about the visitor. The connection is used once, so that no response can be
 * smuggled to another request.
 *
 * @throws ThumbnailFailure `slow-host` without a head in time, `unavailable` for invalid HTTP; the
 * signal's reason once it aborts
 */
export function fetchHop(
  url: URL,
  socket: Socket,
  { deadlines, signal }: { deadlines: FetchDeadlines; signal: AbortSignal },
  { method = "GET", range, headers = IMAGE_HEADERS, body }: HopRequest = {},
): Promise<{ response: IncomingMessage; close(): void }> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) socket.destroy();
    signal.throwIfAborted();
    const outgoing = request({
      // No agent: it would open its own connection, to an unchecked IP address.
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        host: url.host,
        ...headers,
        // Without a content coding there is no decompression bomb.
        "accept-encoding": "identity",
        connection: "close",
        ...(range !== undefined && { range }),
      },
      maxHeaderSize: HEAD_BYTES_MAX,
      insecureHTTPParser: false,
    });
    const close = () => {
      signal.removeEventListener("abort", onAbort);
      outgoing.destroy();
      socket.destroy();
    };
    const fail = (failure: unknown) => {
      clearTimeout(timer);
      close();
      reject(failure);
    };
    const onAbort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(slowHost("no response in time")), deadlines.firstByteMs);
    signal.addEventListener("abort", onAbort);
    let interimResponses = 0;
    outgoing.on("information", () => {
      interimResponses += 1;
      if (interimResponses > INTERIM_RESPONSES_MAX) fail(badHost("too many interim responses"));
    });
    outgoing.on("upgrade", () => fail(badHost("the host demands another protocol")));
    outgoing.once("socket", (used) => {
      if (used !== socket) fail(badHost("the request took another connection"));
    });
    outgoing.on("error", (cause) => fail(badHost("the request failed", cause)));
    outgoing.once("response", (response) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve({ response, close });
    });
    outgoing.end(body);
  });
}
