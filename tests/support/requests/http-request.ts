import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type RequestOptions,
} from "node:http";

type Asked = RequestOptions & { body?: string | undefined };

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Sends a request on a connection of its own, with its path as it is written. Resolves when the
 * response's head has arrived.
 */
export function openResponse(
  origin: string,
  path: string,
  { body, ...options }: Asked = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = openRequest(origin, { agent: false, ...options, path }, (response) => {
      // A test that leaves in the middle knows that it did.
      response.on("error", () => {});
      resolve(response);
    });
    request.on("error", reject).end(body);
  });
}

/** The first piece of a response's body, as soon as it has arrived. */
export async function firstPiece(response: IncomingMessage): Promise<Buffer> {
  await new Promise((resolve) => response.once("readable", resolve));
  return response.read() as Buffer;
}

/** The rest of a response's body, as it was sent. */
export async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends a request like `openResponse`; returns the whole answer, its body as it was sent. */
export async function askOverHttp(
  origin: string,
  path: string,
  asked?: Asked,
): Promise<HttpAnswer> {
  const response = await openResponse(origin, path, asked);
  const body = await readBytes(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}
