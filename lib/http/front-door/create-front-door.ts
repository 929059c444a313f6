import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { constants } from "node:zlib";
import compression from "compression";
import { log } from "@/lib/platform/log";
import { rejectReason, stripInternalHeaders } from "./request-head";
import { answerWith } from "./send-response";
import { createBuiltFiles } from "./static-files";

type FrontDoorOptions = {
  /** The project's folder, with what was built. */
  root: string;
  /** Answers `/thumb/…`. */
  answerThumbnail: (request: Request) => Promise<Response>;
  /** Next, which answers everything else. */
  answerPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Whoever needs longer for a request's head, or for all of it, holds a connection for nothing. */
const HEAD_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than any answer keeps silent. */
const IDLE_TIMEOUT_MS = 60_000;

/** Of the qualities that pack a page about as fast as gzip does, the one that packs it best. */
const BROTLI_QUALITY = 5;

/**
 * The server that visitors speak to (docs/decisions/0022-a-front-door-before-next.md): refuses what
 * no browser sends, answers what a page asks for most (thumbnails, scripts, styles, typefaces), and
 * leaves the rest to Next. Heads that can't be read Node itself refuses.
 */
export function createFrontDoor(options: FrontDoorOptions): Server {
  const { root, answerThumbnail, answerPage } = options;
  const serveStatic = createBuiltFiles(root);
  const pack = compression({
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const onFailure = (response: ServerResponse) => (err: unknown) => {
    log().error({ event: "front_door_failed", err });
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "cache-control": "no-store" }).end();
  };

  // Node may have read more requests of a connection than one, and would go on to answer them.
  const refused = new WeakSet<Socket>();

  const server = createServer(
    { headersTimeout: HEAD_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      if (refused.has(request.socket)) return;
      const status = rejectReason(request);
      if (status !== null) {
        refused.add(request.socket);
        response
          .writeHead(status, {
            connection: "close",
            "cache-control": "no-store",
            ...(status === 405 && { allow: "GET" }),
          })
          .end();
        return;
      }
      stripInternalHeaders(request);
      if (request.url?.startsWith("/thumb/")) {
        answerWith(answerThumbnail, request, response).catch(onFailure(response));
        return;
      }
      serveStatic(request, response, () => {
        // Its types are Express's, of which it uses nothing.
        pack(request as never, response as never, () => {
          answerPage(request, response).catch(onFailure(response));
        });
      });
    },
  );
  // None is left out, so that none is hidden from `rejectReason`; the head's bytes bound them.
  server.maxHeadersCount = 0;
  // Whoever neither reads nor writes holds a socket, and maybe a file, for nothing.
  server.setTimeout(IDLE_TIMEOUT_MS);
  return server;
}
