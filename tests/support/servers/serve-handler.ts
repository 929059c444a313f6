import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { close, listen } from "./listen";

type WebHandler = (request: Request) => Promise<Response>;

export type ServedHandler = { baseUrl: string; stop(): Promise<void> };

/**
 * Serves a web-standard handler on 127.0.0.1; port 0 selects a free port. `request.signal` aborts when
 * the client disconnects.
 */
export async function serveHandler(handler: WebHandler, { port = 0 } = {}): Promise<ServedHandler> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch((cause: unknown) => outgoing.destroy(cause as Error));
  });
  return { baseUrl: await listen(server, port), stop: () => close(server) };
}

async function answer(
  handler: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  const request = new Request(`http://localhost${incoming.url}`, {
    method,
    headers,
    signal: leaving.signal,
    body: method === "GET" || method === "HEAD" ? null : await bodyOf(incoming),
  });
  const response = await handler(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.end(method === "HEAD" ? undefined : body);
}

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Uint8Array.from(Buffer.concat(chunks));
  return bytes.length > 0 ? bytes : null;
}
