import { connect } from "node:net";

/**
 * Writes a request as it stands, also one that no client would send, and reads until the server
 * closes the connection, which every such request must bring about: by `Connection: close`, or by
 * what is wrong with it.
 *
 * @returns all that was answered, its bytes as Latin-1; empty where the server only closed
 * @throws where the connection is open for longer than that
 */
export function askRaw(origin: string, request: string, { withinMs = 2000 } = {}): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const answer: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request, "latin1"));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection was still open after ${withinMs} ms`));
    }, withinMs);
    socket.on("data", (bytes) => answer.push(bytes));
    // A server that reads no further may reset the connection, which closes it as well.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(answer).toString("latin1"));
    });
  });
}

/** The status of an answer as it was written; null where there was none. */
export function statusOf(answer: string): number | null {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return status === undefined ? null : Number(status);
}
