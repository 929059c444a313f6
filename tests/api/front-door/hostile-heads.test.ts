import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { statusOf } from "@/tests/support/requests/raw-request";
import {
  CHUNKED,
  frontDoorOfFile,
  headLines,
  NO_CHUNKS,
  rawPost,
  rawRequest,
  rawTarget,
} from "@/tests/support/servers/front-door-of-file";

const door = frontDoorOfFile();
const { ask, attempt, openConnections, visits } = door;

const badHead = (written: string) => rawRequest({ target: written, lines: ["a line"] });
const wish = (protocol: string, method = "GET") =>
  `${method} /_next/webpack-hmr HTTP/1.1\r\nHost: gallery.example\r\n` +
  `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

const bodyless = (method: string, to: string) =>
  rawRequest({ method, target: to, lines: ["Content-Length: 10000000"] });

const cookies = (count: number, each = "theme=dark") =>
  `Cookie: ${Array.from({ length: count }, () => each).join("; ")}`;

function h2c(): string[] {
  return ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"];
}

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
    ["a whole URL", rawTarget("http://evil.example/search?q=sea")],
    ["a whole URL in capitals", rawTarget("HTTP://EVIL.EXAMPLE/")],
    ["a whole URL of our own", rawTarget("http://gallery.example/search?q=sea")],
    ["a whole URL by TLS", rawTarget("https://evil.example/")],
    ["a whole URL of a file", rawTarget("file:///etc/passwd")],
    ["a whole URL by HEAD", rawTarget("http://evil.example/", "HEAD")],
    ["a whole URL by POST", rawTarget("http://evil.example/", "POST")],
    ["a name and a port", rawTarget("evil.example:80")],
    ["a tunnel", rawTarget("evil.example:443", "CONNECT")],
    ["a star", rawTarget("*")],
    ["a star by OPTIONS", rawTarget("*", "OPTIONS")],
    ["two slashes and a name", rawTarget("//evil.example/search")],
    ["three slashes and a name", rawTarget("///evil.example/search")],
    ["two slashes and what begins an IP address, then a dot", rawTarget("//[/.")],
    ["two slashes and what begins an IP address, then a dot in hexadecimal", rawTarget("//[/%2e")],
    ["a whole URL that cannot be read", rawTarget("http://[/.")],
    ["a whole URL that cannot be read, and a head that Node refuses", badHead("http://[/.")],
    ["a slash, a backslash and a name", rawTarget("/\\evil.example/search")],
    ["two backslashes and a name", rawTarget("\\\\evil.example/search")],
    ["a backslash and a path", rawTarget("\\search")],
    ["a query without a path", rawTarget("?q=sea")],
    ["no target", rawTarget("")],
    ["a tab between slashes", rawTarget("/\t/evil.example")],
    ["a blank in the path", rawTarget("/sea side")],
    ["a NUL in the path", rawTarget("/sea\x00side")],
    ["a letter beyond ASCII in the path", rawTarget("/\xe9")],
    // A body of unknown length, or of two lengths.
    ["GET with chunks", rawRequest({ lines: [CHUNKED] }, NO_CHUNKS)],
    ["HEAD with chunks", rawRequest({ method: "HEAD", lines: [CHUNKED] }, NO_CHUNKS)],
    ["DELETE with chunks", rawRequest({ method: "DELETE", lines: [CHUNKED] }, NO_CHUNKS)],
    ["GET with chunks in capitals", rawRequest({ lines: [CHUNKED.toUpperCase()] }, NO_CHUNKS)],
    ["GET with no encoding", rawRequest({ lines: ["Transfer-Encoding:"] })],
    ["GET with an unknown encoding", rawRequest({ lines: ["Transfer-Encoding: xchunked"] })],
    [
      "GET with chunks after 2000 lines",
      rawRequest({ lines: [...headLines(2000), CHUNKED] }, "0\r\n\r\n"),
    ],
    ["POST with an unknown encoding", rawPost("Transfer-Encoding: xchunked")],
    ["POST as it is", rawPost("Transfer-Encoding: identity")],
    ["POST with chunks that are compressed", rawPost("Transfer-Encoding: gzip, chunked")],
    ["POST with compressed chunks", rawPost("Transfer-Encoding: chunked, gzip")],
    ["a blank before the colon", rawPost("Transfer-Encoding : chunked")],
    ["chunks twice", rawPost(CHUNKED, CHUNKED)],
    ["chunks, then as it is", rawPost(CHUNKED, "Transfer-Encoding: identity")],
    ["as it is, then chunks", rawPost("Transfer-Encoding: identity", CHUNKED)],
    ["chunks on a folded line", rawPost("Transfer-Encoding:", " chunked")],
    ["a length, then chunks", rawPost("Content-Length: 5", CHUNKED)],
    ["chunks, then a length", rawPost(CHUNKED, "Content-Length: 5")],
    ["one length twice", rawPost("Content-Length: 5", "Content-Length: 5")],
    ["two lengths", rawPost("Content-Length: 5", "Content-Length: 0")],
    ["two lengths on one line", rawPost("Content-Length: 5, 5")],
    ["a length with a sign", rawPost("Content-Length: +5")],
    ["a length below nothing", rawPost("Content-Length: -5")],
    ["a length in hexadecimal", rawPost("Content-Length: 0x5")],
    ["a length without a number", rawPost("Content-Length:")],
    ["a length beyond all numbers", rawPost(`Content-Length: ${"9".repeat(30)}`)],
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
    ["a path of 17 KB", rawTarget(`/${"a".repeat(17 * 1024)}`)],
    ["many short lines, 24 KB together", rawRequest({ lines: headLines(3000, "X-A: a") })],
    ["a value of 1 MB", rawRequest({ lines: [`Cookie: ${"a".repeat(1024 * 1024)}`] })],
    ["201 cookies", rawRequest({ lines: [cookies(201)] })],
    ["2,000 cookies that cannot be decoded", rawRequest({ lines: [cookies(2_000, "a=%")] })],
    ["201 cookies on several lines", rawRequest({ lines: [cookies(100), cookies(101)] })],
    ["a user agent of more than 1 KB", rawRequest({ lines: [`User-Agent: ${"_".repeat(1_025)}`] })],
    // Another language.
    ["an unknown method", rawTarget("/", "FETCH")],
    ["a method in small letters", rawTarget("/", "get")],
    ["a wish to have it all sent back", rawTarget("/search?q=sea", "TRACE")],
    ["an image id that cannot be decoded", rawTarget("/library/%/original")],
    ["an invitation that cannot be decoded", rawTarget("/invitation/%ff")],
    ["a collection that cannot be decoded", rawTarget("/collections/%E0%A4%A?image=a")],
    ["a wish to have a thumbnail's request sent back", rawTarget("/thumb/a/320", "TRACE")],
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
    const { port } = new URL(door.origin());
    const visitor = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    visitor.on("error", () => {}).resume();
    visitor.write(wish("websocket"));
    await new Promise((resolve) => visitor.once("end", resolve));
    try {
      await expect.poll(openConnections).toBe(0);
    } finally {
      visitor.destroy();
    }
  });

  test("and a client that requests an upgrade and disconnects does no harm", async () => {
    const uncaught = vi.fn();
    process.on("uncaughtException", uncaught);
    const { port } = new URL(door.origin());
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

describe("unusual but valid requests are answered", () => {
  test.each([
    ["HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n"],
    ["POST in chunks", rawPost(CHUNKED)],
    ["POST in chunks, in capitals", rawPost("TRANSFER-ENCODING: CHUNKED")],
    ["GET with a body of known length", rawRequest({ lines: ["Content-Length: 3"] }, "q=1")],
    ["a head of almost 16 KB", rawRequest({ lines: [`Cookie: ${"a".repeat(15 * 1024)}`] })],
    ["as many cookies as a browser sends", rawRequest({ lines: [cookies(180)] })],
    ["a long user agent", rawRequest({ lines: [`User-Agent: ${"Mozilla/5.0 ".repeat(85)}`] })],
    ["names that every object has", rawRequest({ lines: ["__proto__: a", "constructor: b"] })],
    ["slashes within the query", rawTarget("/search?q=//sea\\side&url=http://a.example/")],
    ["dot segments", rawTarget("/search/../about")],
    // As Java's client and curl offer it.
    ["HTTP/2, if we would", rawRequest({ lines: ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"] })],
    ["HTTP/2 that the connection names", rawRequest({ lines: h2c() })],
  ])("%s", async (_, request) => {
    expect(statusOf(await attempt(request))).toBe(200);
    expect(visits).toHaveLength(1);
  });
});
