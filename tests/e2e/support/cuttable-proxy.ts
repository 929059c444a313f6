import { createServer, request } from "node:http";
import { close, listen } from "../../support/servers/listen";

/** A proxy between a browser and a server, whose connections the test can cut. */
type CuttableProxy = {
  origin: string;
  isCut: boolean;
  /** The origin of the server. */
  to: string;
  /** Changes the service worker on its way, as an upgrade does. */
  editWorker: (script: string) => string;
  close(): Promise<void>;
};

export async function openCuttableProxy(to: string): Promise<CuttableProxy> {
  const server = createServer((asked, answer) => {
    if (proxy.isCut) {
      asked.socket.destroy();
      return;
    }
    const { host, port } = new URL(proxy.to);
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
        answer.end(proxy.editWorker(script));
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  const proxy: CuttableProxy = {
    // Service workers need a secure origin, and this name counts as one.
    origin: (await listen(server)).replace("127.0.0.1", "localhost"),
    isCut: false,
    to,
    editWorker: (script) => script,
    close: () => close(server),
  };
  return proxy;
}
