import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { ErrorCode } from "../../../lib/contract/errors";
import { dayAllowance } from "../../../lib/core/limits/budget-pacing";
import { failureText } from "../../../lib/messages/failure-text";
import { type FixtureService, startFixtureService } from "../../support/servers/fixture-service";
import { inStore } from "../support/in-store";
import { type Installation, startInstallation } from "../support/installation";
import { ready } from "../support/ready";
import { REMOTE_FAILURES } from "../support/remote-failures";

/**
 * What a page says and offers in each state of the search budget, and what the server answers to each
 * act that is offered (docs/decisions/0061-one-statement-of-what-a-search-costs.md).
 */
const OFFERED = ["Apply (1 search)", "Search again (1 search)", "Show 50 (1 search)"];

type State = {
  name: string;
  begin: () => Promise<void>;
  /** The page of a cached answer; null for the page to which a paid search redirects. */
  path: string | null;
  text: RegExp;
  /** The error of a search in this state; null if it is sent. */
  code: ErrorCode | null;
};

const AGAIN = /We’ll try again at \d\d:\d\d/;
const POSSIBLE = /New searches are possible from (\d+ \w+ \d+, )?\d\d:\d\d/;
const MONTHLY = 1000;
const CACHED = "/search?q=cached";

let fixture: FixtureService;
let gallery: Installation;
let dataDir: string;
/** By IP address, so that all requests come from one visitor. */
let address: string;

const change = (statements: string) => inStore(dataDir, statements);

/** Posts a form as our own page does. Returns the path that it redirects to. */
async function post(path: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(address + path, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

const failWith = (words: keyof typeof REMOTE_FAILURES) => async () => {
  change("DELETE FROM service_pauses");
  fixture.answerTo("failing", REMOTE_FAILURES[words].answer);
  await post("/api/search", { q: "failing" });
};

const used = (searches: number) => async () =>
  change(`DELETE FROM service_pauses; DELETE FROM limit_windows;
    UPDATE spent_days SET searches = ${searches}`);

/** In this order: a used budget stays used. */
const STATES: State[] = [
  { name: "answered", begin: async () => {}, path: null, text: /1 search used/, code: null },
  {
    name: "cached",
    path: CACHED,
    begin: async () => {},
    text: /From cache, 0 searches used/,
    code: null,
  },
  {
    name: "stale",
    path: CACHED,
    begin: async () => change("UPDATE answers SET fresh_until_ms = 0"),
    text: /These results are from/,
    code: null,
  },
  {
    name: "key refused",
    path: CACHED,
    begin: failWith("key refused"),
    text: AGAIN,
    code: "service_key_refused",
  },
  {
    name: "subscription refused",
    path: CACHED,
    begin: failWith("no subscription"),
    text: AGAIN,
    code: "service_subscription",
  },
  {
    name: "quota spent",
    path: CACHED,
    begin: failWith("quota spent"),
    text: AGAIN,
    code: "service_quota_spent",
  },
  {
    name: "visitor's limit reached",
    path: CACHED,
    begin: async () =>
      change(`DELETE FROM service_pauses;
        UPDATE limit_windows SET used = 9999 WHERE key LIKE 'day %'`),
    text: POSSIBLE,
    code: "visitor_day_spent",
  },
  {
    name: "day's budget used",
    path: CACHED,
    begin: used(dayAllowance({ limit: MONTHLY, usedBefore: 0, atMs: Date.now() })),
    text: POSSIBLE,
    code: "budget_day_spent",
  },
  {
    name: "month's budget used",
    path: CACHED,
    begin: used(MONTHLY),
    text: POSSIBLE,
    code: "budget_month_spent",
  },
  {
    name: "ledger unreadable",
    path: CACHED,
    begin: async () => change("DROP TABLE spent_days"),
    text: /New searches aren’t possible now/,
    code: "budget_unknown",
  },
];

// Starts its installation once.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  fixture = await startFixtureService();
  const value = Array.from({ length: 24 }, (_, at) => ({ imageUrl: `${fixture.baseUrl}/${at}` }));
  fixture.answerWith({ body: { value } });
  dataDir = mkdtempSync(join(tmpdir(), "vitrine-new-search-"));
  gallery = await startInstallation(
    {
      SEARCH_API_URL: fixture.baseUrl,
      SEARCH_API_KEY: fixture.key,
      VITRINE_MONTHLY_SEARCHES: String(MONTHLY),
      VITRINE_VISITOR_SEARCHES_PER_MINUTE: "1000",
      VITRINE_VISITOR_SEARCHES_PER_DAY: "1000",
    },
    dataDir,
  );
  address = gallery.address.replace("localhost", "127.0.0.1");
});

test.afterAll(async () => {
  await gallery.stop();
  await fixture.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

type Way = "no script" | "before hydration" | "script";

/** Opens a page in one of the three ways. */
async function openedIn(browser: Browser, way: Way): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: way !== "no script" });
  const page = await context.newPage();
  if (way === "before hydration") await page.route(/_next\/static\/.*\.js/, () => {});
  return page;
}

async function open(page: Page, way: Way, path: string): Promise<void> {
  await page.goto(address + path, { waitUntil: "commit" });
  await page.getByRole("contentinfo").waitFor();
  if (way !== "script") return;
  await ready(page);
}

const texts = (page: Page) =>
  page
    .locator("a, button")
    .filter({ visible: true, hasText: /1 search|Apply|Search again|Show \d/ })
    .allTextContents();

test("only the page to which a failed search has just redirected says that it failed", async ({
  browser,
}) => {
  const page = await openedIn(browser, "no script");
  const main = page.getByRole("main");
  await post("/api/search", { q: "cached" });
  fixture.answerTo("failing", { status: 500 });
  const failing = await post("/api/search", { q: "failing" });
  const { at, failed } = Object.fromEntries(new URLSearchParams(failing));
  const later = `at=${Number(at) - 120}&failed=${failed}`;
  const { title, message } = failureText("service_failed");
  await page.goto(address + failing);
  await expect(main).toContainText(title);
  await expect(main).toContainText("This used 1 search.");
  await page.goto(`${address}/search?q=failing&${later}`);
  await expect(main.getByRole("button", { name: "Search (1 search)" })).toBeVisible();
  await expect(main).not.toContainText(title);
  await page.goto(`${address}${CACHED}&at=${at}&failed=${failed}`);
  await expect(main).toContainText(message);
  await page.goto(`${address}${CACHED}&${later}`);
  await expect(main).toContainText("From cache, 0 searches used");
  await expect(main).not.toContainText(message);
  await page.context().close();
});

test("no page offers an act that the server refuses, in any state", async ({ browser }) => {
  const ways: Way[] = ["no script", "before hydration", "script"];
  const pages = await Promise.all(ways.map((way) => openedIn(browser, way)));
  const [plain] = pages as [Page];
  let at = 0;
  const uncached = () => `new ${at++}`;
  await post("/api/search", { q: "cached" });
  for (const { name, begin, path, text, code } of STATES) {
    await test.step(name, async () => {
      await begin();
      // A new one for each page, because a page calls its search just paid for a minute only.
      const opened = async () => path ?? (await post("/api/search", { q: uncached() }));
      const asked = address + (await opened());
      // The server's memory reads the store again within five seconds.
      await expect
        .poll(async () => (await fetch(asked)).text(), { intervals: [500] })
        .toMatch(name === "stale" ? /These results are from/ : /images for/);
      for (const [i, page] of pages.entries()) {
        await open(page, ways[i] as Way, await opened());
        await expect(page.getByRole("main"), ways[i]).toContainText(text);
        expect((await texts(page)).sort(), ways[i]).toEqual(code === null ? OFFERED : []);
      }
      await open(plain, "no script", "/");
      const home = plain.getByRole("main");
      await expect(home).toContainText(code === null ? /left this month/ : text);
      // Every offered act is one of these requests.
      for (const act of ["/api/search", "/api/search/again"]) {
        const to = await post(act, { q: uncached() });
        expect(to).toMatch(code === null ? /used=1$/ : new RegExp(`failed=${code}$`));
      }
      if (code === null) return;
      await open(plain, "no script", `/search?${new URLSearchParams({ q: uncached() })}`);
      await expect(plain.getByRole("main")).toContainText(text);
      expect(await texts(plain)).toEqual([]);
      await expect(plain.getByText(/npm run|VITRINE_/)).toHaveCount(0);
    });
  }
  for (const page of pages) await page.context().close();
});
