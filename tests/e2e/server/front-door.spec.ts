import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import type { Image } from "../../../lib/contract/search-answer";
import { failureText } from "../../../lib/messages/failure-text";
import { askRaw, statusOf } from "../../support/requests/raw-request";
import { startFixtureService } from "../../support/servers/fixture-service";
import { startInstallation } from "../support/installation";

type SearchBody = { images: Image[] };

function rawRequest(target: string, lines: string[]): string {
  return `${[`GET ${target} HTTP/1.1`, "Host: localhost", ...lines].join("\r\n")}\r\n\r\n`;
}

test("an internal header of Next does not bypass the policy", async ({ baseURL }) => {
  const answer = await askRaw(
    baseURL ?? "",
    rawRequest("/search?q=sea", [
      "Connection: close",
      "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
    ]),
  );
  const [head = ""] = answer.split("\r\n\r\n");
  expect(statusOf(answer)).toBe(200);
  expect(head).toMatch(/^content-security-policy: default-src 'none';.*'nonce-/im);
});

test("an upgrade to another protocol is rejected", async ({ baseURL }) => {
  const lines = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const answer = await askRaw(baseURL ?? "", rawRequest("/_next/webpack-hmr", lines));
  expect(statusOf(answer)).toBe(400);
});

test("an absolute URL as request target is rejected", async ({ baseURL }) => {
  for (const target of ["http://evil.example/search?q=sea", `${baseURL}/search?q=sea`]) {
    const answer = await askRaw(baseURL ?? "", rawRequest(target, ["Connection: close"]));
    expect(statusOf(answer)).toBe(400);
  }
});

test("a page's script is compressed by Brotli, with the same content", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const [script = ""] = html.match(/\/_next\/static\/[^"]+\.js/) ?? [];
  const compressed = await request.get(script, { headers: { "accept-encoding": "gzip, br" } });
  expect(compressed.status()).toBe(200);
  expect(compressed.headers()["content-encoding"]).toBe("br");
  const plain = await request.get(script, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers()).not.toHaveProperty("content-encoding");
  const bytes = await plain.body();
  expect(bytes.length).toBeGreaterThan(0);
  // Playwright has decompressed it.
  expect((await compressed.body()).equals(bytes)).toBe(true);
});

test("a thumbnail has exactly one policy", async ({ request }) => {
  const { images } = (await (await request.get("/api/search?q=sea")).json()) as SearchBody;
  const { path, widthsPx } = images[0]?.thumbnails ?? { path: "", widthsPx: [] };
  const get = () => request.get(`${path}${widthsPx[0]}`);
  // A server that other journeys keep busy refuses it for the moment.
  await expect.poll(async () => (await get()).status()).toBe(200);
  const policies = (await get())
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === "content-security-policy");
  expect(policies.map(({ value }) => value)).toEqual(["default-src 'none'; sandbox"]);
});

test("on SIGTERM the server finishes the current responses", async () => {
  const installation = await startInstallation({});
  // Node sends "100 Continue" when it passes the request to the handler.
  const asking = request(`${installation.address}/search?q=sea&count=50`, {
    headers: { expect: "100-continue" },
  }).end();
  const answer = once(asking, "response");
  await once(asking, "continue");
  const [[response], code] = await Promise.all([answer, installation.stop()]);
  expect(response.statusCode).toBe(200);
  expect(await text(response)).toContain("</html>");
  expect(code).toBe(0);
  await expect(fetch(installation.address)).rejects.toThrow();
});

test("on SIGTERM the server waits for a paid search whose visitor has left", async () => {
  const fixture = await startFixtureService();
  const settings = { SEARCH_API_URL: fixture.baseUrl, SEARCH_API_KEY: fixture.key };
  const dataDir = test.info().outputPath("data");
  try {
    const body = { value: [{ imageUrl: "https://a.example/1" }] };
    fixture.answerWith({ delayMs: 1500, body });
    const before = await startInstallation(settings, dataDir);
    const leaving = new AbortController();
    const left = fetch(`${before.address}/api/search?q=sea`, { signal: leaving.signal });
    left.catch(() => {});
    await fixture.nextSearch();
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect(await before.stop()).toBe(0);

    const after = await startInstallation(settings, dataDir);
    const answer = await (await fetch(`${after.address}/api/search?q=sea`)).json();
    expect(answer).toMatchObject({ from: "cache", searchesUsed: 0 });
    expect(fixture.searches).toHaveLength(1);
    await after.stop();
  } finally {
    await fixture.stop();
  }
});

test("each page gets the request that it is rendered for", async () => {
  const installation = await startInstallation({});
  try {
    // Beyond the limit of free searches, the page shows the id of the request that it refused.
    const search = async () =>
      (await fetch(`${installation.address}/api/search?q=sea&count=1`)).status;
    const { title } = failureText("rate_limited");
    const openPage = async (q: number) => {
      const url = `${installation.address}/search?q=sea${q}`;
      const response = await fetch(url, { headers: { "sec-fetch-site": "none" } });
      return [response.headers.get("x-request-id"), await response.text()] as const;
    };
    let answers: Awaited<ReturnType<typeof openPage>>[];
    do {
      let statuses: number[] = [];
      // Many at once, because the limit is for a minute. It may end before the pages are answered.
      while (!statuses.includes(429))
        statuses = await Promise.all(Array.from({ length: 20 }, search));
      answers = await Promise.all(Array.from({ length: 8 }, (_, q) => openPage(q)));
    } while (!answers.every(([, html]) => html.includes(title)));
    const ids = answers.map(([id]) => id ?? "missing");
    expect(new Set(ids).size).toBe(8);
    for (const [id, html] of answers) {
      expect(ids.filter((each) => html.includes(each))).toEqual([id]);
    }
  } finally {
    await installation.stop();
  }
});

test("a body on a page request is rejected before it is sent", async ({ baseURL }) => {
  const lines = ["Content-Length: 10000000"];
  const post = rawRequest("/about", lines).replace("GET", "POST");
  expect(statusOf(await askRaw(baseURL ?? "", post))).toBe(405);
});

test("no alternative path of a page bypasses its checks", async ({ request }) => {
  const [, build] = (await (await request.get("/")).text()).match(/\\?"b\\?":\\?"([\w-]+)/) ?? [];
  expect(build).toBeTruthy();
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };
  for (const path of ["/search", `/_next/data/${build}/search.json`]) {
    const response = await request.get(`${path}?q=sea`, { headers });
    expect([403, 404]).toContain(response.status());
  }
});

test("a malformed router state is ignored", async ({ request }) => {
  for (const state of ["%", "null", "[", "%5B%22%22%5D", "[1,2,3]", "x".repeat(5000)]) {
    for (const rsc of [{}, { rsc: "1" }]) {
      const headers = { ...rsc, "next-router-state-tree": state };
      expect((await request.get("/search?q=mountain", { headers })).status()).toBe(200);
    }
  }
});
