import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { failureText } from "../../../lib/messages/failure-text";
import { type FixtureService, startFixtureService } from "../../support/servers/fixture-service";
import { inStore } from "../support/in-store";
import { type Installation, startInstallation } from "../support/installation";
import { ready } from "../support/ready";

/**
 * The ways in which a search can start, and what each spends
 * (docs/decisions/0032-what-begins-a-search.md).
 *
 * The same gallery is opened in two ways: as `localhost`, where Chromium sends `Sec-Fetch-*`, and
 * over plain HTTP by a local network name, where it does not. Every name under `.lan` is this
 * machine (playwright.config.ts). The service counts the searches.
 */
const LAN = "gallery.lan";
const PAGES = ["/search", "/api/search"];

/**
 * Pages that must not spend a gallery's searches: the gallery's host name, their own, and the
 * referrer policy with which they hide their origin. Their port always differs. To a browser, a
 * subdomain is like another port: another origin of the same site.
 */
const FOREIGN_PAGES = [
  { host: "localhost", on: "foreign.lan", policy: "unsafe-url" },
  { host: "localhost", on: "localhost", policy: "no-referrer" },
  { host: LAN, on: "foreign.lan", policy: "no-referrer" },
  { host: LAN, on: `pages.${LAN}`, policy: "unsafe-url" },
];

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
  "form that searches": `<iframe name="h WORDS"></iframe><form target="h WORDS" method="post" action="SUBMITTED?q=WORDS"><input name="q" value="WORDS"></form>`,
  "form that searches again": `<iframe name="g WORDS"></iframe><form target="g WORDS" method="post" action="AGAIN?q=WORDS"><input name="q" value="WORDS"></form>`,
};
const SUBMIT = `<script>for (const form of document.forms) form.submit()</script>`;
const NAVIGATION = `<script>location = "URL"</script>`;
const LINK = `<a href="URL">a link</a>`;

let fixture: FixtureService;
let installation: Installation;
let dataDir: string;
let foreign: Server;

test.beforeAll(async () => {
  fixture = await startFixtureService();
  dataDir = mkdtempSync(join(tmpdir(), "vitrine-spending-"));
  const settings = {
    SEARCH_API_URL: fixture.baseUrl,
    SEARCH_API_KEY: fixture.key,
    VITRINE_ALLOWED_HOSTS: LAN,
    // All journeys count as one visitor.
    VITRINE_VISITOR_SEARCHES_PER_MINUTE: "1000",
    VITRINE_VISITOR_SEARCHES_PER_DAY: "1000",
    VITRINE_DAY_PACING: "off",
  };
  installation = await startInstallation(settings, dataDir);
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
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test.beforeEach(() => {
  fixture.searches.length = 0;
  fixture.answerWith({ body: { value: [{ imageUrl: "https://a.example/1" }] } });
});

const galleryAt = (host: string) => installation.address.replace("localhost", host);

/** Returns the URL of a page of another origin that refers to the gallery. */
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
      .replaceAll("SUBMITTED", `${gallery}/api/search`)
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

for (const { host, on, policy } of FOREIGN_PAGES) {
  test(`a page at ${on} with the policy ${policy} spends nothing of ${host}`, async ({ page }) => {
    const seen = requestedSearches(page, host);
    const gallery = galleryAt(host);
    // State that our own pages may have stored must not help a foreign page.
    await page.goto(gallery);
    // Some of its requests may never end: what each has done is awaited below.
    await page.goto(foreignUrl("/ways", { on, gallery, policy }), { waitUntil: "commit" });
    const all = PAGES.flatMap((path) => Object.keys(WAYS).map((words) => `${words} ${path}`));
    await expect.poll(() => all.filter((words) => !seen.has(words))).toEqual([]);
    for (const path of PAGES) {
      await page.goto(foreignUrl("/navigation", { on, gallery, policy, page: path }));
      await expect(page).toHaveURL(`${gallery}${path}?q=navigation`);
    }
    expect(fixture.searches).toEqual([]);
  });
}

/** Returns the search texts of all finished requests to the gallery. */
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

const CONFIRMATION = failureText("search_unconfirmed").title;
const tileOf = (page: Page) => page.locator("[data-image-id]").first();
const searchAgain = (page: Page) => page.getByRole("button", { name: "Search again (1 search)" });
const spent = () => fixture.searches.map(({ target }) => target.replace(/^.*\?/, ""));

const confirmation = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Search (1 search)" });

/** Waits for the button that confirms a search, checks that nothing was spent, and presses it. */
async function confirm(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: CONFIRMATION })).toBeVisible();
  expect(spent()).toEqual([]);
  await confirmation(page).click();
  await expect(tileOf(page)).toBeVisible();
  expect(spent()).toHaveLength(1);
  // The resulting page is an ordinary one; reloading it costs nothing.
  await page.reload();
  await expect(tileOf(page)).toBeVisible();
  expect(spent()).toHaveLength(1);
}

/** Expires or deletes every cached answer, as time would. */
function age(to: keyof typeof AGED): void {
  inStore(dataDir, AGED[to]);
}
const AGED = {
  stale: "UPDATE answers SET fresh_until_ms = 0",
  gone: "DELETE FROM answers",
};

/** Reloads until the server's memory has read the store again (at most five seconds). */
async function reloadUntil(page: Page, isReady: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      // The answer may arrive after the page has loaded.
      await expect(page.getByRole("heading", { name: /^Searching for/ })).toBeHidden();
      return isReady();
    })
    .toBe(true);
  // Before that, Back would change only the URL.
  await ready(page);
}

test("changing fields, moving and looking spend nothing; Enter spends one search", async ({
  page,
}) => {
  await page.goto(`${galleryAt("localhost")}/search?q=heron`);
  await expect(tileOf(page)).toBeVisible();
  await ready(page);
  expect(spent()).toHaveLength(1);
  await page.getByLabel("Count").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("radio", { name: "Strict" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("checkbox", { name: "Hide transparent images" }).check();
  await page.getByLabel("Count").selectOption("30");
  await page.getByText("Strict", { exact: true }).click();
  await page.getByLabel("Only from this site").fill("a.example");
  await page.keyboard.press("Tab");
  for (const link of await page.locator('a[href^="/search?"]').all()) await link.hover();
  await page.evaluate(() => {
    for (const name of ["focus", "online", "visibilitychange"]) dispatchEvent(new Event(name));
  });
  await page.getByRole("searchbox").fill("grey heron");
  await expect(page).toHaveURL(/\?q=heron$/);
  expect(spent()).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=grey\+heron&count=30&transparent=true&site=a\.example$/);
  await expect.poll(spent).toHaveLength(2);
  expect(spent().slice(1)).toEqual([
    "q=grey%20heron&count=30&safesearch=strict&transparent=true&site=a.example",
  ]);
  // A new search writes its filters into the fields.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("grey heron");
  await page.getByLabel("Count").selectOption("50");
  await page.getByRole("button", { name: "Apply (1 search)" }).click();
  await expect.poll(spent).toHaveLength(3);
  await page.getByRole("link", { name: "Clear filters (1 search)" }).click();
  await expect.poll(spent).toHaveLength(4);
});

test("with the service worker, a typed search still spends one, and a foreign link none", async ({
  page,
}) => {
  const gallery = galleryAt("localhost");
  await page.goto(gallery);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled).toBe(true);
  await page.goto(`${gallery}/search?q=curlew`);
  await expect(tileOf(page)).toBeVisible();
  expect(spent()).toHaveLength(1);
  await page.goto(foreignUrl("/navigation", { on: "foreign.lan", gallery, page: "/search" }));
  await expect(page.getByRole("heading", { name: CONFIRMATION })).toBeVisible();
  expect(spent()).toHaveLength(1);
});

test("reload, Back and Forward spend nothing, even if the answer has expired", async ({ page }) => {
  const note = page.getByText(/These results are from/);
  await page.goto(`${galleryAt("localhost")}/search?q=otter`);
  await expect(tileOf(page)).toBeVisible();
  await page.getByRole("searchbox").fill("beaver");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("beaver");
  await expect(tileOf(page)).toBeVisible();
  expect(spent()).toHaveLength(2);
  await page.reload();
  await ready(page);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("otter");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("beaver");

  age("stale");
  await reloadUntil(page, () => note.isVisible());
  await expect(tileOf(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("otter");
  await reloadUntil(page, () => note.isVisible());
  expect(spent()).toHaveLength(2);
  await searchAgain(page).click();
  await expect(note).toBeHidden();
  expect(spent()).toHaveLength(3);

  age("gone");
  await page.goForward();
  const asks = page.getByRole("heading", { name: CONFIRMATION });
  await reloadUntil(page, () => asks.isVisible());
  fixture.searches.length = 0;
  await confirm(page);
});

test("a free link asks first if its answer has expired meanwhile, also in another tab", async ({
  context,
  page,
  request,
}) => {
  const gallery = galleryAt("localhost");
  await page.goto(`${gallery}/search?q=skylark`);
  await expect(tileOf(page)).toBeVisible();
  // A search is saved when the visitor uses its page.
  await page.mouse.move(9, 9);
  const saved = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(saved).toContain("skylark");
  await page.goto(gallery);
  await ready(page);
  const last = page.getByRole("region", { name: "Continue where you left off" });
  await expect(last).toContainText(/Free, .*min old/);
  expect(spent()).toHaveLength(1);
  age("gone");
  const lookUp = () => request.get(`${gallery}/api/search?q=skylark`);
  await expect.poll(async () => (await lookUp()).status()).toBe(403);
  fixture.searches.length = 0;
  const opened = context.waitForEvent("page");
  await last.getByRole("link").click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab.getByRole("heading", { name: CONFIRMATION })).toBeVisible();
  await ready(tab);
  await expect(tab).toHaveURL(`${gallery}/search?q=skylark`);
  expect(spent()).toHaveLength(0);
  await tab.close();
  await last.getByRole("link").click();
  await confirm(page);
});

test("a restored session spends nothing", async ({ headless, request }) => {
  // The next run removes it: to remove it here could fail, and hide why the journey failed.
  const profile = test.info().outputPath("profile");
  const { executablePath } = test.info().project.use.launchOptions ?? {};
  const browser = executablePath === undefined ? {} : { executablePath };
  const open = (args: string[] = []): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      ...browser,
      headless,
      args: ["--no-sandbox", ...args],
      ignoreDefaultArgs: ["about:blank"],
    });
  const before = await open();
  const page = await before.newPage();
  await page.goto(`${galleryAt("localhost")}/search?q=marten`);
  await expect(tileOf(page)).toBeVisible();
  expect(spent()).toHaveLength(1);
  await before.close();
  age("gone");
  const lookUp = () => request.get(`${galleryAt("localhost")}/api/search?q=marten`);
  await expect.poll(async () => (await lookUp()).status()).toBe(403);
  const after = await open(["--restore-last-session"]);
  const restored = () => after.pages().find((each) => each.url().includes("q=marten"));
  await expect.poll(() => restored() !== undefined).toBe(true);
  await expect
    .poll(() => restored()?.getByRole("heading", { name: CONFIRMATION }).isVisible())
    .toBe(true);
  expect(spent()).toHaveLength(1);
  await after.close();
});

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
      const canonical = new URLSearchParams({ q: unique("ferry") });
      // `used`: the form was sent before hydration, or without scripts.
      await expect(page).toHaveURL((url) => {
        url.searchParams.delete("used");
        return url.href === `${galleryAt(LAN)}/search?${canonical}`;
      });
      await expect(page.getByRole("main")).toContainText("1 search used");
      expect(spent()).toHaveLength(2);
    });

    test("a link on another host searches if the browser says that the visitor followed it", async ({
      page,
    }) => {
      const link = async (host: string) => {
        const gallery = galleryAt(host);
        await page.goto(foreignUrl("/link", { on: "foreign.lan", gallery, words: unique(host) }));
        await page.getByRole("link").click();
      };
      await link("localhost");
      if (javaScriptEnabled) {
        await expect(tileOf(page)).toBeVisible();
        expect(spent()).toHaveLength(1);
      } else await confirm(page);
      fixture.searches.length = 0;
      await link(LAN);
      await confirm(page);
    });

    test("two visitors who open one link and both confirm it spend one search", async ({
      page,
      context,
    }) => {
      const query = new URLSearchParams({ q: unique("puffin") });
      const other = await context.newPage();
      await other.goto(`${galleryAt(LAN)}/search?${query}`);
      await expect(confirmation(other)).toBeVisible();
      await page.goto(`${galleryAt(LAN)}/search?${query}`);
      await confirm(page);
      // "Search again" would take an answer of the last ten seconds. The server's memory ignores an older
      // copy in the store, so the journey waits.
      await expect
        .poll(async () => {
          const answer = await context.request.get(`${galleryAt("localhost")}/api/search?${query}`);
          return Number(answer.headers().age);
        })
        .toBeGreaterThan(10);
      await confirmation(other).click();
      await expect(tileOf(other)).toBeVisible();
      await expect(other.getByRole("main")).toContainText("From cache, 0 searches used");
      expect(spent()).toHaveLength(1);
    });

    test("a confirmed search that fails is not sent twice", async ({ page }) => {
      const words = unique("unlucky");
      fixture.answerTo(words, { status: 500, body: { error: "No luck." } });
      await page.goto(`${galleryAt(LAN)}/search?q=${words}`);
      await confirmation(page).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        failureText("service_failed").title,
      );
      expect(spent()).toHaveLength(1);
      await page.reload();
      expect(spent()).toHaveLength(1);
    });
  });
}

test("a link preview spends nothing", async ({ request }) => {
  for (const path of PAGES) {
    await request.get(`${galleryAt("localhost")}${path}?q=preview`, {
      headers: { "user-agent": "Slackbot-LinkExpanding 1.0", "x-forwarded-for": "203.0.113.9" },
    });
  }
  expect(spent()).toEqual([]);
});

test("a navigation by a foreign script asks first", async ({ page }) => {
  for (const on of ["foreign.lan", "localhost"]) {
    const gallery = galleryAt("localhost");
    await page.goto(foreignUrl("/navigation", { on, gallery, page: "/search" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(CONFIRMATION);
  }
  await confirm(page);
  // Once an answer is cached, every way of opening it is free.
  fixture.searches.length = 0;
  const gallery = galleryAt(LAN);
  await page.goto(foreignUrl("/navigation", { on: "foreign.lan", gallery, page: "/search" }));
  await expect(tileOf(page)).toBeVisible();
  expect(fixture.searches).toEqual([]);
});

test("a foreign host name that resolves to this server gets nothing", async ({ page }) => {
  const response = await page.goto(`${galleryAt("foreign.lan")}/search?q=sea`);
  expect(response?.status()).toBe(421);
  await expect(page.locator("body")).toContainText("VITRINE_ALLOWED_HOSTS");
});

test("no thumbnail is made of this server's own URLs, under any of its names", async ({
  request,
}) => {
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
