import { mkdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApplication } from "@/lib/http/application";
import { createFrontDoor } from "@/lib/http/front-door/create-front-door";
import { PAGE_HEADERS } from "@/lib/http/page-headers";
import type { RESPONSE_HEADERS } from "@/lib/http/response-headers";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import type { Route } from "@/lib/web/route";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { askRaw } from "@/tests/support/requests/raw-request";
import { requestSlotsInTest } from "@/tests/support/servers/application";
import { productRoutes } from "@/tests/support/servers/product-routes";

/** Every response has these, or a value of its own. */
const COMMON: Record<keyof typeof RESPONSE_HEADERS, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
const OF_A_PAGE = { ...COMMON, "referrer-policy": "same-origin" };
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The visitor whose pages wait too long. */
const BUSY = "198.51.100.7";

let server: Server;
let origin: string;

beforeAll(async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "public/fonts"), { recursive: true });
  writeFileSync(join(root, "public/fonts/x.woff2"), "shapes of letters");
  server = createFrontDoor({
    root,
    publicUrl: "http://gallery.example",
    allowedHosts: [],
    application: createApplication((await productRoutes()).map(withHandlerOfTest), {
      visitorOf: createVisitorOf({ kind: "hops", count: 1 }),
      serviceKeys: { identify: () => null },
      metricsToken: null,
      sessionOf: async () => null,
      slots: requestSlotsInTest(),
    }),
    slots: {
      enter: async (_, { visitor }) => {
        if (visitor === BUSY) throw new AppError("busy", "the test's queue is full");
        return { leave: () => {} };
      },
    },
    answerPage,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const HANDLERS: Record<string, Handler> = {
  "/api/search": async () => BytesResponse.of({}),
  "/api/service": async () => {
    // Its body cannot be compressed, so sending it fails.
    const response = BytesResponse.of("a".repeat(2_000));
    return Object.defineProperty(response, "compressed", { value: null });
  },
  "/thumb/*": async () => new Response(null, { status: 304 }),
};

function withHandlerOfTest(route: Route): Route {
  return { ...route, handler: HANDLERS[route.path] ?? route.handler };
}

/** As Next and the proxy: the headers of a page replace those that it has. */
async function answerPage({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url === "/settings") throw new Error("no page");
  if (url === "/")
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
  response.end("a page");
}

async function headersOf(lines: string[]): Promise<[string, Record<string, string>]> {
  const answer = await askRaw(origin, `${lines.join("\r\n")}\r\n\r\n`);
  const [status = "", ...fields] = answer.slice(0, answer.indexOf("\r\n\r\n")).split("\r\n");
  const pairs = fields.map((line) => line.split(/: (.*)/) as [string, string]);
  const names = pairs.map(([name]) => name.toLowerCase());
  expect([...names].sort()).toEqual([...new Set(names)].sort());
  return [
    status.split(" ")[1] ?? "",
    Object.fromEntries(pairs.map(([, value], i) => [names[i], value])),
  ];
}

const HOST = "Host: gallery.example";
const CLOSE = "Connection: close";

describe("every response has the common headers:", () => {
  test.each([
    ["a route's bytes", "200", ["GET /api/search HTTP/1.1", HOST, CLOSE], COMMON],
    ["a route's usual response", "304", ["GET /thumb/a/320 HTTP/1.1", HOST, CLOSE], COMMON],
    ["a route that fails", "500", ["GET /library/a/original HTTP/1.1", HOST, CLOSE], COMMON],
    [
      "a response that cannot be sent",
      "500",
      ["GET /api/service HTTP/1.1", HOST, CLOSE, "Accept-Encoding: br"],
      COMMON,
    ],
    ["a route without its key", "401", ["GET /v1/search?q=sea HTTP/1.1", HOST, CLOSE], COMMON],
    ["another method", "405", ["DELETE /api/search HTTP/1.1", HOST, CLOSE], COMMON],
    ["an unknown path of an API", "404", ["GET /api/nothing HTTP/1.1", HOST, CLOSE], COMMON],
    [
      "a form without a session",
      "303",
      ["POST /account/keys HTTP/1.1", HOST, CLOSE, "Accept: text/html"],
      COMMON,
    ],
    ["a built file", "200", ["GET /fonts/x.woff2 HTTP/1.1", HOST, CLOSE], COMMON],
    [
      "a built file that the browser has",
      "304",
      ["GET /fonts/x.woff2 HTTP/1.1", HOST, CLOSE, "If-None-Match: *"],
      COMMON,
    ],
    ["a file that Next sends", "200", ["GET /favicon.svg HTTP/1.1", HOST, CLOSE], COMMON],
    [
      "a built file whose precondition fails, so that Next answers",
      "200",
      ["GET /fonts/x.woff2 HTTP/1.1", HOST, CLOSE, 'If-Match: "other"'],
      COMMON,
    ],
    ["a page", "200", ["GET / HTTP/1.1", HOST, CLOSE], OF_A_PAGE],
    ["a page that fails", "500", ["GET /settings HTTP/1.1", HOST, CLOSE], COMMON],
    [
      "a page that waited too long",
      "503",
      ["GET / HTTP/1.1", HOST, CLOSE, `X-Forwarded-For: ${BUSY}`],
      OF_A_PAGE,
    ],
    ["a refused request", "421", ["GET / HTTP/1.1", "Host: other.example"], COMMON],
    ["a refused API client", "421", ["GET /v1/search HTTP/1.1", "Host: other.example"], COMMON],
    ["a request that is not HTTP", "400", ["hello"], COMMON],
    [
      "an API client's head that is too long",
      "431",
      ["GET /v1/search HTTP/1.1", `X: ${"x".repeat(20_000)}`],
      COMMON,
    ],
  ] as const)("%s, %s", async (_, status, lines, common) => {
    const [answered, headers] = await headersOf([...lines]);
    expect(answered).toBe(status);
    expect(headers).toMatchObject(common);
    expect(headers["x-request-id"]).toMatch(ID);
  });
});
