import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import send from "send";
import { acceptedCoding } from "../accepted-coding";

/** Folders of files whose name changes with their content, and their paths. */
const FOLDERS = [
  { prefix: "/_next/static/", folder: ".next/static" },
  { prefix: "/fonts/", folder: "public/fonts" },
] as const;

/** The served types; `lib/programs/compress.mjs` compresses all but the fonts. */
const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  woff2: "font/woff2",
};

const ENDINGS = { br: ".br", gzip: ".gz" } as const;

type Next = () => void;

/**
 * Serves scripts, styles and fonts from the disk, compressed by the build: Next would compress each
 * one again for every request.
 *
 * @returns middleware that calls `next` if there is no such file
 */
export function createStaticFiles(
  root: string,
): (request: IncomingMessage, response: ServerResponse, next: Next) => void {
  return (request, response, next) => {
    const path = (request.url ?? "").replace(/[?#].*$/, "");
    const place = FOLDERS.find(({ prefix }) => path.startsWith(prefix));
    const ending = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? "";
    const type = TYPES[ending];
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (place === undefined || type === undefined || !isRead) return next();
    const encoding = ending === "woff2" ? null : acceptedCoding(request);
    const common = response.getHeaders();
    const name = path.slice(place.prefix.length) + (encoding === null ? "" : ENDINGS[encoding]);
    send(request, name, {
      root: join(root, place.folder),
      index: false,
      dotfiles: "ignore",
      acceptRanges: false,
      immutable: true,
      maxAge: "1y",
    })
      .on("headers", () => {
        response.setHeader("cross-origin-resource-policy", "same-origin");
        response.setHeader("content-type", type);
        if (ending !== "woff2") response.setHeader("vary", "accept-encoding");
        if (encoding !== null) response.setHeader("content-encoding", encoding);
      })
      .on("directory", next)
      .on("error", () => {
        if (response.headersSent) return void response.destroy();
        // The others describe a file that is not served.
        for (const header of response.getHeaderNames()) {
          if (!(header in common)) response.removeHeader(header);
        }
        next();
      })
      .pipe(response);
  };
}
