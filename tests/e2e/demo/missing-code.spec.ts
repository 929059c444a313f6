import { expect, type Locator, type Page, test } from "@playwright/test";
import { ready } from "../support/ready";

const SCRIPTS = "**/_next/static/chunks/**";

const UNLOADED = "This part of the page couldn’t load.";

/** Refuses scripts, as without a connection, until the returned function is called. */
async function loseConnection(page: Page): Promise<() => Promise<void>> {
  await page.route(SCRIPTS, (route) => route.abort());
  return () => page.unroute(SCRIPTS);
}

test("a dialog whose code cannot be loaded is reported; the second try opens it and returns the focus", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  await ready(page);
  // The code of the slots is that of the keys too.
  await expect(page.getByRole("combobox", { name: "Slot" })).toBeVisible();
  const link = page.locator("[data-image-id] > a").first();
  await link.focus();
  const connect = await loseConnection(page);
  await page.keyboard.press("s");
  await expect(page.getByText(UNLOADED).last()).toBeVisible();
  await connect();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Save 1 image" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
});

/**
 * Opens a page whose document brings its scripts; refuses those that the page asks for later, until the
 * returned function is called.
 */
async function openWithoutLateScripts(page: Page, path: string): Promise<() => void> {
  let isLost = true;
  let refusedCount = 0;
  const named = new Set<string>();
  await page.route(`**${path.replace("?", "\\?")}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    for (const [path] of html.matchAll(/\/_next\/static\/chunks\/[^"'\\]+/g)) named.add(path);
    await route.fulfill({ response, body: html });
  });
  await page.route(SCRIPTS, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isLost || named.has(pathname)) return route.continue();
    refusedCount++;
    return route.abort();
  });
  await page.goto(path);
  await ready(page);
  expect(refusedCount).toBeGreaterThan(0);
  return () => {
    isLost = false;
  };
}

const tile = (page: Page) => page.locator("[data-image-id]").first();

async function openTileMenu(page: Page): Promise<void> {
  await tile(page).hover();
  await tile(page).getByRole("button", { name: /^More/ }).click();
}

const focusTile = (page: Page) => tile(page).locator("> a").focus();

type Part = {
  name: string;
  path: string;
  act: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
};

const SEARCH = "/search?q=sea";

const PARTS: Part[] = [
  {
    name: "the menu of a tile",
    path: SEARCH,
    act: openTileMenu,
    shown: (page) => page.getByRole("menu"),
  },
  {
    name: "a menu of the refinement",
    path: SEARCH,
    act: (page) => page.getByRole("button", { name: "Orientation" }).click(),
    shown: (page) => page.getByRole("menu", { name: "Orientation" }),
  },
  {
    name: "the keyboard shortcuts",
    path: SEARCH,
    act: (page) => page.getByRole("link", { name: "Keyboard shortcuts" }).click(),
    shown: (page) => page.getByRole("dialog", { name: "Keyboard shortcuts" }),
  },
  {
    name: "the keyboard shortcuts, by their key",
    path: SEARCH,
    act: async (page) => {
      await focusTile(page);
      await page.keyboard.press("?");
    },
    shown: (page) => page.getByRole("dialog", { name: "Keyboard shortcuts" }),
  },
  {
    name: "the import of a collection",
    path: "/collections",
    act: (page) =>
      page
        .getByLabel("Import")
        .last()
        .setInputFiles({
          name: "notes.json",
          mimeType: "application/json",
          buffer: Buffer.from("[]"),
        }),
    shown: (page) => page.getByText("This file has no images that Vitrine can read."),
  },
];

for (const { name, path, act, shown } of PARTS) {
  test(`${name}: if its code is missing, the page says so, and the second try works`, async ({
    page,
  }) => {
    const connect = await openWithoutLateScripts(page, path);
    await act(page);
    await expect(page.getByRole("alert").filter({ hasText: UNLOADED })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    connect();
    await page.keyboard.press("Escape");
    await act(page);
    await expect(shown(page)).toBeVisible();
  });
}

test("a refinement whose code was missing works at the second try", async ({ page }) => {
  const connect = await openWithoutLateScripts(page, SEARCH);
  const menu = page.getByRole("button", { name: "Orientation" });
  await menu.click();
  await expect(page.getByRole("alert").filter({ hasText: UNLOADED })).toBeVisible();
  connect();
  await page.keyboard.press("Escape");
  await menu.click();
  const before = await page.locator("[data-image-id]").count();
  await page.getByRole("menuitemradio", { name: /^Portrait/ }).click();
  await expect(page).toHaveURL(/orientation=/);
  await expect.poll(() => page.locator("[data-image-id]").count()).toBeLessThan(before);
});

test("the form of a report whose code is missing is reported; the second try opens it", async ({
  page,
}) => {
  await page.goto(SEARCH);
  await ready(page);
  await openTileMenu(page);
  const report = page.getByRole("menuitem", { name: "Report" });
  // The code of the menu has loaded.
  await expect(report).toBeVisible();
  const connect = await loseConnection(page);
  await report.click();
  await expect(page.getByRole("alert").filter({ hasText: UNLOADED })).toBeVisible();
  await connect();
  await openTileMenu(page);
  await report.click();
  await expect(page.getByRole("group", { name: "Report this image" })).toBeVisible();
});

test("a search whose code is missing is made by the browser", async ({ page }) => {
  await openWithoutLateScripts(page, "/");
  await page.getByRole("searchbox").fill("sea");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.locator("[data-image-id]").first()).toBeVisible();
  await expect(page).toHaveURL(/\/search\?q=sea/);
});

test("an image opens without the code of the lightbox", async ({ page }) => {
  await openWithoutLateScripts(page, SEARCH);
  await tile(page).locator("> a").click();
  await expect(page).toHaveURL(/image=/);
  await expect(page.getByText(/^1 of \d+$/).first()).toBeVisible();
});

test("tools whose code is missing when the browser is idle load at the visitor's next act", async ({
  page,
}) => {
  const connect = await openWithoutLateScripts(page, SEARCH);
  connect();
  const box = page.locator("[data-image-id] > [type=checkbox]").first();
  await page.keyboard.press("Shift");
  await expect(async () => {
    await box.check();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible({ timeout: 1000 });
  }).toPass();
});
