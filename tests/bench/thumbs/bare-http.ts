import { type Agent, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts listening on a free port and returns the port. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Fetches a body with `node:http` alone. */
export function fetchBare(url: string, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, agent === undefined ? {} : { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}
