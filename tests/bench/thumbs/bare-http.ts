import { type Agent, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The port on which it then listens. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** A body, by `node:http` and nothing else. */
export function fetchBare(url: string, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, agent === undefined ? {} : { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}
