import { mkdirSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Handler } from "@/lib/platform/http";
import type { Route } from "@/lib/web/route";
import { temporaryFolder } from "../files/temporary-folder";
import { askOverHttp, openResponse } from "../requests/http-request";
import { askRaw } from "../requests/raw-request";
import { type OpenFrontDoor, openFrontDoor } from "./open-front-door";
import { productRoutes } from "./product-routes";

export const SCRIPT = `// a script\n${'globalThis.words = ["sea", "mountain"];\n'.repeat(100)}`;
export const STYLE = "body { margin: 0 }\n".repeat(100);
export const TYPEFACE = Buffer.from("wOF2, and then shapes of letters");
export const PAGE = `<!doctype html><title>Sea</title>${"<p>A picture of the sea.</p>".repeat(200)}`;

/** What lies beside the files that may be served; it must never be in an answer. */
export const SECRET = "only-for-the-server";

/** Names by which Next's own parts speak to each other. */
export const INTERNAL_NAMES = [
  "x-middleware-subrequest",
  "x-middleware-rewrite",
  "x-middleware-redirect",
  "x-middleware-next",
  "x-middleware-skip",
  "x-middleware-set-cookie",
  "x-middleware-override-headers",
  "x-middleware-prefetch",
  "x-invoke-path",
  "x-invoke-status",
  "x-matched-path",
  "x-now-route-matches",
  "x-next-cache-tags",
  "x-next-revalidated-tags",
  "x-next-revalidate-tag-token",
  "x-next-resume-state-length",
  "x-nextjs-data",
  "x-prerender-revalidate",
  "x-prerender-revalidate-if-generated",
  "next-resume",
  "next-action",
  "next-router-state-tree",
];

/** Everything that came through to a page, or to the handler of a route. */
type Visit = { to: "page" | Route["path"]; method: string; url: string; headers: Headers };

/**
 * Starts the front door for the tests of a file, over a built project, the product's routes and
 * handlers that record each visit. A test may set the handlers of pages and thumbnails.
 */
export function frontDoorOfFile() {
  let opened: OpenFrontDoor;
  const visits: Visit[] = [];

  beforeAll(async () => {
    const routes = await routesWith((route) => async (request, context) => {
      const { method, headers } = request;
      visits.push({ to: route.path, method, url: context.target, headers });
      return route.path === "/thumb/*"
        ? door.answerThumbnail(request, context)
        : new Response(await request.text());
    });
    opened = await openFrontDoor(routes, {
      root: builtProject(),
      publicUrl: "https://Gallery.example:8443",
      allowedHosts: ["nas"],
      answerPage: (request, response) => {
        const { method = "", url = "" } = request;
        visits.push({ to: "page", method, url, headers: new Headers(flat(request.headers)) });
        return door.answerPage(request, response);
      },
    });
  });

  afterAll(() => opened.close());

  const door = {
    visits,
    answerThumbnail: (async () => new Response("a thumbnail")) as Handler,
    answerPage: answerWithPage,
    origin: () => opened.origin,
    /** Leaves the body compressed. */
    ask: (path: string, options?: Parameters<typeof askOverHttp>[2]) =>
      askOverHttp(opened.origin, path, options),
    /** A response of which only the head has arrived. */
    begin: (path: string, headers: Record<string, string> = {}) =>
      openResponse(opened.origin, path, { headers }),
    /** Sends a raw request, and checks what must be so whatever was sent. */
    async attempt(request: string): Promise<string> {
      const answer = await askRaw(opened.origin, request);
      for (const { headers } of visits) {
        expect(INTERNAL_NAMES.filter((name) => headers.has(name))).toEqual([]);
      }
      expect(answer).not.toContain(SECRET);
      return answer;
    },
    openConnections: () =>
      new Promise<number>((resolve, reject) => {
        opened.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
  };

  beforeEach(() => {
    visits.length = 0;
    door.answerThumbnail = async () => new Response("a thumbnail");
    door.answerPage = answerWithPage;
  });
  return door;
}

async function answerWithPage(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE);
}

/** Returns the product's routes with other handlers. */
export async function routesWith(handlerOf: (route: Route) => Handler): Promise<Route[]> {
  const routes = await productRoutes();
  return routes.map((route) =>
    route.handler === "page" ? route : { ...route, handler: handlerOf(route) },
  );
}

/** A project as it lies on the disk when it has been built and compressed. */
function builtProject(): string {
  const root = temporaryFolder();
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  const writeCompressed = (name: string, content: string) => {
    write(name, content);
    write(`${name}.br`, brotliCompressSync(content));
    write(`${name}.gz`, gzipSync(content));
  };
  writeCompressed(".next/static/chunks/main-0a1b.js", SCRIPT);
  writeCompressed(".next/static/chunks/main-0a1b.css", STYLE);
  write(".next/static/chunks/uncompressed-2c3d.js", SCRIPT);
  write("public/fonts/x.woff2", TYPEFACE);
  write("public/fonts/OFL.txt", SECRET);
  for (const name of [
    "package.json",
    ".env.local",
    ".next/BUILD_ID",
    ".next/server/page.js",
    ".next/static.js",
    ".next/static-of-others/x.js",
    ".next/static/.hidden.js",
    ".next/static/.hidden/x.js",
    "public/x.woff2",
    "public/fonts/.hidden.woff2",
  ]) {
    write(name, SECRET);
  }
  return root;
}

function flat(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]);
}

type Head = { method?: string; target?: string; version?: string; lines?: string[] };

/** A valid request but for what the arguments say, and the last of its connection. */
export function rawRequest(head: Head = {}, body = ""): string {
  const { method = "GET", target = "/search?q=sea", version = "HTTP/1.1", lines = [] } = head;
  const all = [`${method} ${target} ${version}`, "Host: gallery.example", "Connection: close"];
  return `${[...all, ...lines].join("\r\n")}\r\n\r\n${body}`;
}

/** A raw request for a target as it is written. */
export const rawTarget = (target: string, method = "GET") => rawRequest({ target, method });

export const CHUNKED = "Transfer-Encoding: chunked";
export const NO_CHUNKS = "0\r\n\r\n";

/** A raw request that posts no chunks. */
export const rawPost = (...lines: string[]) =>
  rawRequest({ method: "POST", target: "/api/search/again", lines }, NO_CHUNKS);

/** That many lines of a head, each as short as can be. */
export function headLines(count: number, line = "A:"): string[] {
  return Array.from({ length: count }, () => line);
}
