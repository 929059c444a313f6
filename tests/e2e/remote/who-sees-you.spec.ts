import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { solidPng } from "../../support/pictures/solid-png";
import { type FixtureService, startFixtureService } from "../../support/servers/fixture-service";
import { findViolations } from "../support/axe";
import { type Installation, startInstallation } from "../support/installation";
import { ready } from "../support/ready";

/**
 * Who requests the pictures of an answer, in each mode of the settings. Two servers stand in for the hosts
 * of the pictures; they record every request.
 */
const COUNT = 8;

type Host = { server: Server; name: string; seen: { path: string; isBrowser: boolean }[] };

let fixture: FixtureService;
let installation: Installation;
let hosts: [Host, Host];

async function startHost(): Promise<Host> {
  const seen: Host["seen"] = [];
  const server = createServer((request, response) => {
    const isBrowser = request.headers["sec-fetch-dest"] === "image";
    // The visitor's page stays unknown.
    expect(request.headers.referer).toBeUndefined();
    seen.push({ path: request.url ?? "", isBrowser });
    response.setHeader("content-type", "image/png");
    response.end(solidPng(900, 600, "#2f6f9e"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, seen, name: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.beforeAll(async () => {
  fixture = await startFixtureService();
  hosts = [await startHost(), await startHost()];
  installation = await startInstallation({
    SEARCH_API_URL: fixture.baseUrl,
    SEARCH_API_KEY: fixture.key,
    VITRINE_THUMBNAIL_PRIVATE_HOSTS: hosts.map(({ name }) => name).join(","),
    VITRINE_DIRECT_PICTURES: "on",
  });
});

test.afterAll(async () => {
  await installation.stop();
  await fixture.stop();
  for (const { server } of hosts) server.close();
});

/** Opens the answer to a word, whose pictures are alternately on the two hosts: `/WORD/0.png` to `7.png`. */
async function search(page: Page, word: string, filters = ""): Promise<void> {
  const value = Array.from({ length: COUNT }, (_, i) => ({
    imageUrl: `http://${hosts[i % 2]?.name}/${word}/${i}.png`,
    hostUrl: `https://site.example/${word}/${i}`,
    name: `${word} ${i}`,
    width: 900,
    height: 600,
    accentColor: "#2f6f9e",
  }));
  fixture.answerTo(word, { body: { value } });
  await page.goto(`${installation.address}/search?q=${word}${filters}`);
  await expect(page.locator("[data-image-id]")).toHaveCount(COUNT);
  await ready(page);
}

/** Returns the pictures that the hosts were asked for, in order of their numbers, by whom. */
function seenOf(word: string): string[] {
  const all = hosts.flatMap(({ seen }) => seen);
  const lines = all
    .filter(({ path }) => path.startsWith(`/${word}/`))
    .map(
      ({ path, isBrowser }) =>
        `${path.slice(word.length + 2, -4)} by ${isBrowser ? "browser" : "server"}`,
    );
  return [...new Set(lines)].sort();
}

const allBy = (who: string) => Array.from({ length: COUNT }, (_, i) => `${i} by ${who}`);

/** Records the requests of a context to any other host than the gallery. */
function watchForeign(context: BrowserContext): string[] {
  const foreign: string[] = [];
  context.on("request", (request) => {
    const { host } = new URL(request.url());
    if (host !== new URL(installation.address).host) foreign.push(host);
  });
  return foreign;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.goto(`${installation.address}/settings`);
  await page.getByLabel(name).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Your settings are saved")).toBeVisible();
}

test("through this server: no host sees the browser", async ({ page, context }) => {
  const foreign = watchForeign(context);
  await search(page, "plain");
  await expect(page.locator("[data-phase=shown]")).toHaveCount(COUNT);
  expect(seenOf("plain")).toEqual(allBy("server"));
  await page.locator("[data-image-id] > a:first-child").first().click();
  const panel = page.getByRole("dialog").getByRole("region", { name: "Details" });
  await expect(panel).toContainText(`This server requests this picture. ${hosts[0].name} does not`);
  expect(foreign).toEqual([]);

  await page.goto(`${installation.address}/settings`);
  const table = page.getByRole("table", { name: "Hosts of pictures shown today" });
  for (const { name } of hosts) {
    await expect(table.getByRole("row", { name: `${name} 4 0` })).toBeVisible();
  }
});

test("nothing until I click: no picture is requested before, one by one or all after", async ({
  page,
  context,
}) => {
  const foreign = watchForeign(context);
  const thumbnails: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/thumb/")) thumbnails.push(request.url());
  });
  await choose(page, "Nothing until I click");
  await search(page, "click");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
  }
  expect([thumbnails, seenOf("click")]).toEqual([[], []]);

  const first = page.getByRole("button", { name: "Show picture: click 0" });
  await first.focus();
  await page.keyboard.press("Enter");
  const tile = page.locator("[data-image-id]").first();
  await expect(tile).toHaveAttribute("data-phase", "shown");
  expect(seenOf("click")).toEqual(["0 by server"]);

  // The second press opens the lightbox; its neighbours stay covered.
  await expect(page.getByRole("link", { name: "click 0" })).toBeFocused();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog");
  await expect(lightbox.locator("img[data-loaded]").last()).toBeVisible();
  await page.keyboard.press("ArrowRight");
  const show = lightbox.getByRole("button", { name: "Show picture: click 1" });
  await expect(show).toBeVisible();
  expect(seenOf("click")).toEqual(["0 by server"]);
  expect(await findViolations(page, { part: "[role=dialog], dialog" })).toEqual([]);
  await show.click();
  await expect(show).toBeHidden();
  await expect.poll(() => seenOf("click")).toEqual(["0 by server", "1 by server"]);
  await page.keyboard.press("Escape");
  await expect(lightbox).toBeHidden();
  await expect(page.getByRole("link", { name: "click 1" })).toBeFocused();

  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Show picture: click 2" })).toBeFocused();
  await page.keyboard.press(" ");
  await expect(tile.locator("xpath=following-sibling::li[2]")).toHaveAttribute(
    "data-phase",
    "shown",
  );
  expect(seenOf("click")).toEqual(["0 by server", "1 by server", "2 by server"]);
  await page.getByRole("button", { name: "Show all pictures" }).click();
  await expect(page.locator("[data-phase=shown]")).toHaveCount(COUNT);
  expect(seenOf("click")).toEqual(allBy("server"));
  expect(foreign).toEqual([]);
});

test("a covered picture of the lightbox stays covered after a reload, and so does a saved image", async ({
  page,
}) => {
  await choose(page, "Nothing until I click");
  await search(page, "again");
  await page.getByRole("button", { name: "Show picture: again 0" }).click();
  await page.getByRole("link", { name: "again 0" }).click();
  const lightbox = page.getByRole("dialog");
  await expect(lightbox.locator("img[data-loaded]").last()).toBeVisible();
  await expect(page).toHaveURL(/image=/);
  const firstUrl = page.url();
  await page.keyboard.press("ArrowRight");
  const show = lightbox.getByRole("button", { name: "Show picture: again 1" });
  await expect(show).toBeVisible();
  await expect(page).not.toHaveURL(firstUrl);
  await page.reload();
  await ready(page);
  await expect(show).toBeVisible();
  await page.keyboard.press("s");
  // The dialog reads the collections first. Until then, Enter would press its button "Close".
  await expect(page.getByLabel("New collection")).toBeFocused();
  await page.keyboard.type("Covered");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved to “Covered”").last()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${installation.address}/collections`);
  await page.getByRole("link", { name: "Covered" }).click();
  await expect(page.getByRole("button", { name: "Show picture: again 1" })).toBeVisible();
  await ready(page);
  expect(seenOf("again")).toEqual(["0 by server"]);
});

test("directly: the browser requests pictures from exactly their hosts, this server from none", async ({
  page,
  context,
}) => {
  const foreign = watchForeign(context);
  await choose(page, "Directly from their hosts (no referrer)");
  expect(foreign).toEqual([]);
  await search(page, "direct");
  await expect(page.locator("[data-phase=shown]")).toHaveCount(COUNT);
  expect(new Set(foreign)).toEqual(new Set(hosts.map(({ name }) => name)));
  await page.locator("[data-image-id] > a:first-child").first().click();
  const panel = page.getByRole("dialog").getByRole("region", { name: "Details" });
  await expect(panel).toContainText(`Your browser requests this picture from ${hosts[0].name}`);
  await page.keyboard.press("ArrowRight");
  await expect(panel).toContainText(`from ${hosts[1].name}`);
  expect(seenOf("direct")).toEqual(allBy("browser"));
  expect(new Set(foreign)).toEqual(new Set(hosts.map(({ name }) => name)));

  await page.goto(`${installation.address}/settings`);
  const table = page.getByRole("table", { name: "Hosts of pictures shown today" });
  for (const { name } of hosts) {
    await expect(table.getByRole("row", { name: `${name} 0 4` })).toBeVisible();
  }
});

test("only visitors who chose it get a policy that allows other hosts", async ({ request }) => {
  const policyWith = async (cookie: string) =>
    (await request.get(installation.address, { headers: { cookie } })).headers()[
      "content-security-policy"
    ];
  for (const cookie of ["", "pictures=click", "pictures=anything"]) {
    expect(await policyWith(cookie)).toContain("img-src 'self';");
  }
  expect(await policyWith("pictures=direct")).toContain("img-src 'self' http: https:;");
});

test("pictures of moderate safe search are blurred until revealed", async ({ page }) => {
  await choose(page, "Blur pictures found with moderate safe search until I show them");
  await search(page, "blurred", "&safesearch=moderate");
  const picture = page.getByRole("button", { name: "Show picture: blurred 0" });
  await expect(picture.locator("img")).toHaveCSS("filter", /blur/);
  expect(await findViolations(page)).toEqual([]);
  await picture.click();
  const link = page.getByRole("link", { name: "blurred 0" });
  await expect(link.locator("img")).toHaveCSS("filter", "none");
  await expect(page.getByRole("dialog")).toBeHidden();
  await link.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(
    page.getByRole("dialog").getByRole("button", { name: "Show picture: blurred 1" }),
  ).toBeVisible();

  await search(page, "strict");
  await expect(page.getByRole("link", { name: "strict 0" })).toBeVisible();
});
