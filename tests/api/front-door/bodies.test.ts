import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askRaw, statusOf } from "@/tests/support/requests/raw-request";
import {
  CHUNKED,
  frontDoorOfFile,
  NO_CHUNKS,
  rawRequest,
} from "@/tests/support/servers/front-door-of-file";
import { type OpenFrontDoor, openFrontDoor } from "@/tests/support/servers/open-front-door";
import { productRoutes } from "@/tests/support/servers/product-routes";

const door = frontDoorOfFile();
const { ask, attempt, openConnections, visits } = door;

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
    ["in tiny chunks", [CHUNKED], chunk("x").repeat(2_000)],
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
    const { port } = new URL(door.origin());
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
  let forms: OpenFrontDoor;

  beforeAll(async () => {
    const routes = (await productRoutes()).map((route) =>
      route.path === "/search" ? { ...route, methods: ["POST"] as const, bodyBytesMax: 5 } : route,
    );
    forms = await openFrontDoor(routes, {
      answerPage: async (request, response) => {
        for await (const part of request) response.write(part);
        response.end();
      },
    });
  });

  afterAll(() => forms.close());

  test.each([
    ["within its limit", 200, ["Content-Length: 5"], "q=sea"],
    ["beyond its limit", 413, ["Content-Length: 6"], ""],
    ["of unknown length", 413, [CHUNKED], NO_CHUNKS],
  ])("gets one %s: %i", async (_, status, lines, body) => {
    const host = "Host: localhost\r\nConnection: close";
    const head = `POST /search HTTP/1.1\r\n${host}\r\n${lines.join("\r\n")}`;
    expect(statusOf(await askRaw(forms.origin, `${head}\r\n\r\n${body}`))).toBe(status);
  });
});
