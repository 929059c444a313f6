import type { Page } from "@playwright/test";
import { ready } from "../support/ready";
import { FIXTURE_KEY } from "../support/start-fixture";
import { expect, test } from "../support/watched-page";

// One after the other, because they share a server and compare its used searches.
test.describe.configure({ mode: "default" });

test("the grid shows the remote service's images, each with a link to its source", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  const tiles = page.locator("[data-image-id]");
  await expect(tiles.first()).toHaveAttribute("data-phase", "shown");
  const source = tiles.first().getByRole("link", { name: /^[a-z.]*example$/ });
  await expect(source).toHaveAttribute("href", /^https?:\/\/[a-z.]*example\//);
});

/** The headers of a program: Playwright sends a browser's name, but no `Sec-Fetch-Site`. */
const PROGRAM = { headers: { "user-agent": "a program" } };

test("the same search again comes from the cache and costs nothing", async ({ page, request }) => {
  await request.get("/api/search?q=ferry", PROGRAM);
  const again = await (await request.get("/api/search?q=ferry", PROGRAM)).json();
  expect(again).toMatchObject({ from: "cache", searchesUsed: 0 });
  await page.goto("/search?q=ferry");
  await expect(page.getByRole("main")).toContainText("From cache, 0 searches used");
});

test("the home page says what is left today and which searches are free, and spends none", async ({
  page,
  watched,
}) => {
  await page.goto("/");
  await page.getByRole("searchbox").fill("tulips");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.locator("[data-image-id]").first()).toBeVisible();
  // A search is saved when the visitor uses its page.
  await page.mouse.move(9, 9);
  const saved = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(saved).toContain("tulips");
  const spentBefore = await usedThisMonth(page);
  await page.goto("/");
  const last = page.getByRole("region", { name: "Continue where you left off" });
  await expect(last).toContainText(/Free, .*min old/);
  await expect(page.getByText(/\d+ of \d+ searches left today/)).toBeVisible();
  // Other visitors' searches are off by default.
  await expect(page.getByText("Searches by everyone")).toBeHidden();
  expect(await usedThisMonth(page)).toBe(spentBefore);
  await last.getByRole("link").click();
  await expect(page.getByRole("main")).toContainText("From cache, 0 searches used");
  const searches = watched.requests.filter((url) => new URL(url).pathname === "/api/search/again");
  expect(searches).toEqual([]);
});

test("the field lists recent searches that are free to open, for the keyboard too", async ({
  page,
}) => {
  for (const words of ["coast", "village"]) {
    await page.goto("/");
    // Before its code has loaded, the browser itself submits the form and loads a document.
    await ready(page);
    await page.getByRole("searchbox").fill(words);
    await page.keyboard.press("Enter");
    await expect(page.locator("[data-image-id]").first()).toBeVisible();
    await page.mouse.move(9, 9);
    const saved = () => page.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(saved).toContain(words);
  }
  const field = page.getByRole("searchbox");
  const free = page.getByRole("navigation", { name: "Recent searches that are free to open" });
  // The page focuses the field itself; a list there would cover the filters.
  await expect(field).toBeFocused();
  await ready(page);
  await expect(free).toBeHidden();
  await field.blur();
  await field.focus();
  await expect(free.getByRole("link")).toHaveText([/^coastFree, .*min old$/]);
  await expect(free.getByRole("link")).toHaveAttribute("href", /#free$/);
  await page.keyboard.press("Escape");
  await expect(free).toBeHidden();
  await expect(field).toBeFocused();
  await field.blur();
  await field.focus();
  await expect(free).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=coast");
  await expect(page.getByRole("main")).toContainText("From cache, 0 searches used");
  await expect(free).toBeHidden();
});

async function usedThisMonth(page: Page): Promise<string> {
  await page.goto("/");
  const footer = (await page.getByRole("contentinfo").textContent()) ?? "";
  return /(\d+) of/.exec(footer)?.[1] ?? footer;
}

test("no page, response or script contains the key", async ({ page }) => {
  const responses: Promise<string>[] = [];
  page.on("response", async (response) => {
    const headers = JSON.stringify(response.headers());
    responses.push(
      response.text().then(
        (body) => headers + body,
        () => headers,
      ),
    );
  });
  await page.goto("/search?q=sea");
  await ready(page);
  expect(responses.length).toBeGreaterThan(5);
  expect((await Promise.all(responses)).join("\n")).not.toContain(FIXTURE_KEY);
});
