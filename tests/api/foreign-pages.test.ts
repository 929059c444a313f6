import { request } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { applicationOf } from "@/tests/support/servers/application";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";
import { type ServedHandler, serveHandler } from "@/tests/support/servers/serve-handler";
import { unsignedSearches } from "@/tests/support/servers/unsigned-searches";

/** Plain HTTP by a local network name: browsers then send no `Sec-Fetch-*`. */
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

beforeEach(async () => {
  const { baseUrl: url, key } = fixture;
  gallery = startPaidGallery({ url, key, dataDir: temporaryFolder() });
  served = await serveHandler(applicationOf(unsignedSearches(gallery.searchImages)));
});

afterEach(async () => {
  await served.stop();
  await gallery.stop();
});

const lookUp = (headers: Record<string, string>) => send("/api/search?q=sea", { headers });
/** Submits as a form or a script of a page does. */
const submit = (headers: Record<string, string>) =>
  send("/api/search", {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: "q=sea",
  });

async function send(
  path: string,
  { headers, ...options }: { headers: Record<string, string>; method?: "POST"; body?: string },
) {
  const response = await request(`${served.baseUrl}${path}`, {
    ...options,
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
    [
      "a foreign page behind a proxy that rewrites Host",
      { host: "127.0.0.1:3000", referer: "http://evil.example/" },
    ],
    [
      "a page without a Referer behind such a proxy",
      { host: "127.0.0.1:3000", "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" },
    ],
    ["a malformed local name", { host: "evil.example/.localhost" }],
    ["a script of our own page that only looks it up", { origin: `http://${HOST}` }],
    ["a page of this server", OWN_PAGE],
    ["a typed URL over https", { "sec-fetch-site": "none" }],
    ["a program on another machine", { "user-agent": "curl/8.5.0" }],
    [
      "a link preview through a proxy that rewrites Host",
      { host: "127.0.0.1:3000", "user-agent": "Slackbot 1.0", "x-forwarded-for": "203.0.113.9" },
    ],
  ])("is not spent by %s", async (_, headers) => {
    expect(await lookUp(headers)).toMatchObject({ status: 403, code: "search_unconfirmed" });
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
    expect(await lookUp(headers)).toMatchObject({ status: 403, code: "cross_site" });
    expect(fixture.searches).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ["over plain HTTP", { origin: `http://${HOST}` }],
    ["over https", { "sec-fetch-site": "same-origin", origin: "https://gallery.example" }],
  ])("is spent by a form or script of this server, %s", async (_, headers) => {
    expect(await submit(headers)).toMatchObject({ status: 200, from: "service" });
    expect(fixture.searches).toHaveLength(1);
    expect(await submit(headers)).toMatchObject({ status: 200, from: "cache" });
    expect(fixture.searches).toHaveLength(1);
  });

  test.each<[string, Record<string, string>]>([
    ["without a word of where from", {}],
    ["of a sandboxed page", { origin: "null" }],
    ["of a host name that only ends like ours", { origin: "http://evil-nas:3000" }],
    ["of another port of this host", { origin: "http://nas:8080" }],
    ["of a user name that looks like ours", { origin: "http://nas:3000@evil.example" }],
    ["of another site over https", { "sec-fetch-site": "cross-site" }],
    ["of a subdomain over https", { "sec-fetch-site": "same-site" }],
  ])("is refused to a form %s", async (_, headers) => {
    expect(await submit(headers)).toMatchObject({ status: 403, code: "cross_site" });
    expect(fixture.searches).toEqual([]);
  });

  test("may be started by a program on this machine", async () => {
    expect(await lookUp({ host: "localhost:3000" })).toMatchObject({
      status: 200,
      from: "service",
    });
    expect(fixture.searches).toHaveLength(1);
  });

  test("is refused to a program on another machine, with advice", async () => {
    const { message } = await lookUp({ "user-agent": "curl/8.5.0" });
    expect(message).toMatch(/POST.*Origin.*\/v1\/search/);
    const asTold = { "user-agent": "curl/8.5.0", origin: `http://${HOST}` };
    expect(await submit(asTold)).toMatchObject({ status: 200, from: "service" });
  });

  test("is not paid for if there is a cached answer", async () => {
    await submit({ origin: `http://${HOST}` });
    expect(await lookUp({})).toMatchObject({ status: 200, from: "cache" });
    expect(fixture.searches).toHaveLength(1);
  });
});
