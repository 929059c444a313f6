import { createServer, request } from "node:http";
import { close, listen } from "../../support/servers/listen";

/** A line between a browser and a server, which the test can cut. */
export type Line = {
  origin: string;
  isCut: boolean;
  /** Where the line leads. */
  to: string;
  /** Changes the service worker on its way, as an upgrade does. */
  editWorker: (script: string) => string;
  close(): Promise<void>;
};

export async function openLine(to: string): Promise<Line> {
  const server = createServer((asked, answer) => {
    if (line.isCut) {
      asked.socket.destroy();
      return;
    }
    const { host, port } = new URL(line.to);
    const isWorker = asked.url === "/sw.js";
    const headers = { ...asked.headers, host, ...(isWorker && { "accept-encoding": "identity" }) };
    const passed = request(
      { port, path: asked.url, method: asked.method, headers },
      async (response) => {
        if (!isWorker) {
          answer.writeHead(response.statusCode ?? 500, response.rawHeaders);
          response.pipe(answer);
          return;
        }
        let script = "";
        for await (const piece of response.setEncoding("utf8")) script += piece;
        answer.setHeader("content-type", "text/javascript");
        answer.end(line.editWorker(script));
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  const line: Line = {
    // Chromium takes this name, too, for a secure origin.
    origin: (await listen(server)).replace("127.0.0.1", "localhost"),
    isCut: false,
    to,
    editWorker: (script) => script,
    close: () => close(server),
  };
  return line;
}
