import { connect } from "node:net";

const OPEN_MS_MAX = 30_000;

/**
 * Writes a request byte for byte, valid or not, and reads until the server closes the connection. The
 * request must cause that: by `Connection: close` or by its defect.
 *
 * @returns the response, its bytes as Latin-1; empty if the server only closed the connection
 * @throws if the connection is still open after 30 seconds, half of the front door's idle timeout
 */
export function askRaw(origin: string, request: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const answer: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request, "latin1"));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection was still open after ${OPEN_MS_MAX} ms`));
    }, OPEN_MS_MAX);
    socket.on("data", (bytes) => answer.push(bytes));
    // A server that stops reading may reset the connection; that closes it too.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(answer).toString("latin1"));
    });
  });
}

/** The status of a raw response; null if there is none. */
export function statusOf(answer: string): number | null {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return status === undefined ? null : Number(status);
}
