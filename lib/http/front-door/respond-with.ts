import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/**
 * Answers a request of Node's server by a handler that takes a web-standard `Request`. Its signal
 * aborts when the visitor leaves. For paths that take no request body.
 */
export async function respondWith(
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
