import type { ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { pageRoutes } from "@/lib/web/route";
import { latch } from "@/tests/support/latch";
import { askOverHttp, firstPiece, readBytes } from "@/tests/support/requests/http-request";
import { frontDoorOfFile, PAGE, SECRET } from "@/tests/support/servers/front-door-of-file";
import { openFrontDoor } from "@/tests/support/servers/open-front-door";

const door = frontDoorOfFile();
const { ask, begin } = door;

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
    door.answerPage = async (_, response) => {
      response.setHeader("content-type", "text/html").end("<p>Nothing here.</p>");
    };
    const small = await ask("/", { headers });
    expect(small.headers).not.toHaveProperty("content-encoding");
    expect(small.body.toString()).toBe("<p>Nothing here.</p>");
    door.answerPage = async (_, response) => {
      response.setHeader("content-type", "image/jpeg").end(PAGE);
    };
    const picture = await ask("/", { headers });
    expect(picture.headers).not.toHaveProperty("content-encoding");
    expect(picture.body.toString()).toBe(PAGE);
  });

  test("is streamed, compressed", async () => {
    const gate = latch();
    door.answerPage = async (_, response) => {
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
    const rest = await readBytes(response);
    expect(brotliDecompressSync(Buffer.concat([first, rest])).toString()).toBe(`${PAGE}the end`);
  });

  test("that fails is a 500 without details, and the next one is answered", async () => {
    const whole = door.answerPage;
    door.answerPage = async () => {
      throw new Error(SECRET);
    };
    const failed = await ask("/", { headers: { "accept-encoding": "br" } });
    expect([failed.status, failed.body.length]).toEqual([500, 0]);
    expect(failed.headers["cache-control"]).toBe("no-store");
    expect(JSON.stringify(failed.headers)).not.toContain(SECRET);
    door.answerPage = whole;
    expect((await ask("/")).body.toString()).toBe(PAGE);
  });

  test("that fails midway is aborted, not ended as if complete", async () => {
    door.answerPage = async (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      await new Promise((resolve) => response.write(PAGE, resolve));
      throw new Error("in the middle");
    };
    await expect(ask("/")).rejects.toThrow(/aborted|hang up|reset/i);
  });
});

test("while the database is lost, a page of an account says so with 503, and other pages are rendered", async () => {
  const outage = Object.assign(new Error("PostgreSQL is unreachable"), { isOutage: true });
  const { origin, close } = await openFrontDoor(pageRoutes("account", ["/account"]), {
    sessionOf: () => Promise.reject(outage),
  });
  onTestFinished(close);
  const account = await askOverHttp(origin, "/account");
  expect(account.status).toBe(503);
  expect(account.body.toString()).toContain("<h1>The database can’t be reached</h1>");
  // What `openFrontDoor` answers for a page.
  expect((await askOverHttp(origin, "/about")).status).toBe(404);
});
