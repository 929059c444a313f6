import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { close, listen } from "../../support/servers/listen";

type InPieces = {
  /** Offsets in the HTML, in characters, at which sending pauses. */
  cutsIn: (html: string) => number[];
  pauseMs: number;
  /** Changes the HTML before it is sent. */
  edit?: ((html: string) => string) | undefined;
};

/** Proxies `origin` and sends its pages in chunks, as a slow network does. */
export async function serveInPieces(origin: string, { cutsIn, pauseMs, edit }: InPieces) {
  const server = createServer(async ({ url = "/", headers: { accept = "*/*" } }, answer) => {
    const response = await fetch(origin + url, { headers: { accept } });
    const headers = Object.fromEntries(response.headers);
    delete headers["content-encoding"];
    delete headers["content-length"];
    delete headers["transfer-encoding"];
    answer.writeHead(response.status, headers);
    if (headers["content-type"]?.startsWith("text/html")) {
      const text = await response.text();
      const html = edit?.(text) ?? text;
      let sent = 0;
      for (const cut of cutsIn(html)) {
        answer.write(html.slice(sent, cut));
        sent = cut;
        await wait(pauseMs);
      }
      answer.end(html.slice(sent));
    } else answer.end(Buffer.from(await response.arrayBuffer()));
  });
  return { origin: await listen(server), stop: () => close(server) };
}
