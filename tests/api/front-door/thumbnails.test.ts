import { request as openRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { latch } from "@/tests/support/latch";
import { firstPiece, readBytes } from "@/tests/support/requests/http-request";
import { statusOf } from "@/tests/support/requests/raw-request";
import { frontDoorOfFile, rawTarget, SECRET } from "@/tests/support/servers/front-door-of-file";

const door = frontDoorOfFile();
const { ask, attempt, begin, openConnections, visits } = door;

describe("a thumbnail", () => {
  test("has the status and the headers of its handler", async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);
    door.answerThumbnail = async () => {
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
    door.answerThumbnail = async () => new Response(text, { status });
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
    const gate = latch();
    door.answerThumbnail = async () =>
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
    expect((await readBytes(response)).toString()).toBe("second");
  });

  test("is aborted when the visitor leaves", async () => {
    const gone = latch();
    door.answerThumbnail = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          gone.open();
          reject(signal.reason);
        });
      });
    const visitor = openRequest(door.origin(), { path: "/thumb/a/320", agent: false });
    visitor.on("error", () => {}).end();
    await expect.poll(() => visits).toHaveLength(1);
    visitor.destroy();
    await gone.opened;
    door.answerThumbnail = async () => new Response("the next one");
    expect((await ask("/thumb/b/320")).body.toString()).toBe("the next one");
  });

  test("is not read further when the visitor leaves midway", async () => {
    const cancelled = latch();
    const aborted = latch();
    door.answerThumbnail = async (_, { signal }) => {
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
    await expect(Promise.all([aborted.opened, cancelled.opened])).resolves.toHaveLength(2);
  });

  test("that was sent completely does not abort", async () => {
    let signal: AbortSignal | undefined;
    door.answerThumbnail = async (_, context) => {
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
      door.answerThumbnail = fail;
      const { status, headers, body } = await ask("/thumb/a/320");
      expect([status, headers["content-type"]]).toEqual([500, "image/gif"]);
      expect(headers["cache-control"]).toBe("no-store");
      expect(JSON.stringify(headers) + body.toString()).not.toContain(SECRET);
    }
    door.answerThumbnail = async () => new Response("the next one");
    expect((await ask("/thumb/b/320")).body.toString()).toBe("the next one");
  });

  test("that fails midway is aborted, not ended as if complete", async () => {
    door.answerThumbnail = async () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(Buffer.from("first")),
          pull: (stream) => stream.error(new Error("in the middle")),
        }),
      );
    await expect(ask("/thumb/a/320")).rejects.toThrow(/aborted|hang up|reset/i);
  });

  test.each(["HEAD", "POST", "OPTIONS"])("is not answered for %s", async (method) => {
    const answer = await attempt(rawTarget("/thumb/a/320", method));
    expect(statusOf(answer)).toBe(405);
    expect(answer).toMatch(/^allow: GET\r$/im);
    expect(visits).toEqual([]);
  });
});
