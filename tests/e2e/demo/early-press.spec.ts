import type { Page } from "@playwright/test";
import { ready } from "../support/ready";
import { expect, searchesAsked, test } from "../support/watched-page";

const ADDRESS = "/search?q=sea&count=50";
const scripts = /\/_next\/static\/.*\.js/;

/** State of the delayed scripts. */
type Turns = { turns: { isHolding: boolean; held: (() => void)[] } };

/** Delays the page's scripts. @returns a function that lets them load */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a menu pressed before hydration opens after it", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(ADDRESS, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Host" }).click();
  release();
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(page.getByRole("menuitemradio", { name: "Any host" })).toBeFocused();
});

test("a tile's menu pressed before hydration opens after it", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(ADDRESS, { waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^More: / })
    .first()
    .click();
  release();
  await expect(page.getByRole("menuitem", { name: "Save to collection" })).toBeFocused();
});

test("a menu that only received the focus stays closed", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(ADDRESS, { waitUntil: "commit" });
  const orientation = page.getByRole("button", { name: "Orientation" });
  await expect(orientation).toBeVisible();
  while (!(await orientation.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  release();
  await ready(page);
  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Any orientation" })).toBeFocused();
});

test("a menu whose code loads during the press opens and stays open", async ({ page }) => {
  // Delays React's next task, so that nothing but the press can render the menu.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const turns = { isHolding: false, held: [] as (() => void)[] };
    MessagePort.prototype.postMessage = function (...values: unknown[]) {
      const send = () => Reflect.apply(post, this, values);
      if (turns.isHolding) turns.held.push(send);
      else send();
    };
    Object.assign(window, { turns });
  });
  await page.goto(ADDRESS);
  await ready(page);
  const release = await holdScripts(page);
  await page.getByRole("button", { name: "Orientation" }).hover();
  await page.mouse.down();
  await page.evaluate(() => {
    (window as unknown as Turns).turns.isHolding = true;
  });
  release();
  await page.waitForFunction(() => (window as unknown as Turns).turns.held.length > 0);
  await page.mouse.up();
  await page.evaluate(() => {
    const { turns } = window as unknown as Turns;
    turns.isHolding = false;
    for (const send of turns.held.splice(0)) send();
  });
  await expect(page.getByRole("menuitemradio", { name: "Any orientation" })).toBeFocused();
});

test("filters set before hydration stay set, and take effect with Apply", async ({
  page,
  watched,
}) => {
  const release = await holdScripts(page);
  await page.goto("/search?q=sea", { waitUntil: "commit" });
  await page.getByLabel("Count").selectOption("10");
  await page.getByRole("checkbox", { name: "Hide transparent images" }).check();
  release();
  await ready(page);
  await expect(page).toHaveURL("/search?q=sea");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL("/search?q=sea&count=10&transparent=true");
  await expect(page.locator("[data-image-id]")).toHaveCount(10);
  expect(searchesAsked(watched)).toHaveLength(1);
});

test("a filter sheet opened before hydration can be closed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const release = await holdScripts(page);
  await page.goto("/search?q=sea", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("group", { name: "Filters" });
  await expect(sheet).toBeVisible();
  release();
  await ready(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});
