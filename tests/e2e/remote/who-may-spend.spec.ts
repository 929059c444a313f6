import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { failureText } from "../../../lib/messages/failure-text";
import { type FixtureService, startFixtureService } from "../../support/fixture-service";
import { type Installation, startInstallation } from "../support/installation";

/**
 * Two ways to open the same gallery: by `localhost`, where Chromium sends `Sec-Fetch-*`, and over
 * plain HTTP by a name of the local network, where it does not. Every name under `.lan` is this
 * machine (playwright.config.ts). The service counts the searches.
 */
const LAN = "gallery.lan";
const HOSTS = ["localhost", LAN];
const PAGES = ["/search", "/api/search"];

/** Hosts of a page that must not spend searches of the gallery at `host`; the port is another. */
const foreignTo = (host: string) => ({
  "another host": "foreign.lan",
  "another port": host,
  "a subdomain": `pages.${host}`,
});

/** Ways in which a page of another origin can load a URL. `URL` is the search; each has its own text. */
const WAYS = {
  image: `<img src="URL">`,
  "image set": `<img srcset="URL 1x">`,
  script: `<script src="URL"></script>`,
  module: `<script type="module" src="URL"></script>`,
  "style sheet": `<link rel="stylesheet" href="URL">`,
  preload: `<link rel="preload" as="image" href="URL">`,
  prefetch: `<link rel="prefetch" href="URL">`,
  background: `<div style="background: url(URL)">x</div>`,
  frame: `<iframe src="URL"></iframe>`,
  "sandboxed frame": `<iframe sandbox src="URL"></iframe>`,
  "refresh in a frame": `<iframe srcdoc="<meta http-equiv=refresh content='0;url=URL'>"></iframe>`,
  object: `<object data="URL"></object>`,
  embed: `<embed src="URL">`,
  video: `<video src="URL" preload="auto"></video>`,
  audio: `<audio src="URL" preload="auto"></audio>`,
  "fetch without CORS": `<script>fetch("URL", { mode: "no-cors" })</script>`,
  "fetch with CORS": `<script>fetch("URL").catch(() => {})</script>`,
  "fetch with cookies": `<script>fetch("URL", { mode: "no-cors", credentials: "include" })</script>`,
  "fetch as a page": `<script>fetch("URL", { mode: "no-cors", credentials: "include", headers: { accept: "text/html" } })</script>`,
  beacon: `<script>navigator.sendBeacon("URL")</script>`,
  "event source": `<script>new EventSource("URL")</script>`,
  popup: `<script>open("URL")</script>`,
  "popup without opener": `<script>open("URL", "_blank", "noopener")</script>`,
  form: `<form target="_blank" action="URL"><input name="q" value="WORDS"></form>`,
  "form in a frame": `<iframe name="f WORDS"></iframe><form target="f WORDS" action="URL"><input name="q" value="WORDS"></form>`,
  "form that searches again": `<iframe name="g WORDS"></iframe><form target="g WORDS" method="post" action="AGAIN?q=WORDS"><input name="q" value="WORDS"></form>`,
};
const SUBMIT = `<script>for (const form of document.forms) form.submit()</script>`;
const NAVIGATION = `<script>location = "URL"</script>`;
const LINK = `<a href="URL">a link</a>`;

let fixture: FixtureService;
let installation: Installation;
let foreign: Server;

test.beforeAll(async () => {
  fixture = await startFixtureService();
  installation = await startInstallation({
    SEARCH_API_URL: fixture.baseUrl,
    SEARCH_API_KEY: fixture.key,
    VITRINE_ALLOWED_HOSTS: LAN,
    // All journeys are one visitor's.
    VITRINE_VISITOR_SEARCHES_PER_MINUTE: "1000",
    VITRINE_VISITOR_SEARCHES_PER_DAY: "1000",
    VITRINE_DAY_PACING: "off",
  });
  foreign = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://foreign");
    response
      .setHeader("content-type", "text/html")
      .setHeader("referrer-policy", searchParams.get("policy") ?? "")
      .end(`<!doctype html>${foreignPage(pathname, searchParams)}`);
  }).listen(0);
  await once(foreign, "listening");
});

test.afterAll(async () => {
  foreign.close();
  await installation.stop();
  await fixture.stop();
});

test.beforeEach(() => {
  fixture.searches.length = 0;
  fixture.answerWith({ body: { value: [{ imageUrl: "https://a.example/1" }] } });
});

const galleryAt = (host: string) => installation.address.replace("localhost", host);

/** The URL of a page of another origin that refers to the gallery. */
function foreignUrl(
  path: string,
  { on, ...rest }: { on: string; gallery: string; policy?: string; page?: string; words?: string },
): string {
  const { port } = foreign.address() as AddressInfo;
  return `http://${on}:${port}${path}?${new URLSearchParams(rest)}`;
}

function foreignPage(path: string, parameters: URLSearchParams): string {
  const gallery = parameters.get("gallery") ?? "";
  const fill = (html: string, page: string, words: string) =>
    html
      .replaceAll("URL", `${gallery}${page}?q=${encodeURIComponent(words)}`)
      .replaceAll("AGAIN", `${gallery}/api/search/again`)
      .replaceAll("WORDS", words);
  if (path === "/link") return fill(LINK, "/search", parameters.get("words") ?? "");
  if (path === "/navigation") return fill(NAVIGATION, parameters.get("page") ?? "", "navigation");
  if (path !== "/ways") return "";
  const ways = PAGES.flatMap((page) =>
    Object.entries(WAYS).map(([words, html]) => fill(html, page, `${words} ${page}`)),
  );
  return [...ways, SUBMIT].join("\n");
}

for (const host of HOSTS) {
  for (const [where, on] of Object.entries(foreignTo(host))) {
    for (const policy of ["unsafe-url", "no-referrer"]) {
      test(`a page of ${where} with the policy ${policy} spends nothing of ${host}`, async ({
        page,
      }) => {
        const seen = requestedSearches(page, host);
        const gallery = galleryAt(host);
        // What our own pages may have stored must not help a foreign page.
        await page.goto(gallery);
        await page.goto(foreignUrl("/ways", { on, gallery, policy }));
        const all = PAGES.flatMap((path) => Object.keys(WAYS).map((words) => `${words} ${path}`));
        await expect.poll(() => all.filter((words) => !seen.has(words))).toEqual([]);
        for (const path of PAGES) {
          await page.goto(foreignUrl("/navigation", { on, gallery, policy, page: path }));
          await expect(page).toHaveURL(`${gallery}${path}?q=navigation`);
        }
        expect(fixture.searches).toEqual([]);
      });
    }
  }
}

/** The search texts of all requests to the gallery that have ended. */
function requestedSearches(page: Page, host: string): Set<string> {
  const seen = new Set<string>();
  const add = (url: string) => {
    const { hostname, searchParams } = new URL(url);
    if (hostname === host) seen.add(searchParams.get("q") ?? "");
  };
  page.context().on("requestfinished", (request) => add(request.url()));
  page.context().on("requestfailed", (request) => add(request.url()));
  return seen;
}

const confirmation = failureText("search_unconfirmed").title;
const tileOf = (page: Page) => page.locator("[data-image-id]").first();

async function confirm(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(confirmation);
  expect(fixture.searches).toEqual([]);
  await page.getByRole("main").getByRole("button", { name: "Search (1 search)" }).click();
  await expect(tileOf(page)).toBeVisible();
  expect(fixture.searches).toHaveLength(1);
  // The page it leads to is an ordinary one, and costs nothing again.
  await page.reload();
  await expect(tileOf(page)).toBeVisible();
  expect(fixture.searches).toHaveLength(1);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    const unique = (words: string) => `${words} ${javaScriptEnabled ? "by script" : "by form"}`;
    test.use({ javaScriptEnabled });

    test("over plain HTTP a typed URL asks first, a search on the page does not", async ({
      page,
    }) => {
      await page.goto(`${galleryAt(LAN)}/search?q=${unique("harbour")}`);
      await confirm(page);
      await page.goto(`${galleryAt(LAN)}/`);
      await page.getByRole("searchbox").fill(unique("ferry"));
      await page.getByRole("searchbox").press("Enter");
      await expect(tileOf(page)).toBeVisible();
      expect(fixture.searches).toHaveLength(2);
    });

    test("over plain HTTP a link on another host asks first", async ({ page }) => {
      const gallery = galleryAt(LAN);
      await page.goto(foreignUrl("/link", { on: "foreign.lan", gallery, words: unique("quay") }));
      await page.getByRole("link").click();
      await confirm(page);
    });

    test("where the browser says that the visitor followed a link, the link searches", async ({
      page,
    }) => {
      const gallery = galleryAt("localhost");
      await page.goto(foreignUrl("/link", { on: "foreign.lan", gallery, words: unique("pier") }));
      await page.getByRole("link").click();
      await expect(tileOf(page)).toBeVisible();
      expect(fixture.searches).toHaveLength(1);
    });

    test("a confirmed search that fails is not sent twice", async ({ page }) => {
      const words = unique("unlucky");
      fixture.answerTo(words, { status: 500, body: { error: "No luck." } });
      await page.goto(`${galleryAt(LAN)}/search?q=${words}`);
      await page.getByRole("button", { name: "Search (1 search)" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        failureText("service_failed").title,
      );
      expect(fixture.searches).toHaveLength(1);
      fixture.answerTo(words, { body: { value: [{ imageUrl: "https://a.example/1" }] } });
      await page.getByRole("link", { name: "Search again (1 search)" }).click();
      await expect(tileOf(page)).toBeVisible();
      expect(fixture.searches).toHaveLength(2);
    });
  });
}

test("a navigation by a foreign script asks first", async ({ page }) => {
  for (const on of ["foreign.lan", "localhost"]) {
    const gallery = galleryAt("localhost");
    await page.goto(foreignUrl("/navigation", { on, gallery, page: "/search" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(confirmation);
  }
  await confirm(page);
  // Once there is an answer, every way of opening it is free.
  fixture.searches.length = 0;
  const gallery = galleryAt(LAN);
  await page.goto(foreignUrl("/navigation", { on: "foreign.lan", gallery, page: "/search" }));
  await expect(tileOf(page)).toBeVisible();
  expect(fixture.searches).toEqual([]);
});

test("a foreign host name that leads here gets nothing", async ({ page }) => {
  const response = await page.goto(`${galleryAt("foreign.lan")}/search?q=sea`);
  expect(response?.status()).toBe(421);
  await expect(page.locator("body")).toContainText("VITRINE_ALLOWED_HOSTS");
});

test("no thumbnail is made of this server's own URLs, by any of its names", async ({ request }) => {
  const urls = [LAN, "localhost", "other.example"].map((host) => `http://${host}/search?q=sea`);
  fixture.answerWith({ body: { value: urls.map((imageUrl) => ({ imageUrl })) } });
  const asked = await request.get(`${installation.address}/api/search?q=own+names`, {
    headers: { "user-agent": "a program" },
  });
  const { images } = await asked.json();
  expect(images.map(({ thumbnails }: { thumbnails: unknown }) => thumbnails !== null)).toEqual([
    false,
    false,
    true,
  ]);
});
