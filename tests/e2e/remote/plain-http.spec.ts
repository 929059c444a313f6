import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { failureText } from "../../../lib/messages/failure-text";
import { type FixtureService, startFixtureService } from "../../support/fixture-service";
import { type Installation, startInstallation } from "../support/installation";

/**
 * The gallery over plain HTTP under a name of the local network, where Chromium sends no
 * `Sec-Fetch-*`. Every name under `.lan` is this machine (playwright.config.ts).
 */
const GALLERY = "gallery.lan";
const FOREIGN = "foreign.lan";

let fixture: FixtureService;
let installation: Installation;
let gallery: string;

test.beforeAll(async () => {
  fixture = await startFixtureService();
  installation = await startInstallation({
    SEARCH_API_URL: fixture.baseUrl,
    SEARCH_API_KEY: fixture.key,
    VITRINE_ALLOWED_HOSTS: GALLERY,
  });
  gallery = installation.address.replace("localhost", GALLERY);
});

test.afterAll(async () => {
  await installation.stop();
  await fixture.stop();
});

/** Ways in which a page of another origin can load a URL. `URL` is the search; each has its own text. */
const EMBEDS = {
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
  "event source": `<script>new EventSource("URL")</script>`,
  popup: `<script>open("URL")</script>`,
  "popup without opener": `<script>open("URL", "_blank", "noopener")</script>`,
  form: `<form target="_blank" action="URL"><input name="q" value="WORDS"></form>`,
  "form in a frame": `<iframe name="f"></iframe><form target="f" action="URL"><input name="q" value="WORDS"></form>`,
};
const SUBMIT = `<script>for (const form of document.forms) form.submit()</script>`;
const NAVIGATION = `<script>location = "URL"</script>`;

for (const path of ["/search", "/api/search"]) {
  test(`no foreign page spends a search through ${path}`, async ({ context, page }) => {
    const seen = new Set<string>();
    context.on("requestfinished", (request) => seen.add(wordsOf(request.url())));
    context.on("requestfailed", (request) => seen.add(wordsOf(request.url())));
    const fill = (html: string, words: string) =>
      html
        .replaceAll("URL", `${gallery}${path}?q=${encodeURIComponent(words)}`)
        .replaceAll("WORDS", words);
    const embeds = Object.entries(EMBEDS).map(([words, html]) => fill(html, words));
    const foreign = createServer((request, response) => {
      const body = request.url === "/leave" ? fill(NAVIGATION, "navigation") : [...embeds, SUBMIT];
      response
        .setHeader("content-type", "text/html")
        .end(`<!doctype html>${[body].flat().join("\n")}`);
    }).listen(0);
    await once(foreign, "listening");
    const { port } = foreign.address() as AddressInfo;
    await page.goto(`http://${FOREIGN}:${port}/`);
    await expect.poll(() => Object.keys(EMBEDS).filter((words) => !seen.has(words))).toEqual([]);
    await page.goto(`http://${FOREIGN}:${port}/leave`);
    await expect.poll(() => seen.has("navigation")).toBe(true);
    expect(fixture.searches).toEqual([]);
    foreign.close();
  });
}

function wordsOf(url: string): string {
  const { hostname, searchParams } = new URL(url);
  return hostname === GALLERY ? (searchParams.get("q") ?? "") : "";
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a typed URL asks for confirmation, a search on the page does not", async ({ page }) => {
      const words = javaScriptEnabled ? "harbour" : "ferry";
      fixture.searches.length = 0;
      await page.goto(`${gallery}/search?q=${words}`);
      const { title } = failureText("search_unconfirmed");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      expect(fixture.searches).toEqual([]);
      await page.getByRole("main").getByRole("link", { name: "Search (1 search)" }).click();
      await expect(page.locator("[data-image-id]").first()).toBeVisible();
      expect(fixture.searches).toHaveLength(1);

      await page.goto(`${gallery}/`);
      await page.getByRole("searchbox").fill(`${words} at sea`);
      await page.getByRole("searchbox").press("Enter");
      await expect(page.locator("[data-image-id]").first()).toBeVisible();
      expect(fixture.searches).toHaveLength(2);
    });
  });
}

test("a foreign host name that leads here gets nothing", async ({ page }) => {
  const response = await page.goto(`${gallery.replace(GALLERY, FOREIGN)}/search?q=sea`);
  expect(response?.status()).toBe(421);
  await expect(page.locator("body")).toContainText("VITRINE_ALLOWED_HOSTS");
});
