import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/**
 * Answers a request of Node's server by a handler that takes the platform's `Request`, with the
 * headers as they were recorded (`peer-address.ts`, `request-target.ts`) and a signal that aborts
 * when the visitor leaves. For addresses that take no body.
 */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  const { method = "GET", headers, url } = request;
  const answer = await handler(
    // The name counts for nothing: what the handlers are asked is in the path.
    new Request(`http://localhost${url}`, {
      method,
      headers: toHeaders(headers),
      signal: left.signal,
    }),
  );
  response.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) response.end();
  // Whoever left in the middle of an answer is told nothing.
  else
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() =>
      response.destroy(),
    );
}

function toHeaders(sent: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined) headers.set(name, [value].flat().join(", "));
  }
  return headers;
}
