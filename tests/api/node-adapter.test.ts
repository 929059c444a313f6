import { createServer, type IncomingMessage, type Server } from "node:http";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionOf, sendResponse, toRequest } from "@/lib/http/node-adapter";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { askRaw } from "@/tests/support/requests/raw-request";
import { listen } from "@/tests/support/servers/listen";

const TEXT = "a picture of the sea, ".repeat(200);

let server: Server;
let origin: string;
let answer: (request: Request, incoming: IncomingMessage) => Promise<Response>;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    answer(toRequest(incoming), incoming)
      .then((response) => sendResponse(response, incoming, outgoing))
      .catch((cause: unknown) => outgoing.writeHead(500).end(String(cause)));
  });
  origin = await listen(server);
});

afterAll(() => {
  server.close();
});

function send(lines: string[], { method = "GET", target = "/", body = "" } = {}): Promise<string> {
  const head = [`${method} ${target} HTTP/1.1`, "Host: a", "Connection: close", ...lines];
  return askRaw(origin, `${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Splits a raw response into its lower-case head and the bytes of its body. */
function parts(raw: string) {
  const end = raw.indexOf("\r\n\r\n");
  return {
    head: raw.slice(0, end).toLowerCase(),
    bytes: Buffer.from(raw.slice(end + 4), "latin1"),
  };
}

test("a request reads like a standard `Request`", async () => {
  answer = async (request) => {
    const { headers } = request;
    return Response.json({
      isRequest: request instanceof Request,
      isHeaders: headers instanceof Headers,
      method: request.method,
      url: request.url,
      accept: headers.get("ACCEPT"),
      joined: headers.get("x-a"),
      none: [headers.get("x-none"), headers.has("x-none"), headers.get("__proto__")],
      inherited: [headers.get("constructor"), headers.has("toString")],
      all: Object.fromEntries(headers),
      names: [...headers.keys()],
      copy: new Headers([...headers]).get("x-a"),
    });
  };
  const raw = await send(["Accept: image/avif", "X-A: 1", "X-A: 2"], { target: "/a%2Fb?q=%20&c" });
  const json = raw.slice(raw.indexOf("{"), raw.lastIndexOf("}") + 1);
  expect(JSON.parse(json)).toEqual({
    isRequest: true,
    isHeaders: true,
    method: "GET",
    url: "http://localhost/a%2Fb?q=%20&c",
    accept: "image/avif",
    joined: "1, 2",
    none: [null, false, null],
    inherited: [null, false],
    all: { accept: "image/avif", connection: "close", host: "a", "x-a": "1, 2" },
    names: ["accept", "connection", "host", "x-a"],
    copy: "1, 2",
  });
});

test.each([
  ["text", (request: Request) => request.text(), "Content-Length: 5", "q=sea"],
  [
    "text in chunks",
    (request: Request) => request.text(),
    "Transfer-Encoding: chunked",
    "2\r\nq=\r\n3\r\nsea\r\n0\r\n\r\n",
  ],
  [
    "a form",
    async (request: Request) => `q=${(await request.formData()).get("q")}`,
    "Content-Length: 5",
    "q=sea",
  ],
  ["a copy", (request: Request) => request.clone().text(), "Content-Length: 5", "q=sea"],
] as const)("a body is read as %s", async (_, read, length, body) => {
  answer = async (request) => new BytesResponse(await read(request));
  const type = "Content-Type: application/x-www-form-urlencoded";
  const { bytes } = parts(await send([type, length], { method: "POST", body }));
  expect(bytes.toString()).toBe("q=sea");
});

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("a text is compressed for “%s”: %s", async (accepted, coding, unpack) => {
  answer = async () =>
    new BytesResponse(TEXT, { headers: { "content-type": "application/json", vary: "origin" } });
  const { head, bytes } = parts(await send([`Accept-Encoding: ${accepted}`]));
  expect(head).toContain(`\r\ncontent-encoding: ${coding}\r\n`);
  expect(head).toContain(`\r\ncontent-length: ${bytes.length}\r\n`);
  expect(head).toContain("\r\nvary: origin, accept-encoding\r\n");
  expect(bytes.length).toBeLessThan(TEXT.length / 4);
  expect(unpack(bytes).toString()).toBe(TEXT);
});

test.each([
  ["no coding is accepted", "text/plain", TEXT, "identity", true],
  ["it is short", "text/plain", "sea", "br", false],
  ["its type does not gain", "image/avif", TEXT, "br", false],
])("bytes are sent as they are if %s", async (_, type, body, accepted, isVarying) => {
  answer = async () => new BytesResponse(body, { headers: { "content-type": type } });
  const { head, bytes } = parts(await send([`Accept-Encoding: ${accepted}`]));
  expect(head).not.toContain("content-encoding");
  expect(head.includes("\r\nvary: accept-encoding\r\n")).toBe(isVarying);
  expect(bytes.toString()).toBe(body);
});

test("already compressed bytes are not compressed again", async () => {
  const compressed = { br: new Uint8Array(brotliCompressSync("another text")) };
  const headers = { "content-type": "text/plain" };
  answer = async () => new BytesResponse(TEXT, { headers, compressed });
  const { bytes } = parts(await send(["Accept-Encoding: br"]));
  expect(brotliDecompressSync(bytes).toString()).toBe("another text");
});

test("HEAD has the headers of the whole body", async () => {
  answer = async () => new BytesResponse(TEXT, { headers: { "content-type": "text/plain" } });
  const { head, bytes } = parts(await send([], { method: "HEAD" }));
  expect(head).toContain(`\r\ncontent-length: ${TEXT.length}\r\n`);
  expect(bytes).toHaveLength(0);
});

test("the signal of a visitor who has already left is aborted", async () => {
  const signal = await new Promise<AbortSignal>((resolve) => {
    const once = createServer((incoming, outgoing) => {
      outgoing.once("close", () => resolve(connectionOf(incoming, outgoing).leaveSignal()));
      incoming.destroy();
      once.close();
    });
    listen(once).then((origin) => fetch(origin).catch(() => {}));
  });
  expect(signal.aborted).toBe(true);
});
