import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { close, listen } from "../servers/listen";

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
  const origin = await listen(server);
  return {
    host: new URL(origin).host,
    url: (path) => origin + path,
    requests,
    close: () => close(server),
  };
}
