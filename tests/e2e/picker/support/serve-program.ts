import { createServer } from "node:http";
import { close, listen } from "../../../support/servers/listen";
import { originOf, type ProgramName, portOf } from "./programs";

const TYPES: Record<string, string> = { css: "text/css", html: "text/html", js: "text/javascript" };

/**
 * Serves the files of another program at its own origin: by path, such as `/app.js`. Every other path
 * answers `/index.html`.
 */
export async function serveProgram(name: ProgramName, files: Record<string, string>) {
  const server = createServer(({ url = "/" }, answer) => {
    const { pathname } = new URL(url, originOf(name));
    const path = pathname in files ? pathname : "/index.html";
    const type = TYPES[path.replace(/.*\./, "")];
    answer.setHeader("content-type", `${type}; charset=utf-8`).end(files[path]);
  });
  await listen(server, portOf(name));
  return { origin: originOf(name), stop: () => close(server) };
}
