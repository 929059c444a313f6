import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type PictureHost = {
  /** `127.0.0.1:port` */
  host: string;
  url(path: string): string;
  /** Requests so far, newest last. */
  requests: { path: string; rawHeaders: string[] }[];
  close(): Promise<void>;
};

/** Starts an HTTP server on a free port that serves pictures, or runs `respond`. */
export async function startPictureHost(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PictureHost> {
  const requests: PictureHost["requests"] = [];
  const listener: RequestListener = (request, response) => {
    requests.push({ path: request.url ?? "", rawHeaders: request.rawHeaders });
    respond(request, response);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: (path) => `http://${host}${path}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
