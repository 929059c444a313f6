import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

const pictures = "[data-image-id] > a";

test("a complete search by keyboard", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  const picture = page.locator(pictures);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to results" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(picture.first()).toBeFocused();

  await page.keyboard.press("ArrowRight");
  await expect(picture.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const focused = () =>
    page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON() as DOMRect);
  const below = await focused();
  const above = await picture.nth(1).evaluate((link) => link.getBoundingClientRect().toJSON());
  expect(below.top).toBeGreaterThan(above.bottom);
  expect(below.left).toBeLessThan(above.right);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(picture.first()).toBeFocused();

  await page.keyboard.press("End");
  await expect(picture.last()).toBeFocused();
  await expect(picture.last()).toBeInViewport();
  await page.keyboard.press("PageUp");
  const rank = () =>
    page.evaluate((all) => {
      return [...document.querySelectorAll(all)].indexOf(document.activeElement as Element);
    }, pictures);
  const count = await picture.count();
  expect(await rank()).toBeLessThan(count - 1);
  await expect(page.locator(":focus")).toBeInViewport();
  await page.keyboard.press("PageDown");
  expect(await rank()).toBeGreaterThan(count - 8);
  await page.keyboard.press("Home");
  await expect(picture.first()).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("city");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=city");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("images for “city”");
  await page.keyboard.press("ArrowDown");
  await expect(picture.first()).toBeFocused();
});

test("the grid is one tab stop, at the last focused image", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  const picture = page.locator(pictures);
  await picture.nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await expect(picture.nth(2)).toBeFocused();
  const stops = page.locator("#results :is(a, button):not([tabindex='-1'])");
  await expect.poll(() => stops.count()).toBeLessThanOrEqual(2);
  // Tab leaves the grid; Shift+Tab returns to the same image.
  const isInGrid = () => page.evaluate(() => document.activeElement?.closest("#results") !== null);
  const tabUntil = async (isIn: boolean, key: string) => {
    for (let presses = 0; presses < 3 && (await isInGrid()) !== isIn; presses++) {
      await page.keyboard.press(key);
    }
    expect(await isInGrid()).toBe(isIn);
  };
  await tabUntil(false, "Tab");
  await tabUntil(true, "Shift+Tab");
  await tabUntil(false, "Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(picture.nth(2)).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(picture.nth(2)).toBeFocused();

  // A refinement keeps the stop, or moves it to the first image.
  await page.getByRole("button", { name: "Relevance" }).click();
  await page.getByRole("menuitemradio", { name: "Largest first" }).click();
  await expect.poll(() => stops.count()).toBeLessThanOrEqual(2);
  await expect(page.locator("#results a[tabindex='0']")).toHaveCount(1);
});

test("a tile's menu by keyboard: Tab leads to it, arrows move in it, Escape returns", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/search?q=mountain");
  await ready(page);
  const tile = page.locator("[data-image-id]").nth(3);
  await tile.getByRole("link").first().focus();
  await page.keyboard.press("Tab");
  await expect(tile.getByRole("checkbox", { name: /^Select: / })).toBeFocused();
  await page.keyboard.press("Tab");
  const button = tile.getByRole("button", { name: /^More: / });
  await expect(button).toBeFocused();
  await expect(button).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  const items = page.getByRole("menuitem");
  await expect(items).toHaveText([
    "Save to collection",
    /^Download/,
    "Copy credit",
    "Crop, or copy HTML",
    "Select",
    /^Only from .*localhost$/,
    "Open original",
    "Open source page",
    "Copy image link",
    "Report",
  ]);
  await expect(items.first()).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // In the toast, and a moment later in the live region.
  await expect(page.getByText("Credit copied").first()).toBeVisible();
  const name = (await tile.getByRole("img").getAttribute("alt")) ?? "";
  const source = tile.getByRole("link").last();
  // The link's query string identifies the answer that the picture's page belongs to; a credit
  // omits it.
  const url = await source.evaluate(({ origin, pathname }: HTMLAnchorElement) => origin + pathname);
  const copied = (type: string) =>
    page.evaluate(async (type) => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType(type))?.text();
    }, type);
  const credit = `“${name}”, ${await source.textContent()}, ${url}, found `;
  expect(await copied("text/plain")).toContain(credit);
  expect(await copied("text/plain")).toContain("Licence as stated: CC0");
  expect(await copied("text/html")).toContain(`<a href="${url}">`);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "false");
});

test("the header scrolls away, is revealed on scroll up, and never covers the focus", async ({
  page,
}) => {
  await watchLayoutShifts(page);
  await page.goto("/search?q=sea&count=50");
  await ready(page);
  const header = page.getByRole("banner");
  const field = page.getByRole("searchbox");
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 1500);
  await expect(field).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(field).toBeInViewport();
  await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
  await page.mouse.wheel(0, 200);
  await expect(field).not.toBeInViewport();

  // By key: the field appears at the current position, and the arrow leads back to the image.
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press("/");
  await expect(field).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  for (let row = 0; row < 4; row++) {
    await page.keyboard.press("ArrowUp");
    await expect(page.locator(":focus")).toBeInViewport();
    const isCovered = () =>
      page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + 4);
        return top?.closest("header") !== null;
      });
    await expect.poll(isCovered).toBe(false);
  }
  expect(await layoutShifts(page)).toEqual([]);
});

test("the list of shortcuts opens by key, and single-key shortcuts can be switched off", async ({
  page,
}) => {
  await page.goto("/");
  await ready(page);
  await page.getByRole("searchbox").press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await sheet.getByRole("checkbox", { name: /Single-key shortcuts/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).not.toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("quick arrows in the lightbox show each picture once, on a slow computer", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  await ready(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  const ranks = await page.evaluateHandle(() => {
    const seen: number[] = [];
    // Not once per frame: the next key may come before it.
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => {
      const [, rank] =
        /(\d+) of \d/.exec(document.querySelector("dialog")?.textContent ?? "") ?? [];
      if (rank !== undefined && Number(rank) !== seen.at(-1)) seen.push(Number(rank));
    }).observe(document.body, changes);
    return seen;
  });
  await page.locator(pictures).first().click();
  const dialog = page.getByRole("dialog");
  for (const rank of [2, 3, 4, 5]) {
    await expect(dialog).toContainText(new RegExp(`${rank - 1} of \\d+`));
    await page.keyboard.press("ArrowRight");
  }
  await expect(dialog).toContainText(/5 of \d+/);
  // Whatever renders later than the picture.
  const fifth = await page.locator("[data-image-id]").nth(4).getAttribute("data-image-id");
  await page.waitForURL(new RegExp(`image=${fifth}`));
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await ranks.jsonValue()).toEqual([1, 2, 3, 4, 5]);
});

test("Space shows the focused image large until it is released, and does not scroll", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  await ready(page);
  const first = page.locator("[data-image-id] > a").first();
  await first.focus();
  const before = await page.evaluate(() => scrollY);
  const large = page.locator("img[sizes='90vw']");
  await page.keyboard.down(" ");
  await expect(large).toBeVisible();
  await page.keyboard.down(" ");
  await page.keyboard.up(" ");
  await expect(large).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await expect(first).toBeFocused();
  // On the checkbox, Space selects.
  await page.keyboard.press("Tab");
  await page.keyboard.press(" ");
  await expect(page.getByRole("checkbox", { name: /^Select: / }).first()).toBeChecked();
});
