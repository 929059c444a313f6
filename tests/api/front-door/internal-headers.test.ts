import { describe, expect, test } from "vitest";
import { statusOf } from "@/tests/support/requests/raw-request";
import {
  frontDoorOfFile,
  INTERNAL_NAMES,
  rawRequest,
} from "@/tests/support/servers/front-door-of-file";

const door = frontDoorOfFile();
const { ask, attempt, visits } = door;

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
      host: new URL(door.origin()).host,
    });
  });
});
