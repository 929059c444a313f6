import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { HttpAnswer } from "@/tests/support/requests/http-request";
import {
  frontDoorOfFile,
  PAGE,
  SCRIPT,
  STYLE,
  TYPEFACE,
} from "@/tests/support/servers/front-door-of-file";

const door = frontDoorOfFile();
const { ask, visits } = door;

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
    const said = ({ headers: { date, "x-request-id": _, ...others } }: HttpAnswer) => others;
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
    door.answerPage = async (_, response) => {
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
