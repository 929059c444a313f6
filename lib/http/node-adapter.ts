import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BytesResponse, type ContentCoding } from "@/lib/platform/bytes-response";
import { delegate } from "@/lib/platform/delegate";
import { acceptedCoding } from "./accepted-coding";
import type { Connection } from "./application";

/*
 * Connects Node's HTTP server to web-standard handlers at low cost. Creating a `Request` takes 18
 * µs and reading a `Response` back takes 60 µs; a bare server's whole answer takes 67 µs.
 */

/** The highest quality that is about as fast as gzip. */
export const BROTLI_QUALITY = 5;

/** Compressing a shorter body saves no packet. */
const COMPRESSED_BYTES_MIN = 1_024;

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/;

/** Returns what Node's server knows about a request. */
export function connectionOf(incoming: IncomingMessage, outgoing: ServerResponse): Connection {
  return {
    target: incoming.url ?? "",
    peer: incoming.socket.remoteAddress,
    forwardedFor: incoming.headers["x-forwarded-for"] as string | undefined,
    leaveSignal() {
      const left = new AbortController();
      const onClose = () => {
        if (!outgoing.writableFinished) left.abort();
      };
      if (outgoing.destroyed || outgoing.closed) onClose();
      else outgoing.once("close", onClose);
      return left.signal;
    },
  };
}

/**
 * Returns a `Request` that reads from Node's request what hot paths use (method, URL, single
 * headers), and creates a real `Request` for anything else.
 */
export function toRequest(incoming: IncomingMessage): Request {
  return new LightRequest(incoming) as unknown as Request;
}

class LightRequest {
  readonly #incoming: IncomingMessage;
  readonly #headers: LightHeaders;
  #real: Request | null = null;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    this.#headers = new LightHeaders(incoming.headers);
  }

  get method(): string {
    return this.#incoming.method ?? "GET";
  }

  get headers(): LightHeaders {
    return this.#headers;
  }

  /** Handlers may use only its path and query string: the client chooses the host. */
  get url(): string {
    return `http://localhost${this.#incoming.url}`;
  }

  get body(): Request["body"] {
    return this.real().body;
  }

  real(): Request {
    const { method, url } = this;
    const hasBody = method !== "GET" && method !== "HEAD";
    this.#real ??= new Request(url, {
      method,
      headers: this.#headers.real(),
      ...(hasBody && { body: Readable.toWeb(this.#incoming) as BodyInit, duplex: "half" }),
    });
    return this.#real;
  }
}

class LightHeaders {
  readonly #sent: IncomingHttpHeaders;
  #real: Headers | null = null;

  constructor(sent: IncomingHttpHeaders) {
    this.#sent = sent;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#sent, key) ? this.#sent[key] : undefined;
    if (value === undefined) return null;
    return typeof value === "string" ? value : value.join(", ");
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#sent, name.toLowerCase());
  }

  real(): Headers {
    if (this.#real === null) {
      this.#real = new Headers();
      for (const name of Object.keys(this.#sent)) this.#real.set(name, this.get(name) ?? "");
    }
    return this.#real;
  }
}

delegate(LightRequest.prototype, Request.prototype);
delegate(LightHeaders.prototype, Headers.prototype);

/**
 * Sends a response. Compresses a `BytesResponse` of a text type if the client accepts that. Sends a
 * stream unchanged at the client's speed, and ends it when the visitor leaves.
 */
export async function sendResponse(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // Node would read the rest of a refused body. A closed connection stops the client.
  if (!incoming.complete && hasBody(incoming)) outgoing.shouldKeepAlive = false;
  if (response instanceof BytesResponse) {
    const coding = codingOf(response, incoming);
    const bytes = coding === null ? response.content : await encode(response, coding);
    outgoing.writeHead(response.status, response.fields());
    outgoing.end(bytes);
    return;
  }
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) outgoing.end();
  // The visitor left while the response waited: nothing would end the pipeline.
  else if (outgoing.destroyed) await response.body.cancel();
  else {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() =>
      outgoing.destroy(),
    );
  }
}

const compressors: Record<ContentCoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  gzip: promisify(gzip) as (bytes: Uint8Array) => Promise<Buffer>,
};

/** Returns the coding of the body; null for none. Sets `Vary` if the client's headers decide. */
function codingOf(response: BytesResponse, incoming: IncomingMessage): ContentCoding | null {
  if (response.content.byteLength < COMPRESSED_BYTES_MIN) return null;
  if (!COMPRESSIBLE.test(response.field("content-type") ?? "")) return null;
  const vary = response.field("vary");
  response.setField("vary", vary === null ? "accept-encoding" : `${vary}, accept-encoding`);
  return incoming.method === "HEAD" ? null : acceptedCoding(incoming);
}

/** Returns the compressed bytes and sets the headers of their coding. Compresses each body once. */
async function encode(response: BytesResponse, coding: ContentCoding): Promise<Uint8Array> {
  const { content, compressed } = response;
  // A copy, because the compressor's buffer is larger than its content.
  compressed[coding] ??= new Uint8Array(await compressors[coding](content));
  response.setField("content-encoding", coding);
  response.setField("content-length", String(compressed[coding].byteLength));
  return compressed[coding];
}

/** Whether the head announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}
