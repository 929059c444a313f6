import "server-only";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { constants } from "node:zlib";
import compression from "compression";
import { rejectionMessages } from "@/lib/messages/compiled/rejection";
import { log } from "@/lib/platform/log";
import { apiOf, unknownApiPath } from "./api-paths";
import {
  createHostCheck,
  type RejectionStatus,
  rejectReason,
  stripInternalHeaders,
} from "./request-head";
import { createStaticFiles } from "./static-files";

type FrontDoorOptions = {
  /** The project's folder, with the build. */
  root: string;
  publicUrl: string;
  allowedHosts: readonly string[];
  /** Answers `/thumb/…`. */
  answerThumbnail: (request: Request) => Promise<Response>;
  /** Next, which answers everything else. */
  answerPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  timeouts?: Timeouts;
};

/** Limits slow-request (slowloris) connections. */
type Timeouts = {
  /** Time limits for the head and for the whole request. */
  headMs: number;
  requestMs: number;
  /** Interval of the check for both; Node's default is 30 s. */
  checkMs: number;
  /** For a connection without traffic; longer than any response takes to start. */
  idleMs: number;
};

const TIMEOUTS: Timeouts = { headMs: 15_000, requestMs: 60_000, checkMs: 1_000, idleMs: 60_000 };

/** The best compression that is about as fast as gzip's. */
const BROTLI_QUALITY = 5;

/**
 * The server that visitors connect to (docs/decisions/0022-front-door-server.md). It refuses
 * malformed and misdirected requests, answers the hottest paths itself (thumbnails, scripts, styles,
 * fonts), and passes the rest to Next, compressed.
 */
export function createFrontDoor(options: FrontDoorOptions): Server {
  const { root, answerThumbnail, answerPage, timeouts = TIMEOUTS } = options;
  const isOurHost = createHostCheck(options);
  const serveStatic = createStaticFiles(root);
  const compress = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const onFailure = (response: ServerResponse) => (err: unknown) => {
    log().error({ event: "front_door_failed", err });
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "cache-control": "no-store" }).end();
  };

  // Node may have parsed further requests of a connection that was refused, and would emit them.
  const refused = new WeakSet<Socket>();

  const server = createServer(
    {
      headersTimeout: timeouts.headMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    (request, response) => {
      if (refused.has(request.socket)) return;
      const { url = "" } = request;
      const status = rejectReason(request, isOurHost);
      if (status !== null) {
        refused.add(request.socket);
        const { headers, body } = rejection(status, url);
        response.writeHead(status, headers).end(body);
        return;
      }
      stripInternalHeaders(request);
      const unknown = unknownApiPath(url);
      if (unknown !== null || url.startsWith("/thumb/")) {
        const answer = unknown === null ? answerThumbnail : async () => unknown;
        respondWith(answer, request, response).catch(onFailure(response));
        return;
      }
      serveStatic(request, response, () => {
        // Its types are Express's, of which it uses nothing.
        compress(request as never, response as never, () => {
          answerPage(request, response).catch(onFailure(response));
        });
      });
    },
  );
  server.on("clientError", refuseUnparsed);
  // No header line is dropped, so that `rejectReason` sees all; the head's bytes bound them.
  server.maxHeadersCount = 0;
  server.setTimeout(timeouts.idleMs);
  return server;
}

/**
 * Answers a request of Node's server by a handler that takes a web-standard `Request`. Its signal
 * aborts when the visitor leaves. For paths that take no request body.
 */
async function respondWith(
  handler: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  const { method = "GET", headers, url } = request;
  // Handlers read the path alone, so any host name does.
  const target = `http://localhost${url}`;
  const answer = await handler(
    new Request(target, { method, headers: toHeaders(headers), signal: left.signal }),
  );
  response.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) response.end();
  else {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() =>
      response.destroy(),
    );
  }
}

function toHeaders(sent: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  }
  return headers;
}

/** A refusal in the form of the interface under its paths, else in plain text for a person. */
function rejection(status: RejectionStatus, target: string) {
  const isInterface = apiOf(target) === "interface";
  const message = rejectionMessages(`${status}`);
  const body = isInterface ? JSON.stringify({ error: message }) : `${message}\n`;
  const headers = {
    "cache-control": "no-store",
    connection: "close",
    "content-length": String(Buffer.byteLength(body)),
    "content-type": isInterface ? "application/json" : "text/plain; charset=utf-8",
    ...(status === 405 && { allow: "GET" }),
  };
  return { headers, body };
}

/** The statuses of the parser's errors; 400 for all others. */
const PARSER_STATUS: Record<string, RejectionStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers requests that Node's parser rejects; Node alone would send an empty body. */
function refuseUnparsed(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) {
  // Node stores the response in progress here; a second one must not follow it.
  const { _httpMessage: inProgress } = socket as Socket & {
    _httpMessage?: { _headerSent: boolean };
  };
  if (!socket.writable || inProgress?._headerSent) {
    socket.destroy(error);
    return;
  }
  const [, target = ""] = /^\S+ (\S+)/.exec(error.rawPacket?.toString("latin1") ?? "") ?? [];
  const status = PARSER_STATUS[error.code ?? ""] ?? 400;
  const { headers, body } = rejection(status, target);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n");
  socket.write(`${head}\r\n\r\n${body}`);
  socket.destroySoon();
}
