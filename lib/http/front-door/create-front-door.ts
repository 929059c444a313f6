import "server-only";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { constants } from "node:zlib";
import compression from "compression";
import { rejectionMessages } from "@/lib/messages/compiled/rejection";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { toAppError } from "@/lib/platform/errors";
import { type Context, interfaceFailure } from "@/lib/platform/http";
import { log } from "@/lib/platform/log";
import { startRequestSpan } from "@/lib/platform/tracing";
import type { AnsweredRequest } from "@/lib/web/answered-request";
import { isForMonitoring, type Route } from "@/lib/web/route";
import type { Application } from "../application";
import { BROTLI_QUALITY, connectionOf, sendResponse, toRequest } from "../node-adapter";
import type { InLocaleOf } from "../request-locale";
import type { RequestSlots, Slot } from "../request-slots";
import { addResponseHeaders } from "../response-headers";
import { visitorName } from "../visitor-ip";
import { sendFailurePage } from "./failure-page";
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
  /** Answers every route that is not a page. */
  application: Application;
  /** Decides when Next may render a page. */
  slots: Pick<RequestSlots, "enter">;
  /** Has Next render everything else; `context` describes the request to its pages. */
  answerPage: (
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
  ) => Promise<void>;
  /** Renders pages in the language of the visitor; by default in the installation's. */
  inLocaleOf?: InLocaleOf;
  /** Called when a response has ended, or its visitor has left. */
  onAnswered?: (answered: AnsweredRequest) => void;
  timeouts?: Timeouts;
  /**
   * Maximum connections per IPv4 address or IPv6 network (`visitorName`); null behind trusted
   * proxies, which carry many visitors.
   */
  connectionsPerPeerMax?: number | null;
};

/** Limits slow-request (slowloris) connections. */
type Timeouts = {
  /** Time limits for the head and for the whole request. */
  headMs: number;
  requestMs: number;
  /** Interval of the check for both; Node's default is 30 s. */
  checkMs: number;
  /** Closes a connection without traffic; longer than any response takes to start. */
  idleMs: number;
};

const TIMEOUTS: Timeouts = { headMs: 15_000, requestMs: 60_000, checkMs: 1_000, idleMs: 60_000 };

/**
 * How long a connection stays open between requests: longer than the 60 s of common balancers. A
 * request fails if the balancer sends it just as the server closes the connection.
 */
const KEPT_MS = 65_000;

/**
 * Far more than an office behind one IP address needs. A process may open some 20,000 files
 * (systemd allows 500,000), and a single client could use them all.
 */
const CONNECTIONS_PER_PEER_MAX = 1_000;

/**
 * How many pipelined requests of one connection may wait. Browsers do not pipeline; thousands of
 * such requests fit into a few packets and would block the event loop for seconds.
 */
const PIPELINED_MAX = 100;

/**
 * Creates the HTTP server that visitors connect to (docs/decisions/0022-front-door-server.md). It
 * rejects malformed and misdirected requests, lets the application answer the routes of its table,
 * serves scripts, styles and fonts, and passes pages to Next and compresses them.
 */
export function createFrontDoor(options: FrontDoorOptions): Server {
  const { root, application, slots, answerPage, timeouts = TIMEOUTS } = options;
  const { onAnswered = () => {}, inLocaleOf = (_, answer) => answer() } = options;
  const isOurHost = createHostCheck(options);
  const serveStatic = createStaticFiles(root);
  const compress = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const onFailure = (response: ServerResponse) => (err: unknown) => {
    log().error({ event: "front_door_failed", err });
    if (response.headersSent) response.destroy();
    else {
      addResponseHeaders(response, crypto.randomUUID());
      response.writeHead(500, { "cache-control": "no-store" }).end();
    }
  };

  /**
   * Has Next render a page once the visitor gets a slot. Frees the slot when the response ends. Sends a
   * page with the reason if the visitor waited too long, or if no session can be read.
   */
  async function answerInTurn(
    request: IncomingMessage,
    response: ServerResponse,
    context: Context,
    caller: Route["caller"] | undefined,
  ): Promise<void> {
    let slot: Slot;
    try {
      // A page that Next renders cannot have the status 503.
      if (caller === "account" || caller === "operator") {
        await application.sessionOf(toRequest(request).headers);
      }
      // The visitor may have left meanwhile.
      context.signal.throwIfAborted();
      slot = await slots.enter("page", context);
    } catch (cause) {
      const error = toAppError(cause);
      context.code = error.code;
      if (!context.signal.aborted) sendFailurePage(response, error);
      return;
    }
    response.once("close", slot.leave);
    // The types of `compress` are Express's; it uses only what Node's requests and responses have.
    compress(request as never, response as never, () => {
      answerPage(request, response, context).catch(onFailure(response));
    });
  }

  /** Calls `answer`, in a span if requests of this route are traced, and reports its end. */
  function observe(
    request: IncomingMessage,
    response: ServerResponse,
    { route, context }: { route: Route | null; context: Context },
    answer: () => void,
  ): void {
    const startMs = performance.now();
    // Files from the disk explain nothing.
    const isTraced = route !== null && !isForMonitoring(route);
    const span = isTraced ? startRequestSpan(request, route.path) : null;
    response.once("close", () => {
      const { requestId, code = null, isPaid = false } = context;
      const { method = "" } = request;
      const status = response.headersSent ? response.statusCode : 499;
      span?.end({ status, requestId });
      const seconds = (performance.now() - startMs) / 1_000;
      const traceId = span?.traceId ?? null;
      onAnswered({ method, route, status, seconds, requestId, code, isPaid, traceId });
    });
    if (span === null) answer();
    else span.run(answer);
  }

  // Node may have parsed further requests of a rejected connection, and would emit them.
  const refused = new WeakSet<Socket>();
  const isTooEager = createPipelineLimit();

  const server = createServer(
    {
      headersTimeout: timeouts.headMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    (request, response) => {
      if (refused.has(request.socket)) return;
      if (isTooEager(request, response)) {
        refused.add(request.socket);
        request.socket.destroy();
        return;
      }
      const connection = connectionOf(request, response);
      const found = application.find(connection.target);
      const route = found?.route ?? null;
      const status = rejectReason(request, { isOurHost, route });
      if (status !== null) {
        refused.add(request.socket);
        const refusal = rejection(status, route?.errorForm, request.headers.accept);
        response.writeHead(status, refusal.fields()).end(refusal.content);
        return;
      }
      stripInternalHeaders(request);
      const context = application.contextOf(connection, found);
      observe(request, response, { route, context }, () => {
        const answer = application.answer(toRequest(request), connection, found, context);
        if (answer !== null) {
          answer
            .then((answered) => sendResponse(answered, request, response))
            .catch(onFailure(response));
          return;
        }
        addResponseHeaders(response, context.requestId);
        serveStatic(request, response, () => {
          inLocaleOf(request.headers, () => {
            answerInTurn(request, response, context, route?.caller).catch(onFailure(response));
          });
        });
      });
    },
  );
  const { connectionsPerPeerMax = CONNECTIONS_PER_PEER_MAX } = options;
  if (connectionsPerPeerMax !== null) limitConnections(server, connectionsPerPeerMax);
  server.on("clientError", (error, socket) => refuseUnparsed(error, socket as Socket, application));
  // Keeps every header line for `rejectReason`; the size limit of the head bounds their number.
  server.maxHeadersCount = 0;
  server.setTimeout(timeouts.idleMs);
  server.keepAliveTimeout = KEPT_MS;
  return server;
}

/**
 * Creates a function that returns whether too many requests wait on a request's connection. When the
 * connection closes, it closes the responses that still wait; Node closes only the one that it is sending.
 */
function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waitingOf = new WeakMap<Socket, Set<ServerResponse>>();

  function waitingOn(socket: Socket): Set<ServerResponse> {
    const known = waitingOf.get(socket);
    if (known !== undefined) return known;
    const waiting = new Set<ServerResponse>();
    waitingOf.set(socket, waiting);
    socket.once("close", () => {
      for (const response of waiting) response.destroy().emit("close");
    });
    return waiting;
  }

  return ({ socket }, response) => {
    // Node gives a response its socket at once, unless an earlier response is still using it.
    if (response.socket !== null) return false;
    const waiting = waitingOn(socket);
    if (waiting.size === PIPELINED_MAX) return true;
    waiting.add(response);
    response.once("socket", () => waiting.delete(response));
    return false;
  };
}

/** Closes connections beyond the limit per visitor (`visitorName`). */
function limitConnections(server: Server, perPeerMax: number): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket) => {
    const hops = { peer: socket.remoteAddress, forwardedFor: undefined };
    const peer = visitorName(hops, { kind: "none" });
    const count = (counts.get(peer) ?? 0) + 1;
    if (count > perPeerMax) {
      socket.destroy();
      return;
    }
    counts.set(peer, count);
    socket.once("close", () => {
      const remaining = (counts.get(peer) ?? 1) - 1;
      if (remaining === 0) counts.delete(peer);
      else counts.set(peer, remaining);
    });
  });
}

/** Returns headers and body of a rejection: JSON below the interface's paths, else plain text. */
function rejection(
  status: RejectionStatus,
  form: Route["errorForm"] | undefined,
  accept: string | undefined = undefined,
): BytesResponse {
  const text = rejectionMessages(`${status}`);
  const headers = {
    "cache-control": "no-store",
    connection: "close",
    ...(status === 405 && { allow: "GET" }),
  };
  const response =
    form === "interface"
      ? interfaceFailure({
          status,
          code: null,
          title: STATUS_CODES[status] ?? "",
          text,
          accept: accept ?? null,
          headers,
        })
      : new BytesResponse(`${text}\n`, {
          status,
          headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
        });
  addResponseHeaders(response, crypto.randomUUID());
  return response;
}

/** The statuses of the parser's errors; 400 for all others. */
const PARSER_STATUS: Record<string, RejectionStatus> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers requests that Node's parser rejects; Node alone would send an empty body. */
function refuseUnparsed(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Socket,
  application: Application,
) {
  // Node stores the response in progress here; a second response must not follow it.
  const { _httpMessage: inProgress } = socket as Socket & {
    _httpMessage?: { _headerSent: boolean };
  };
  if (!socket.writable || inProgress?._headerSent) {
    socket.destroy(error);
    return;
  }
  const [, target = ""] = /^\S+ (\S+)/.exec(error.rawPacket?.toString("latin1") ?? "") ?? [];
  const status = PARSER_STATUS[error.code ?? ""] ?? 400;
  const refusal = rejection(status, application.find(target)?.route.errorForm);
  const lines = [...refusal.headers].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join("\r\n");
  socket.write(`${head}\r\n\r\n`);
  socket.write(refusal.content);
  socket.destroySoon();
}
