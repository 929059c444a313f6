import type { Page } from "@playwright/test";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";
import { expect, searchesAsked, test } from "../support/watched-page";

const ADDRESS = "/search?q=sea&count=50";
const tiles = "[data-image-id]";

test("a refinement acts on the loaded answer: in the URL, announced, without a request", async ({
  page,
  watched,
}) => {
  await page.goto(ADDRESS);
  await ready(page);
  const before = watched.requests.length;
  await page.getByRole("button", { name: "Orientation" }).click();
  const item = page.getByRole("menuitemradio", { name: /^Portrait/ });
  const count = Number((await item.textContent())?.match(/\d+$/)?.[0]);
  await item.click();

  await expect(page).toHaveURL(`${ADDRESS}&orientation=portrait`);
  await expect(page.locator(tiles)).toHaveCount(count);
  await expect(page.getByText(`${count} of 50`, { exact: true })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText(`${count} of 50 images shown`);
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page.getByRole("button", { name: "Orientation: Portrait" })).toBeFocused();
  await expect(
    page.getByText(`${count} of 50 shown. ${50 - count} have another orientation.`),
  ).toBeVisible();
  // Code of this page, images scrolled into view and the tab's icon are not searches.
  const asked = watched.requests
    .slice(before)
    .filter((url) => !/\/(_next|thumb)\/|\/favicon\.svg$/.test(url));
  expect(asked).toEqual([]);
});

test("Back undoes a choice, Forward redoes it, Reset and Show all clear it", async ({
  page,
  watched,
}) => {
  await page.goto(ADDRESS);
  await page.getByRole("button", { name: "Orientation" }).click();
  const item = page.getByRole("menuitemradio", { name: /^Landscape/ });
  const narrowed = Number((await item.textContent())?.match(/\d+$/)?.[0]);
  await item.click();
  await expect(page).toHaveURL(/orientation=landscape/);
  await expect(page.locator(tiles)).toHaveCount(narrowed);
  await page.getByRole("button", { name: "Relevance" }).click();
  await page.getByRole("menuitemradio", { name: "Largest first" }).click();
  await expect(page).toHaveURL(/orientation=landscape&sort=largest/);

  await page.goBack();
  await expect(page.getByRole("button", { name: "Relevance" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(ADDRESS);
  await expect(page.locator(tiles)).toHaveCount(50);
  await page.goForward();
  await expect(page.locator(tiles)).toHaveCount(narrowed);

  await page.getByRole("link", { name: "Reset" }).click();
  await expect(page).toHaveURL(ADDRESS);
  await expect(page.getByRole("button", { name: "Orientation" })).toBeFocused();
  await page.goBack();
  await page.getByRole("link", { name: "Show all 50" }).click();
  await expect(page.locator(tiles)).toHaveCount(50);
  expect(searchesAsked(watched)).toEqual([]);
});

test("several hosts can be chosen in an open menu, as one history entry", async ({ page }) => {
  await page.goto(ADDRESS);
  await page.getByRole("button", { name: "Host" }).click();
  const hosts = page.getByRole("menuitemcheckbox");
  const first = Number((await hosts.nth(0).textContent())?.match(/\d+$/)?.[0]);
  const second = Number((await hosts.nth(1).textContent())?.match(/\d+$/)?.[0]);
  await hosts.nth(0).click();
  await expect(page.locator(tiles)).toHaveCount(first);
  await hosts.nth(1).click();
  await expect(page.locator(tiles)).toHaveCount(first + second);
  await expect(hosts.nth(1)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Host: 2 hosts" })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(ADDRESS);
});

test("a menu by keyboard: arrow down opens, arrows move, Enter chooses, Escape closes", async ({
  page,
}) => {
  await page.goto(ADDRESS);
  await ready(page);
  const trigger = page.getByRole("button", { name: "Orientation" });
  await trigger.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Any orientation" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Any orientation" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/orientation=\w+/);
  await expect(page.getByRole("button", { name: /^Orientation: / })).toBeFocused();
});

test("a URL with a refinement is refined by the server, and stays so after hydration", async ({
  page,
  request,
}) => {
  const address = `${ADDRESS}&orientation=portrait&sort=largest`;
  const html = await (await request.get(address)).text();
  const count = html.match(/data-image-id=/g)?.length ?? 0;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(50);
  await page.goto(address);
  await ready(page);
  await expect(page.locator(tiles)).toHaveCount(count);
  await expect(page.getByRole("button", { name: "Order: Largest first" })).toBeVisible();
});

/** Opens the palette once its code is loaded: a list replaces the server's links. */
async function openPalette(page: Page) {
  await page.goto(ADDRESS);
  await ready(page);
  await page.mouse.move(1, 1);
  const palette = page.getByRole("listbox");
  await expect(palette).toBeVisible();
  const option = (name: string) => palette.getByRole("option", { name });
  const countOf = async (name: string) =>
    Number((await option(name).textContent())?.match(/\d+$/)?.[0]);
  return { palette, option, countOf };
}

test("the palette's script replaces the server's without a layout shift", async ({ page }) => {
  await watchLayoutShifts(page);
  await page.goto(ADDRESS);
  await ready(page);
  const blue = page.locator("[data-colour=blue]");
  const before = await blue.boundingBox();
  await page.mouse.move(1, 1);
  await expect(page.getByRole("option", { name: "Blue" })).toBeVisible();
  expect(await blue.boundingBox()).toEqual(before);
  expect(await layoutShifts(page)).toEqual([]);
});

test("a press in the palette chooses a colour, a drag all that it crosses, and Back undoes it", async ({
  page,
  watched,
}) => {
  const { option, countOf } = await openPalette(page);
  const counts = await Promise.all(["Green", "Teal", "Blue"].map(countOf));
  await option("Blue").click();
  await expect(page).toHaveURL(`${ADDRESS}&colour=blue`);
  await expect(option("Blue")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(tiles)).toHaveCount(counts[2] ?? 0);

  await option("Green").hover();
  await page.mouse.down();
  await option("Teal").hover();
  await option("Blue").hover();
  await page.mouse.up();
  await expect(page).toHaveURL(`${ADDRESS}&colour=green&colour=teal&colour=blue`);
  await expect(page.locator(tiles)).toHaveCount(counts.reduce((sum, count) => sum + count));
  await page.goBack();
  await expect(page).toHaveURL(`${ADDRESS}&colour=blue`);
  // The URL is there before the choice, which the press ends.
  await expect(page.locator(tiles)).toHaveCount(counts[2] ?? 0);
  await option("Blue").click();
  await expect(page).toHaveURL(ADDRESS);
  expect(searchesAsked(watched)).toEqual([]);
});

test("the palette is one tab stop: arrows move, Space adds, Shift and arrows choose a range", async ({
  page,
}) => {
  const { palette, option } = await openPalette(page);
  await page.getByRole("combobox", { name: "Slot" }).focus();
  await page.keyboard.press("Tab");
  await expect(palette.getByRole("option").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(palette.getByRole("option").last()).toBeFocused();
  await option("Teal").focus();
  await page.keyboard.press("ArrowRight");
  await expect(option("Blue")).toBeFocused();
  await page.keyboard.press(" ");
  await expect(page).toHaveURL(`${ADDRESS}&colour=blue`);
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await expect(page).toHaveURL(/colour=\w+&colour=blue$/);
  await option("Green").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page).toHaveURL(`${ADDRESS}&colour=teal&colour=blue&colour=purple`);
  await expect(page.getByRole("status")).toHaveText(/^\d+ of 50 images shown$/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: /^Colour code/ })).toBeFocused();
});

test("a colour code shows similar colours; other text is not accepted", async ({ page }) => {
  await openPalette(page);
  const code = page.getByRole("textbox", { name: /^Colour code/ });
  await code.fill("navy");
  await code.press("Enter");
  await expect(page).toHaveURL(ADDRESS);
  expect(await code.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  await code.fill("#2F6FA6");
  await code.press("Enter");
  await expect(page).toHaveURL(`${ADDRESS}&colour=2f6fa6`);
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("#2f6fa6");
  const count = await page.locator(tiles).count();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(50);
  await code.fill("");
  await code.press("Enter");
  await expect(page).toHaveURL(ADDRESS);
});

test("accents that the service does not send are measured from the thumbnails", async ({
  page,
}) => {
  const replacedCount = await withoutAccents(page);
  await page.goto("/search?q=city");
  await ready(page);
  // The pointer stays on the palette while the answer arrives.
  await page.getByRole("group", { name: "Colours" }).hover();
  await page.getByRole("searchbox").fill("whale");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("whale");
  const teal = page.getByRole("listbox").getByRole("option", { name: "Teal" });
  await expect(teal).toBeVisible();
  expect(replacedCount()).toBe(1);
  // Each measured image moves the options; afterwards each image has one colour.
  const imageCount = await page.locator(tiles).count();
  const measuredCount = async () =>
    (await page.getByRole("listbox").getByRole("option").allTextContents())
      .map((text) => Number(text.match(/\d+$/)?.[0]))
      .reduce((sum, one) => sum + one, 0);
  await expect.poll(measuredCount).toBe(imageCount);
  const count = Number((await teal.textContent())?.match(/\d+$/)?.[0]);
  await teal.click();
  await expect(page.locator(tiles)).toHaveCount(count);
});

test("a colour in the URL selects images whose accents are measured", async ({ page }) => {
  await withoutAccents(page);
  await page.goto("/search?q=city");
  await ready(page);
  await page.evaluate(() => history.pushState(null, "", "/search?q=whale&colour=teal&colour=blue"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("whale");
  await expect.poll(() => page.locator(tiles).count()).toBeGreaterThan(0);
});

/** Removes the accents from the answers of searches; returns how many answers there were. */
async function withoutAccents(page: Page): Promise<() => number> {
  let count = 0;
  await page.route("**/api/search", async (route) => {
    count += 1;
    const response = await route.fetch();
    const answer = await response.json();
    for (const image of answer.images) image.accentColor = null;
    await route.fulfill({ response, json: answer });
  });
  return () => count;
}

test("a narrow window has the colours in a menu", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(ADDRESS);
  await expect(page.locator("[data-colour]").first()).toBeHidden();
  await page.getByRole("button", { name: "Colour", exact: true }).click();
  await page.getByRole("menuitemradio", { name: /^Blue/ }).click();
  await expect(page).toHaveURL(`${ADDRESS}&colour=blue`);
});

test("a new search starts unrefined, and a refinement keeps the scroll position", async ({
  page,
}) => {
  await page.goto(ADDRESS);
  await page.evaluate(() => scrollTo(0, 120));
  await page.getByRole("button", { name: "Orientation" }).click();
  await page.getByRole("menuitemradio", { name: /^Landscape/ }).click();
  await expect(page).toHaveURL(/orientation/);
  expect(await page.evaluate(() => scrollY)).toBe(120);
  await page.getByRole("searchbox").fill("city");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=city&count=50");
  await expect(page.getByRole("link", { name: "Reset" })).toHaveCount(0);
});

test("Ctrl-click opens a choice in another tab", async ({ page, context }) => {
  await page.goto(ADDRESS);
  await page.getByRole("button", { name: "Orientation" }).click();
  const other = context.waitForEvent("page");
  await page
    .getByRole("menuitemradio", { name: /^Portrait/ })
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(await other).toHaveURL(`${ADDRESS}&orientation=portrait`);
  await expect(page).toHaveURL(ADDRESS);
});

test("no layout shift during hydration or while scrolling", async ({ page }) => {
  await watchLayoutShifts(page);
  await page.goto(`${ADDRESS}&orientation=landscape`);
  await ready(page);
  const heightPx = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await heightPx();
  for (let i = 0; i < 6; i++) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  expect(await heightPx()).toBe(before);
  expect(await layoutShifts(page)).toEqual([]);
});

test("tiles far from the viewport are not laid out, and the focus ring is not clipped", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await page.goto(ADDRESS);
  const links = page.locator(`${tiles} > a`);
  const isLaidOut = (index: number) =>
    links.nth(index).evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }));
  // Before the first frame, the browser lays out none.
  await expect.poll(() => isLaidOut(0)).toBe(true);
  expect(await isLaidOut(49)).toBe(false);
  const room = await links.first().evaluate((link) => {
    const tile = link.parentElement as HTMLElement;
    const inner = link.getBoundingClientRect();
    const outer = tile.getBoundingClientRect();
    return [inner.left - outer.left, inner.top - outer.top, outer.right - inner.right];
  });
  for (const px of room) expect(px).toBeGreaterThanOrEqual(5);
});

test("a menu that could not load offline says so, and opens once the connection is back", async ({
  page,
  context,
  watched,
}) => {
  // The browser is never idle, so the page does not load the menus by itself.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(ADDRESS);
  await context.setOffline(true);
  const button = page.getByRole("button", { name: "Orientation" });
  await button.click();
  const note = page.getByRole("alert").filter({ hasText: "couldn’t load" });
  await expect(note).toBeVisible();
  const [noteBox, buttonBox] = [await note.boundingBox(), await button.boundingBox()];
  // At the same distance from the button as its menu would be.
  const gapPx = (noteBox?.y ?? 0) - (buttonBox?.y ?? 0) - (buttonBox?.height ?? 0);
  expect([gapPx >= 0, gapPx < 16]).toEqual([true, true]);
  await context.setOffline(false);
  await button.click();
  await expect(page.getByRole("menu", { name: "Orientation" })).toBeVisible();
  // The browser logs failed requests.
  watched.complaints.length = 0;
});

test("menus load by themselves when the browser is idle, so that they open offline", async ({
  page,
  context,
  watched,
}) => {
  await page.goto(ADDRESS);
  await ready(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Host" }).click();
  await expect(page.getByRole("menu", { name: "Host" })).toBeVisible();
  await context.setOffline(false);
  watched.complaints.length = 0;
});
