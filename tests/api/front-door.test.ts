import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApplication, type Route } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import type { Handler } from "@/lib/platform/http";
import { requestSlotsInTest, routesOf } from "@/tests/support/application";
import { askRaw, statusOf } from "@/tests/support/raw-request";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const SCRIPT = `// a script\n${'globalThis.words = ["sea", "mountain"];\n'.repeat(100)}`;
const STYLE = "body { margin: 0 }\n".repeat(100);
const TYPEFACE = Buffer.from("wOF2, and then shapes of letters");
const PAGE = `<!doctype html><title>Sea</title>${"<p>A picture of the sea.</p>".repeat(200)}`;

/** What lies beside the files that may be given; it must never be in an answer. */
const SECRET = "only-for-the-server";

/** Everything that came through to a page, or to the handler of a route. */
type Visit = { to: "page" | Route["path"]; method: string; url: string; headers: Headers };

let server: Server;
let origin: string;
let answerThumbnail: Handler;
let answerPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const visits: Visit[] = [];

beforeAll(async () => {
  server = createFrontDoor({
    root: builtProject(),
    publicUrl: "https://Gallery.example:8443",
    allowedHosts: ["nas"],
    application: applicationWith((route) => async (request, context) => {
      const { method, headers } = request;
      visits.push({ to: route.path, method, url: context.target, headers });
      return route.path === "/thumb/*"
        ? answerThumbnail(request, context)
        : new Response(await request.text());
    }),
    slots: requestSlotsInTest(),
    answerPage: (request, response) => {
      const { method = "", url = "" } = request;
      visits.push({ to: "page", method, url, headers: new Headers(flat(request.headers)) });
      return answerPage(request, response);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

beforeEach(() => {
  visits.length = 0;
  answerThumbnail = async () => new Response("a thumbnail");
  answerPage = async (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE);
  };
});

/** The application with the product's routes and other handlers. */
function applicationWith(handlerOf: (route: Route) => Handler) {
  return applicationOf(
    routesOf({}).map((route) =>
      route.handler === "page" ? route : { ...route, handler: handlerOf(route) },
    ),
  );
}

function applicationOf(routes: readonly Route[]) {
  return createApplication(routes, {
    visitorOf: createVisitorOf({ kind: "none" }),
    serviceKeys: { identify: () => ({ keyDigest: null }) },
    metricsToken: null,
    sessionOf: async () => null,
    slots: requestSlotsInTest(),
  });
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

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Asked = { method?: string; headers?: Record<string, string> };

/** Asks by a path as it is written, and leaves the body compressed. */
async function ask(path: string, { method = "GET", headers = {} }: Asked = {}): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    openRequest(origin, { path, method, headers, agent: false })
      .once("response", resolve)
      .once("error", reject)
      .end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode = 0 } = response;
  return { status: statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Names by which Next's own parts speak to each other. */
const INTERNAL_NAMES = [
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

const VALUES = [
  "1",
  "proxy:proxy:proxy:proxy:proxy",
  "src/middleware:src/middleware:src/middleware",
  "/search?q=sea",
  "",
  "\xe9\xff",
  "a".repeat(4000),
];

const inCapitals = (name: string) => name.toUpperCase();
const inTitleCase = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const mixed = (name: string) =>
  [...name].map((letter, i) => (i % 2 === 0 ? letter : letter.toUpperCase())).join("");

type Head = { method?: string; target?: string; version?: string; lines?: string[] };

/** A request that is sound but for what is said of it, and the last of its connection. */
function rawRequest(head: Head = {}, body = ""): string {
  const { method = "GET", target = "/search?q=sea", version = "HTTP/1.1", lines = [] } = head;
  const all = [`${method} ${target} ${version}`, "Host: gallery.example", "Connection: close"];
  return `${[...all, ...lines].join("\r\n")}\r\n\r\n${body}`;
}

/** Asks, and makes sure of what must be so whatever was asked. */
async function attempt(request: string): Promise<string> {
  const answer = await askRaw(origin, request);
  for (const { headers } of visits) {
    expect(INTERNAL_NAMES.filter((name) => headers.has(name))).toEqual([]);
  }
  expect(answer).not.toContain(SECRET);
  return answer;
}

describe("a header of Next's own", () => {
  const methods = ["GET", "HEAD", "POST", "GET"];
  const spellings = [(name: string) => name, inCapitals, inTitleCase, mixed];
  const lines = INTERNAL_NAMES.flatMap((name, i) =>
    spellings.map((spell, j) => ({
      method: methods[(i + j) % methods.length] ?? "GET",
      line: `${spell(name)}: ${VALUES[(i * spellings.length + j) % VALUES.length]}`,
    })),
  );

  test.each(lines.map(({ method, line }) => [method, line.slice(0, 70), line] as const))(
    "is taken away: %s %s",
    async (method, _, line) => {
      const isPost = method === "POST";
      const given = isPost ? [line, "Content-Length: 3"] : [line];
      const target = isPost ? "/api/search/again" : "/search?q=sea";
      const request = rawRequest({ method, target, lines: given }, isPost ? "q=1" : "");
      expect(statusOf(await attempt(request))).toBe(200);
      const to = isPost ? target : "page";
      expect(visits).toMatchObject([{ to, method, url: target }]);
    },
  );

  test.each([
    ["twice", ["x-middleware-subrequest: proxy", "X-Middleware-Subrequest: proxy"]],
    ["without a blank", ["x-middleware-subrequest:proxy:proxy:proxy"]],
    ["after tabs", ["x-middleware-subrequest:\t\tproxy"]],
    ["named as one of the connection's", ["Connection: x-middleware-subrequest", "next-resume: 1"]],
    ["all at once", INTERNAL_NAMES.map((name) => `${name}: 1`)],
  ])("is removed when sent %s", async (_, given) => {
    expect(statusOf(await attempt(rawRequest({ lines: given })))).toBe(200);
    expect(visits).toHaveLength(1);
  });

  test("is not accepted as a trailer", async () => {
    const given = ["Transfer-Encoding: chunked", "Trailer: x-middleware-subrequest"];
    const body = "3\r\nq=1\r\n0\r\nx-middleware-subrequest: proxy\r\n\r\n";
    await attempt(rawRequest({ method: "POST", target: "/api/search/again", lines: given }, body));
    expect(visits).toHaveLength(1);
  });

  test("is removed from each request of a connection", async () => {
    const first = "GET /one HTTP/1.1\r\nHost: gallery.example\r\nnext-resume: 1\r\n\r\n";
    await attempt(first + rawRequest({ target: "/two", lines: ["x-matched-path: /admin"] }));
    expect(visits.map(({ url }) => url)).toEqual(["/one", "/two"]);
  });

  test("is removed from thumbnail requests", async () => {
    const given = INTERNAL_NAMES.map((name) => `${inTitleCase(name)}: 1`);
    await attempt(rawRequest({ target: "/thumb/a/320", lines: given }));
    expect(visits).toMatchObject([{ to: "/thumb/*" }]);
  });

  test("leaves other headers unchanged", async () => {
    const headers = {
      accept: "text/x-component",
      cookie: "theme=dark; words=x-middleware-subrequest",
      "next-router-prefetch": "1",
      "next-router-segment-prefetch": "/_tree",
      "next-url": "/search",
      rsc: "1",
      "user-agent": "a browser",
      "x-forwarded-for": "203.0.113.7",
    };
    await ask("/search?q=sea&_rsc=1a2b", { headers: { ...headers, "x-nextjs-data": "1" } });
    const [visit] = visits;
    expect(visit?.url).toBe("/search?q=sea&_rsc=1a2b");
    expect(Object.fromEntries(visit?.headers ?? [])).toEqual({
      ...headers,
      connection: "close",
      host: new URL(origin).host,
    });
  });
});

const CHUNKED = "Transfer-Encoding: chunked";
const NO_CHUNKS = "0\r\n\r\n";
const post = (...lines: string[]) =>
  rawRequest({ method: "POST", target: "/api/search/again", lines }, NO_CHUNKS);
const target = (written: string, method = "GET") => rawRequest({ target: written, method });
const badHead = (written: string) => rawRequest({ target: written, lines: ["a line"] });
const wish = (protocol: string, method = "GET") =>
  `${method} /_next/webpack-hmr HTTP/1.1\r\nHost: gallery.example\r\n` +
  `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

const bodyless = (method: string, to: string) =>
  rawRequest({ method, target: to, lines: ["Content-Length: 10000000"] });

describe("requests that no browser sends are rejected", () => {
  test.each([
    // Another protocol.
    ["a wish for a web socket", wish("websocket")],
    ["a wish for one protocol after another", wish("h2c, websocket")],
    ["a wish for TLS", wish("TLS/1.0")],
    ["a wish for a web socket by POST", wish("websocket", "POST")],
    ["another protocol that the connection does not name", rawRequest({ lines: ["Upgrade: tls"] })],
    ["a protocol without a name", rawRequest({ lines: ["Upgrade:"] })],
    ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    // Another target than a path.
    ["a whole URL", target("http://evil.example/search?q=sea")],
    ["a whole URL in capitals", target("HTTP://EVIL.EXAMPLE/")],
    ["a whole URL of our own", target("http://gallery.example/search?q=sea")],
    ["a whole URL by TLS", target("https://evil.example/")],
    ["a whole URL of a file", target("file:///etc/passwd")],
    ["a whole URL by HEAD", target("http://evil.example/", "HEAD")],
    ["a whole URL by POST", target("http://evil.example/", "POST")],
    ["a name and a port", target("evil.example:80")],
    ["a tunnel", target("evil.example:443", "CONNECT")],
    ["a star", target("*")],
    ["a star by OPTIONS", target("*", "OPTIONS")],
    ["two slashes and a name", target("//evil.example/search")],
    ["three slashes and a name", target("///evil.example/search")],
    ["two slashes and what begins an IP address, then a dot", target("//[/.")],
    ["two slashes and what begins an IP address, then a dot in hexadecimal", target("//[/%2e")],
    ["a whole URL that cannot be read", target("http://[/.")],
    ["a whole URL that cannot be read, and a head that Node refuses", badHead("http://[/.")],
    ["a slash, a backslash and a name", target("/\\evil.example/search")],
    ["two backslashes and a name", target("\\\\evil.example/search")],
    ["a backslash and a path", target("\\search")],
    ["a query without a path", target("?q=sea")],
    ["no target", target("")],
    ["a tab between slashes", target("/\t/evil.example")],
    ["a blank in the path", target("/sea side")],
    ["a NUL in the path", target("/sea\x00side")],
    ["a letter beyond ASCII in the path", target("/\xe9")],
    // A body of unknown length, or of two lengths.
    ["GET with chunks", rawRequest({ lines: [CHUNKED] }, NO_CHUNKS)],
    ["HEAD with chunks", rawRequest({ method: "HEAD", lines: [CHUNKED] }, NO_CHUNKS)],
    ["DELETE with chunks", rawRequest({ method: "DELETE", lines: [CHUNKED] }, NO_CHUNKS)],
    ["GET with chunks in capitals", rawRequest({ lines: [CHUNKED.toUpperCase()] }, NO_CHUNKS)],
    ["GET with no encoding", rawRequest({ lines: ["Transfer-Encoding:"] })],
    ["GET with an unknown encoding", rawRequest({ lines: ["Transfer-Encoding: xchunked"] })],
    [
      "GET with chunks after 2000 lines",
      rawRequest({ lines: [...lines(2000), CHUNKED] }, "0\r\n\r\n"),
    ],
    ["POST with an unknown encoding", post("Transfer-Encoding: xchunked")],
    ["POST as it is", post("Transfer-Encoding: identity")],
    ["POST with chunks that are compressed", post("Transfer-Encoding: gzip, chunked")],
    ["POST with compressed chunks", post("Transfer-Encoding: chunked, gzip")],
    ["a blank before the colon", post("Transfer-Encoding : chunked")],
    ["chunks twice", post(CHUNKED, CHUNKED)],
    ["chunks, then as it is", post(CHUNKED, "Transfer-Encoding: identity")],
    ["as it is, then chunks", post("Transfer-Encoding: identity", CHUNKED)],
    ["chunks on a folded line", post("Transfer-Encoding:", " chunked")],
    ["a length, then chunks", post("Content-Length: 5", CHUNKED)],
    ["chunks, then a length", post(CHUNKED, "Content-Length: 5")],
    ["one length twice", post("Content-Length: 5", "Content-Length: 5")],
    ["two lengths", post("Content-Length: 5", "Content-Length: 0")],
    ["two lengths on one line", post("Content-Length: 5, 5")],
    ["a length with a sign", post("Content-Length: +5")],
    ["a length below nothing", post("Content-Length: -5")],
    ["a length in hexadecimal", post("Content-Length: 0x5")],
    ["a length without a number", post("Content-Length:")],
    ["a length beyond all numbers", post(`Content-Length: ${"9".repeat(30)}`)],
    // A body for a page.
    [
      "POST of words to a page",
      rawRequest({ method: "POST", lines: ["Content-Length: 3"] }, "q=1"),
    ],
    ["POST in chunks to a page", rawRequest({ method: "POST", lines: [CHUNKED] }, NO_CHUNKS)],
    ["PUT of a body that is said and never sent", bodyless("PUT", "/about")],
    ["POST to a page by way of an API", bodyless("POST", "/api/../about")],
    ["POST to a page by way of an API, in hexadecimal", bodyless("POST", "/api/%2e%2e/about")],
    // A head that can be read in two ways.
    ["a folded line", rawRequest({ lines: ["X-A: sea", " side"] })],
    ["a header behind a fold", rawRequest({ lines: ["X-A: sea", " next-resume: 1"] })],
    ["a NUL in a value", rawRequest({ lines: ["X-A: sea\x00side"] })],
    ["a bare CR in a value", rawRequest({ lines: ["X-A: sea\rnext-resume: 1"] })],
    ["a bare LF in a value", rawRequest({ lines: ["X-A: sea\nnext-resume: 1"] })],
    ["lines that end in LF alone", "GET / HTTP/1.1\nHost: gallery.example\nConnection: close\n\n"],
    ["a NUL in a name", rawRequest({ lines: ["next-\x00resume: 1"] })],
    ["a blank in a name", rawRequest({ lines: ["next resume: 1"] })],
    ["a blank after a name", rawRequest({ lines: ["next-resume : 1"] })],
    ["a line without a colon", rawRequest({ lines: ["next-resume"] })],
    ["a line without a name", rawRequest({ lines: [": 1"] })],
    ["a second host", rawRequest({ lines: ["Host: evil.example"] })],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    // A head that is too long.
    ["a value of 17 KB", rawRequest({ lines: [`Cookie: ${"a".repeat(17 * 1024)}`] })],
    ["a name of 17 KB", rawRequest({ lines: [`${"a".repeat(17 * 1024)}: 1`] })],
    ["a path of 17 KB", target(`/${"a".repeat(17 * 1024)}`)],
    ["many short lines, 24 KB together", rawRequest({ lines: lines(3000, "X-A: a") })],
    ["a value of 1 MB", rawRequest({ lines: [`Cookie: ${"a".repeat(1024 * 1024)}`] })],
    // Another language.
    ["an unknown method", target("/", "FETCH")],
    ["a method in small letters", target("/", "get")],
    ["a wish to have it all sent back", target("/search?q=sea", "TRACE")],
    ["an image id that cannot be decoded", target("/library/%/original")],
    ["an invitation that cannot be decoded", target("/invitation/%ff")],
    ["a collection that cannot be decoded", target("/collections/%E0%A4%A?image=a")],
    ["a wish to have a thumbnail's request sent back", target("/thumb/a/320", "TRACE")],
    ["HTTP/0.9", "GET /\r\n\r\n"],
    ["HTTP/3.0", rawRequest({ version: "HTTP/3.0" })],
    ["HTTP/1.9", rawRequest({ version: "HTTP/1.9" })],
    ["no version", "GET / HTTP/\r\nHost: gallery.example\r\n\r\n"],
    ["an unknown expectation", rawRequest({ lines: ["Expect: the-sea"] })],
  ])("%s", async (_, request) => {
    const status = statusOf(await attempt(request));
    expect(visits).toEqual([]);
    // Closed without a word is refused as well.
    expect([null, 400, 405, 417, 431]).toContain(status);
  });

  test.each([
    ["by the front door", "GET //evil.example/ HTTP/1.1\r\nHost: gallery.example\r\n\r\n"],
    ["by Node", "GET / HTTP/1.1\r\nHost: gallery.example\r\nX-A: 1\r\n folded\r\n\r\n"],
    ["for its protocol", wish("websocket")],
  ])("and so are further requests on a connection that was rejected %s", async (_, refused) => {
    const answer = await attempt(refused + rawRequest({ target: "/second" }));
    expect(answer.match(/^HTTP\/1\.1 \d{3}/gm)).toEqual(["HTTP/1.1 400"]);
    expect(visits).toEqual([]);
  });

  test("and a client that requests an upgrade cannot keep the connection open", async () => {
    const { port } = new URL(origin);
    const visitor = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    visitor.on("error", () => {}).resume();
    visitor.write(wish("websocket"));
    await new Promise((resolve) => visitor.once("end", resolve));
    try {
      await expect.poll(openConnections, { timeout: 2000 }).toBe(0);
    } finally {
      visitor.destroy();
    }
  });

  test("and a client that requests an upgrade and disconnects does no harm", async () => {
    const uncaught = vi.fn();
    process.on("uncaughtException", uncaught);
    const { port } = new URL(origin);
    for (let i = 0; i < 20; i += 1) {
      await new Promise<void>((resolve) => {
        const visitor = connect(Number(port), "127.0.0.1", () => {
          visitor.write(wish("websocket"), () => visitor.resetAndDestroy());
        });
        visitor.on("error", () => {}).on("close", () => resolve());
      });
    }
    expect((await ask("/")).status).toBe(200);
    process.off("uncaughtException", uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

function h2c(): string[] {
  return ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"];
}

describe("a host name", () => {
  const asking = (host: string, path = "/") =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

  test.each([
    "gallery.example",
    "GALLERY.example.:8443",
    "nas:3000",
    "localhost",
    "localhost:3000",
    "lighthouse.localhost:3000",
    "192.168.1.5:3000",
    "[::1]:3000",
    "[fd00::5]",
  ])("%s is this server's", async (host) => {
    expect(statusOf(await attempt(asking(host)))).toBe(200);
    expect(visits).toHaveLength(1);
  });

  test.each([
    "evil.example",
    "gallery.example.evil.example",
    "evil-gallery.example",
    "localhost.evil.example",
    "192.168.1.5.evil.example",
    "0x7f.1",
    "[evil]",
    "",
  ])("%j is not: 421, and the response names the setting", async (host) => {
    const answer = await attempt(asking(host, "/search?q=sea"));
    expect(statusOf(answer)).toBe(421);
    expect(answer).toContain("VITRINE_ALLOWED_HOSTS");
    if (host !== "") expect(answer).not.toContain(host);
    expect(visits).toEqual([]);
  });

  test.each(["/thumb/a/320", "/api/search?q=sea", "/_next/static/chunks/main-0a1b.js"])(
    "that is foreign gets nothing of %s",
    async (path) => {
      expect(statusOf(await attempt(asking("evil.example", path)))).toBe(421);
      expect(visits).toEqual([]);
    },
  );

  test.each(["/healthz", "/readyz"])("does not matter for health checks: %s", async (path) => {
    expect(statusOf(await attempt(asking("service-7f9c.internal", path)))).toBe(200);
  });
});

describe("an API answers in its own form", () => {
  const bodyOf = (answer: string) => JSON.parse(answer.split("\r\n\r\n")[1] ?? "");

  test.each(["/v1", "/v1/", "/v1/search/", "/V1/search", "/v2/search", "/v1?q=sea", "/v10/x"])(
    "404: %s",
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/json");
      expect(JSON.parse(body.toString())).toEqual({ error: expect.any(String) });
      expect(visits).toEqual([]);
    },
  );

  test.each(["/api", "/api/", "/api/search/", "/API/search", "/api/nothing"])(
    "404: %s",
    async (path) => {
      const { status, body } = await ask(path);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString())).toMatchObject({ error: { code: "not_found" } });
      expect(visits).toEqual([]);
    },
  );

  test.each([
    ["TRACE", 400, rawRequest({ target: "/v1/search", method: "TRACE" })],
    ["an unknown method", 400, rawRequest({ target: "/v1/search", method: "SEARCHING" })],
    ["a head that is too long", 431, rawRequest({ target: "/v1/search", lines: lines(300) })],
    [
      "a head that Node refuses",
      431,
      rawRequest({ target: "/v1/search", lines: [`A: ${"a".repeat(20_000)}`] }),
    ],
  ])("%s", async (_, status, request) => {
    const answer = await attempt(request);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/^content-type: application\/json\r$/im);
    expect(bodyOf(answer)).toEqual({ error: expect.any(String) });
  });

  test("a path that normalises out of an API is not part of it", async () => {
    await attempt(target("/api/%2e%2e/thumb/a/320"));
    await attempt(target("/v1/../about"));
    expect(visits.map(({ to }) => to)).toEqual(["page", "page"]);
  });

  test("a page's refusal is plain text", async () => {
    const answer = await attempt(rawRequest({ method: "TRACE" }));
    expect(answer).toMatch(/^content-type: text\/plain/im);
    expect(answer).toContain("read the request");
  });
});

describe("a body", () => {
  const AGAIN = "/api/search/again";
  const FORM_BYTES_MAX = 8 * 1024;
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test.each([
    ["of a stated length", [`Content-Length: ${FORM_BYTES_MAX}`], "x".repeat(FORM_BYTES_MAX)],
    ["in chunks", [CHUNKED], `${chunk("x".repeat(FORM_BYTES_MAX))}${NO_CHUNKS}`],
  ])("is read up to the route's limit: %s", async (_, lines, body) => {
    const answer = await attempt(rawRequest({ method: "POST", target: AGAIN, lines }, body));
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain("x".repeat(FORM_BYTES_MAX));
  });

  test.each([
    ["before it is sent", [`Content-Length: ${FORM_BYTES_MAX + 1}`], ""],
    ["with a length of gigabytes", ["Content-Length: 99999999999"], ""],
    ["while it is read", [CHUNKED], chunk("x".repeat(FORM_BYTES_MAX + 1))],
  ])("that is too large is 413 and ends the connection: %s", async (_, lines, body) => {
    // Without `Connection: close`: the server closes it.
    const head = ["POST /api/search/again HTTP/1.1", "Host: gallery.example", ...lines];
    const answer = await attempt(`${head.join("\r\n")}\r\n\r\n${body}`);
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('"code":"body_too_large"');
    expect(visits).toEqual([]);
  });

  test("of another method than the route's is not read", async () => {
    const lines = ["Content-Length: 10000000"];
    const answer = await attempt(rawRequest({ method: "PUT", target: AGAIN, lines }));
    expect(statusOf(answer)).toBe(405);
    expect(answer).toMatch(/^allow: POST\r$/im);
  });

  test("that the visitor does not finish is no error of ours", async () => {
    const { port } = new URL(origin);
    const visitor = connect(Number(port), "127.0.0.1", () => {
      visitor.write(`POST ${AGAIN} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nq=`);
    });
    visitor.on("error", () => {});
    await expect.poll(openConnections).toBe(1);
    visitor.destroy();
    await expect.poll(openConnections).toBe(0);
    expect((await ask("/")).status).toBe(200);
  });
});

describe("a page that takes a body", () => {
  let forms: Server;
  let formsOrigin: string;

  beforeAll(async () => {
    const routes = routesOf({}).map((route) =>
      route.path === "/search" ? { ...route, methods: ["POST"] as const, bodyBytesMax: 5 } : route,
    );
    forms = createFrontDoor({
      root: temporaryFolder(),
      publicUrl: "http://localhost",
      allowedHosts: [],
      application: applicationOf(routes),
      slots: requestSlotsInTest(),
      answerPage: async (request, response) => {
        for await (const part of request) response.write(part);
        response.end();
      },
    });
    await new Promise<void>((resolve) => forms.listen(0, "127.0.0.1", resolve));
    formsOrigin = `http://127.0.0.1:${(forms.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    forms.close();
  });

  test.each([
    ["within its limit", 200, ["Content-Length: 5"], "q=sea"],
    ["beyond its limit", 413, ["Content-Length: 6"], ""],
    ["of unknown length", 413, [CHUNKED], NO_CHUNKS],
  ])("gets one %s: %i", async (_, status, lines, body) => {
    const host = "Host: localhost\r\nConnection: close";
    const head = `POST /search HTTP/1.1\r\n${host}\r\n${lines.join("\r\n")}`;
    expect(statusOf(await askRaw(formsOrigin, `${head}\r\n\r\n${body}`))).toBe(status);
  });
});

describe("requests that do not wait for the answers before theirs", () => {
  const many = (count: number) =>
    "GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(count) + rawRequest();

  test("are answered in order", async () => {
    const answer = await askRaw(origin, many(50));
    expect(answer.match(/^HTTP\/1\.1 200/gm)).toHaveLength(51);
    expect(visits.at(-1)?.url).toBe("/search?q=sea");
  });

  test("end the connection when there are thousands", async () => {
    await askRaw(origin, many(5_000));
    expect(visits.length).toBeLessThan(200);
    expect((await ask("/")).status).toBe(200);
  });
});

describe("a slow request", () => {
  test.each([
    ["head", "GET / HTTP/1.1\r\nHost: localhost\r\n"],
    ["body", "POST /api/search/again HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nq="],
  ])("is closed soon after the time limit for its %s", async (_, part) => {
    const slow = createFrontDoor({
      root: temporaryFolder(),
      publicUrl: "http://localhost",
      allowedHosts: [],
      application: applicationWith(() => async () => new Response(null)),
      slots: requestSlotsInTest(),
      answerPage: async () => {},
      timeouts: { headMs: 50, requestMs: 100, checkMs: 20, idleMs: 60_000 },
    });
    slow.listen(0, "127.0.0.1");
    await once(slow, "listening");
    const { port } = slow.address() as AddressInfo;
    // Rejects where the connection stays open: Node by itself looks every 30 seconds.
    const answer = await askRaw(`http://127.0.0.1:${port}`, part, { withinMs: 10_000 });
    expect([null, 408]).toContain(statusOf(answer));
    slow.close();
  });
});

/** As many lines of a head, each as short as can be. */
function lines(count: number, line = "A:"): string[] {
  return Array.from({ length: count }, () => line);
}

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

describe("unusual but valid requests are answered", () => {
  test.each([
    ["HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n"],
    ["POST in chunks", post(CHUNKED)],
    ["POST in chunks, in capitals", post("TRANSFER-ENCODING: CHUNKED")],
    ["GET with a body of known length", rawRequest({ lines: ["Content-Length: 3"] }, "q=1")],
    ["a head of almost 16 KB", rawRequest({ lines: [`Cookie: ${"a".repeat(15 * 1024)}`] })],
    ["names that every object has", rawRequest({ lines: ["__proto__: a", "constructor: b"] })],
    ["slashes within the query", target("/search?q=//sea\\side&url=http://a.example/")],
    ["dot segments", target("/search/../about")],
    // As Java's client and curl offer it.
    ["HTTP/2, if we would", rawRequest({ lines: ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"] })],
    ["HTTP/2 that the connection names", rawRequest({ lines: h2c() })],
  ])("%s", async (_, request) => {
    expect(statusOf(await attempt(request))).toBe(200);
    expect(visits).toHaveLength(1);
  });
});

describe("a built file", () => {
  const SCRIPT_PATH = "/_next/static/chunks/main-0a1b.js";
  const STYLE_PATH = "/_next/static/chunks/main-0a1b.css";
  const accepting = (encodings: string) => ({ headers: { "accept-encoding": encodings } });
  const unpack: Record<string, (compressed: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    none: (bytes) => bytes,
  };

  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["br", "br"],
    ["BR;q=0.1", "br"],
    ["*", "br"],
    ["gzip", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["gzip;q=0, br;q=0", "none"],
    ["br;q=0", "none"],
    ["*;q=0", "none"],
    ["identity", "none"],
    ["zstd, deflate", "none"],
    ["", "none"],
  ])("is sent for Accept-Encoding “%s” as: %s", async (accepted, encoding) => {
    for (const [path, content] of [
      [SCRIPT_PATH, SCRIPT],
      [STYLE_PATH, STYLE],
    ] as const) {
      const { status, headers, body } = await ask(path, accepting(accepted));
      expect(status).toBe(200);
      expect(headers["content-encoding"] ?? "none").toBe(encoding);
      expect(headers["content-length"]).toBe(String(body.length));
      expect(unpack[encoding]?.(body).toString()).toBe(content);
    }
    expect(visits).toEqual([]);
  });

  test("is sent uncompressed without Accept-Encoding", async () => {
    const { headers, body } = await ask(`${SCRIPT_PATH}?v=1`);
    expect(headers).not.toHaveProperty("content-encoding");
    expect(body.toString()).toBe(SCRIPT);
  });

  const KEPT = {
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };

  test.each([
    [SCRIPT_PATH, { "content-type": "text/javascript; charset=utf-8", vary: "accept-encoding" }],
    [STYLE_PATH, { "content-type": "text/css; charset=utf-8", vary: "accept-encoding" }],
    ["/fonts/x.woff2", { "content-type": "font/woff2" }],
  ])("%s has the headers of its type, compressed or not", async (path, own) => {
    for (const accepted of ["br", "gzip", "identity"]) {
      const { headers } = await ask(path, accepting(accepted));
      expect(headers).toMatchObject({ ...KEPT, ...own });
      expect(headers).not.toHaveProperty("accept-ranges");
    }
  });

  test("is not compressed if it is a font", async () => {
    const { headers, body } = await ask("/fonts/x.woff2", accepting("gzip, br"));
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers).not.toHaveProperty("vary");
    expect(body.equals(TYPEFACE)).toBe(true);
  });

  test("has the same headers for HEAD, without a body", async () => {
    const got = await ask(SCRIPT_PATH, accepting("br"));
    const head = await ask(SCRIPT_PATH, { method: "HEAD", ...accepting("br") });
    const said = ({ headers: { date, "x-request-id": _, ...others } }: Answer) => others;
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(said(head)).toEqual(said(got));
  });

  test("is answered 304 if the browser has it", async () => {
    const tags = new Set<string>();
    for (const accepted of ["br", "gzip", "identity"]) {
      const { headers } = await ask(SCRIPT_PATH, accepting(accepted));
      tags.add(headers.etag ?? "");
      const again = await ask(SCRIPT_PATH, {
        headers: { "accept-encoding": accepted, "if-none-match": headers.etag ?? "" },
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ ...KEPT, etag: headers.etag, vary: "accept-encoding" });
      const others = await ask(SCRIPT_PATH, {
        headers: { "accept-encoding": accepted, "if-none-match": '"of another"' },
      });
      expect(others.status).toBe(200);
    }
    // Else a copy in one encoding would pass for a copy in another.
    expect(tags.size).toBe(3);
  });

  test("is sent whole, ignoring Range", async () => {
    for (const range of ["bytes=0-9", "bytes=-1", "bytes=999999-", "bytes=0-1,5-6"]) {
      const { status, headers, body } = await ask(SCRIPT_PATH, { headers: { range } });
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty("content-range");
      expect(body.toString()).toBe(SCRIPT);
    }
  });

  test("without a compressed copy goes to Next if it would be compressed", async () => {
    const path = "/_next/static/chunks/uncompressed-2c3d.js";
    expect((await ask(path)).body.toString()).toBe(SCRIPT);
    expect(visits).toEqual([]);
    await ask(path, accepting("br"));
    expect(visits).toHaveLength(1);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("goes to Next for %s", async (method) => {
    await ask(SCRIPT_PATH, { method });
    expect(visits).toMatchObject([{ to: "page", method, url: SCRIPT_PATH }]);
  });

  test.each([
    { "if-match": '"of another"' },
    { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
  ])("leaves no headers behind if a precondition fails: %o", async (condition) => {
    answerPage = async (_, response) => {
      response.statusCode = 404;
      response.setHeader("content-type", "text/plain").end("nothing here");
    };
    const headers = { "accept-encoding": "br", ...condition };
    const answer = await ask(SCRIPT_PATH, { headers });
    expect(visits).toHaveLength(1);
    expect(answer.body.toString()).toBe("nothing here");
    for (const name of ["cache-control", "content-encoding", "etag", "last-modified"]) {
      expect(answer.headers).not.toHaveProperty(name);
    }
  });

  const STATIC = "/_next/static";
  test.each([
    `${STATIC}/../../package.json`,
    `${STATIC}/../BUILD_ID`,
    `${STATIC}/../server/page.js`,
    `${STATIC}/chunks/../../server/page.js`,
    `${STATIC}/%2e%2e/server/page.js`,
    `${STATIC}/%2e%2e%2fserver%2fpage.js`,
    `${STATIC}/%2E%2E%2F%2E%2E%2Fpackage.json`,
    `${STATIC}/.%2e/.%2e/package.json`,
    `${STATIC}/..%2f..%2fpackage.json`,
    `${STATIC}/..%5c..%5cpackage.json`,
    `${STATIC}/%252e%252e%252fserver%252fpage.js`,
    `${STATIC}/%2fetc%2fpasswd`,
    `${STATIC}//etc/passwd`,
    `${STATIC}/%c0%ae%c0%ae/server/page.js`,
    `${STATIC}/../static.js`,
    `${STATIC}/../static-of-others/x.js`,
    `${STATIC}-of-others/x.js`,
    `${STATIC}.js`,
    `${STATIC}/chunks/main-0a1b.js%00`,
    `${STATIC}/chunks/main-0a1b.js%00.css`,
    `${STATIC}/%00/main-0a1b.js`,
    `${STATIC}/chunks/%`,
    `${STATIC}/chunks/%zz.js`,
    `${STATIC}/.hidden.js`,
    `${STATIC}/%2ehidden.js`,
    `${STATIC}/.hidden/x.js`,
    `${STATIC}/`,
    STATIC,
    `${STATIC}/chunks`,
    `${STATIC}/chunks/`,
    `${STATIC}/chunks/.`,
    `${STATIC}/chunks/main-0a1b.js/`,
    `${STATIC}/chunks/main-0a1b`,
    `${STATIC}/chunks/nothing-here.js`,
    `${STATIC}/chunks/main-0a1b.js.br`,
    `${STATIC}/chunks/main-0a1b.js.gz`,
    `${STATIC}/chunks/main-0a1b.css.br`,
    `${STATIC}/chunks/main-0a1b.js%2ebr`,
    "/fonts/OFL.txt",
    "/fonts/OFL%2etxt",
    "/fonts/OFL.txt?.woff2",
    "/fonts/OFL.txt%3f.woff2",
    "/fonts/OFL.txt%00.woff2",
    "/fonts/../x.woff2",
    "/fonts/%2e%2e%2fx.woff2",
    "/fonts/.hidden.woff2",
    "/fonts/nothing-here.woff2",
    "/fonts/",
    "/FONTS/x.woff2",
    "/package.json",
    "/.env.local",
  ])("does not serve %s", async (path) => {
    for (const headers of [{}, { "accept-encoding": "gzip, br" }]) {
      visits.length = 0;
      const answer = await ask(path, { headers });
      expect(visits).toMatchObject([{ to: "page", url: path }]);
      const encoding = [answer.headers["content-encoding"] ?? "none"].flat().join();
      expect(unpack[encoding]?.(answer.body).toString()).toBe(PAGE);
      expect(answer.headers).not.toHaveProperty("cache-control");
    }
  });
});

describe("a page", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
  ])("is compressed for Accept-Encoding “%s”: %s", async (accepted, encoding, unpack) => {
    const { headers, body } = await ask("/", { headers: { "accept-encoding": accepted } });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers.vary?.toLowerCase()).toContain("accept-encoding");
    expect(body.length).toBeLessThan(PAGE.length / 2);
    expect(unpack(body).toString()).toBe(PAGE);
  });

  test.each(["identity", "", "br;q=0, gzip;q=0"])(
    "is not compressed for “%s”",
    async (accepted) => {
      const { headers, body } = await ask("/", { headers: { "accept-encoding": accepted } });
      expect(headers).not.toHaveProperty("content-encoding");
      expect(headers.vary?.toLowerCase()).toContain("accept-encoding");
      expect(body.toString()).toBe(PAGE);
    },
  );

  test("is not compressed if it is small or of an incompressible type", async () => {
    const headers = { "accept-encoding": "gzip, br" };
    answerPage = async (_, response) => {
      response.setHeader("content-type", "text/html").end("<p>Nothing here.</p>");
    };
    const small = await ask("/", { headers });
    expect(small.headers).not.toHaveProperty("content-encoding");
    expect(small.body.toString()).toBe("<p>Nothing here.</p>");
    answerPage = async (_, response) => {
      response.setHeader("content-type", "image/jpeg").end(PAGE);
    };
    const picture = await ask("/", { headers });
    expect(picture.headers).not.toHaveProperty("content-encoding");
    expect(picture.body.toString()).toBe(PAGE);
  });

  test("is streamed, compressed", async () => {
    const gate = openLater();
    answerPage = async (_, response) => {
      response.setHeader("content-type", "text/html");
      response.write(PAGE);
      // Next does this after each piece, where it can.
      (response as ServerResponse & { flush?: () => void }).flush?.();
      await gate.opened;
      response.end("the end");
    };
    const response = await begin("/", { "accept-encoding": "br" });
    const first = await firstPiece(response);
    expect(first.length).toBeGreaterThan(0);
    gate.open();
    const rest = await readRest(response);
    expect(brotliDecompressSync(Buffer.concat([first, rest])).toString()).toBe(`${PAGE}the end`);
  });

  test("that fails is a 500 without details, and the next one is answered", async () => {
    const whole = answerPage;
    answerPage = async () => {
      throw new Error(SECRET);
    };
    const failed = await ask("/", { headers: { "accept-encoding": "br" } });
    expect([failed.status, failed.body.length]).toEqual([500, 0]);
    expect(failed.headers["cache-control"]).toBe("no-store");
    expect(JSON.stringify(failed.headers)).not.toContain(SECRET);
    answerPage = whole;
    expect((await ask("/")).body.toString()).toBe(PAGE);
  });

  test("that fails midway is aborted, not ended as if complete", async () => {
    answerPage = async (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      await new Promise((resolve) => response.write(PAGE, resolve));
      throw new Error("in the middle");
    };
    await expect(ask("/")).rejects.toThrow(/aborted|hang up|reset/i);
  });
});

describe("a thumbnail", () => {
  test("has the status and the headers of its handler", async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);
    answerThumbnail = async () => {
      const headers = new Headers({
        "cache-control": "public, max-age=60",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-type": "image/webp",
        etag: '"one"',
      });
      headers.append("set-cookie", "a=1");
      headers.append("set-cookie", "b=2");
      return new Response(bytes, { status: 203, headers });
    };
    // Pictures are compressed already.
    const { status, headers, body } = await ask("/thumb/a/320", {
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(status).toBe(203);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=60",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/webp",
      etag: '"one"',
      "set-cookie": ["a=1", "b=2"],
    });
    expect(headers).not.toHaveProperty("content-encoding");
    expect(body.equals(bytes)).toBe(true);
  });

  test.each([
    [304, "GET", null],
    [404, "GET", "no such picture"],
  ])("may be %i to %s", async (status, method, text) => {
    answerThumbnail = async () => new Response(text, { status });
    const answer = await ask("/thumb/a/320", { method });
    expect(visits).toMatchObject([{ to: "/thumb/*", method }]);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toBe(method === "GET" ? (text ?? "") : "");
  });

  test("gets path, query and headers unchanged", async () => {
    const path = "/thumb/a%2Fb%20c+d/320?u=https%3A%2F%2Fa.example%2F%C3%A9.jpg&s=a~b&s=&=1";
    await ask(path, { headers: { accept: "image/avif,*/*", "if-none-match": '"one", W/"two"' } });
    const [visit] = visits;
    expect([visit?.to, visit?.url]).toEqual(["/thumb/*", path]);
    expect(visit?.headers.get("accept")).toBe("image/avif,*/*");
    expect(visit?.headers.get("if-none-match")).toBe('"one", W/"two"');
  });

  test.each(["/thumb", "/thumbs/a", "/THUMB/a/320", "/%74humb/a/320", "/a/thumb/b", "/?/thumb/"])(
    "does not serve %s",
    async (path) => {
      await ask(path);
      expect(visits).toMatchObject([{ to: "page", url: path }]);
    },
  );

  test("is streamed as its handler writes it", async () => {
    const gate = openLater();
    answerThumbnail = async () =>
      new Response(
        new ReadableStream({
          async start(stream) {
            stream.enqueue(Buffer.from("first, "));
            await gate.opened;
            stream.enqueue(Buffer.from("second"));
            stream.close();
          },
        }),
      );
    const response = await begin("/thumb/a/320");
    expect((await firstPiece(response)).toString()).toBe("first, ");
    gate.open();
    expect((await readRest(response)).toString()).toBe("second");
  });

  test("is aborted when the visitor leaves", async () => {
    const gone = openLater();
    answerThumbnail = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          gone.open();
          reject(signal.reason);
        });
      });
    const visitor = openRequest(origin, { path: "/thumb/a/320", agent: false });
    visitor.on("error", () => {}).end();
    await vi.waitFor(() => expect(visits).toHaveLength(1));
    visitor.destroy();
    expect(await within(1000, gone.opened)).toBe("in time");
    answerThumbnail = async () => new Response("the next one");
    expect((await ask("/thumb/b/320")).body.toString()).toBe("the next one");
  });

  test("is not read further when the visitor leaves midway", async () => {
    const cancelled = openLater();
    const aborted = openLater();
    answerThumbnail = async (_, { signal }) => {
      signal.addEventListener("abort", aborted.open);
      return new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(Buffer.from("first")),
          cancel: cancelled.open,
        }),
      );
    };
    const response = await begin("/thumb/a/320");
    await firstPiece(response);
    response.destroy();
    expect(await within(1000, aborted.opened)).toBe("in time");
    expect(await within(1000, cancelled.opened)).toBe("in time");
  });

  test("that was sent completely does not abort", async () => {
    let signal: AbortSignal | undefined;
    answerThumbnail = async (_, context) => {
      signal = context.signal;
      return new Response("whole");
    };
    expect((await ask("/thumb/a/320")).body.toString()).toBe("whole");
    await expect.poll(openConnections).toBe(0);
    expect(signal?.aborted).toBe(false);
  });

  test("that fails is a 500 without details, and the next one is answered", async () => {
    for (const fail of [
      async () => Promise.reject(new Error(SECRET)),
      () => {
        throw new Error(SECRET);
      },
    ]) {
      answerThumbnail = fail;
      const { status, headers, body } = await ask("/thumb/a/320");
      expect([status, headers["content-type"]]).toEqual([500, "image/gif"]);
      expect(headers["cache-control"]).toBe("no-store");
      expect(JSON.stringify(headers) + body.toString()).not.toContain(SECRET);
    }
    answerThumbnail = async () => new Response("the next one");
    expect((await ask("/thumb/b/320")).body.toString()).toBe("the next one");
  });

  test("that fails midway is aborted, not ended as if complete", async () => {
    answerThumbnail = async () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(Buffer.from("first")),
          pull: (stream) => stream.error(new Error("in the middle")),
        }),
      );
    await expect(ask("/thumb/a/320")).rejects.toThrow(/aborted|hang up|reset/i);
  });

  test.each(["HEAD", "POST", "OPTIONS"])("is not answered for %s", async (method) => {
    const answer = await attempt(target("/thumb/a/320", method));
    expect(statusOf(answer)).toBe(405);
    expect(answer).toMatch(/^allow: GET\r$/im);
    expect(visits).toEqual([]);
  });
});

function openLater() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function within(limitMs: number, event: Promise<void>): Promise<"in time" | "too late"> {
  return Promise.race([
    event.then(() => "in time" as const),
    new Promise<"too late">((resolve) => setTimeout(resolve, limitMs, "too late").unref()),
  ]);
}

/** An answer of which only the head is there. */
function begin(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = openRequest(origin, { path, headers, agent: false }, (response) => {
      // A test that leaves in the middle knows that it did.
      response.on("error", () => {});
      resolve(response);
    });
    asking.once("error", reject).end();
  });
}

async function firstPiece(response: IncomingMessage): Promise<Buffer> {
  await new Promise((resolve) => response.once("readable", resolve));
  return response.read() as Buffer;
}

async function readRest(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
