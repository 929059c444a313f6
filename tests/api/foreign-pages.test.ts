import { request } from "undici";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { applicationOf } from "@/tests/support/application";
import { fixtureOfFile } from "@/tests/support/fixture-of-file";
import { type PaidGallery, startPaidGallery } from "@/tests/support/paid-gallery";
import { type ServedHandler, serveHandler } from "@/tests/support/serve-handler";
import { temporaryFolder } from "@/tests/support/temporary-folder";

/** Plain HTTP under a name of the local network, where browsers send no `Sec-Fetch-*`. */
const HOST = "nas:3000";
const OWN_PAGE = { referer: `http://${HOST}/` };
const NAVIGATION = {
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-user": "?1",
};

const fixture = await fixtureOfFile();
let gallery: PaidGallery;
let served: ServedHandler;

beforeAll(async () => {
  vi.stubEnv("VITRINE_LOG_LEVEL", "silent");
});

beforeEach(async () => {
  const { baseUrl: url, key } = fixture;
  gallery = startPaidGallery({ url, key, dataDir: temporaryFolder() });
  served = await serveHandler(applicationOf({ searchImages: gallery.searchImages }));
});

afterEach(async () => {
  await served.stop();
  await gallery.stop();
});

async function ask(headers: Record<string, string>) {
  const response = await request(`${served.baseUrl}/api/search?q=sea`, {
    headers: { host: HOST, ...headers },
  });
  const body = (await response.body.json()) as {
    from?: string;
    error?: { code: string; message: string };
  };
  const { code, message } = body.error ?? {};
  return { status: response.statusCode, from: body.from, code, message };
}

describe("a paid search through the API", () => {
  test.each<[string, Record<string, string>]>([
    ["an image, script, style sheet, iframe or object, or a typed URL", {}],
    ["the same with a foreign Referer", { referer: "http://evil.example/nas:3000/" }],
    ["a host name that only ends like ours", { referer: "http://evil-nas:3000/" }],
    ["another port of this host", { referer: "http://nas:8080/" }],
    [
      "a foreign page behind a proxy that rewrites Host",
      { host: "127.0.0.1:3000", referer: "http://evil.example/" },
    ],
    [
      "a page without a Referer behind such a proxy",
      { host: "127.0.0.1:3000", "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" },
    ],
    ["a malformed local name", { host: "evil.example/.localhost" }],
    ["a user name that looks like ours", { referer: "http://nas:3000@evil.example/" }],
  ])("is not spent by %s", async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ status: 403, code: "search_unconfirmed" });
    expect(fixture.searches).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ["a foreign page's fetch", { origin: "http://evil.example" }],
    ["a sandboxed page", { origin: "null" }],
    ["a prefetch of our own page", { referer: `http://${HOST}/`, "sec-purpose": "prefetch" }],
    ["a prerender", { referer: `http://${HOST}/`, "sec-purpose": "prefetch;prerender" }],
    ["an older browser's prefetch", { referer: `http://${HOST}/`, purpose: "prefetch" }],
    ["a foreign page's script that names our page", { ...OWN_PAGE, origin: "http://evil.example" }],
    [
      "an image of our own page, which a remote service named",
      { ...OWN_PAGE, "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" },
    ],
    ["a link on another origin", { ...NAVIGATION, "sec-fetch-site": "cross-site" }],
    ["a link on another port", { ...NAVIGATION, "sec-fetch-site": "same-site" }],
  ])("is refused to %s", async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ status: 403, code: "cross_site" });
    expect(fixture.searches).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ["a page of this server", { referer: `http://${HOST}/search?q=sand` }],
    ["a form or script of this server", { origin: `http://${HOST}` }],
    ["a program on this machine", { host: "localhost:3000" }],
    ["a typed URL over https", { "sec-fetch-site": "none" }],
  ])("is spent by %s", async (_, headers) => {
    expect(await ask(headers)).toMatchObject({ status: 200, from: "service" });
    expect(fixture.searches).toHaveLength(1);
  });

  test("is refused to a program on another machine with a text that says what to do", async () => {
    const { message } = await ask({ "user-agent": "curl/8.5.0" });
    expect(message).toMatch(/Origin.*\/v1\/search/);
    expect(await ask({ "user-agent": "curl/8.5.0", origin: `http://${HOST}` })).toMatchObject({
      status: 200,
      from: "service",
    });
  });

  test("is not needed if there is a cached answer", async () => {
    await ask({ referer: `http://${HOST}/` });
    expect(await ask({})).toMatchObject({ status: 200, from: "cache" });
    expect(fixture.searches).toHaveLength(1);
  });
});
