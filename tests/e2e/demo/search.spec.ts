import type { Image } from "../../../lib/contract/search-answer";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";
import { expect, searchesAsked, test } from "../support/watched-page";

const tiles = "[data-image-id]";

test("a search starts from every page without loading a document, and Back returns", async ({
  page,
  watched,
}) => {
  await page.goto("/search?q=mountain");
  const picture = await page.locator(`${tiles} a[href^="/library/"]`).first().getAttribute("href");
  for (const address of ["/", "/about", picture ?? ""]) {
    await page.goto(address);
    const title = await page.title();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const field = page.getByRole("searchbox");
    await field.pressSequentially("harbour");
    // Before its code has loaded, the browser submits the form itself.
    await ready(page);
    await field.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=harbour(&site=[a-z.]+)?$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("for “harbour”");
    await expect(page).toHaveTitle("harbour · Vitrine");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await page.goBack();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("searchbox")).toHaveValue("");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  }
  expect(searchesAsked(watched)).toHaveLength(3);
});

test("a search from the home page shows images with their sources", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("searchbox").fill("mountain");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=mountain/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("images for “mountain”");
  const first = page.locator(tiles).first();
  await expect(first.getByRole("img")).toHaveAttribute("alt", /\w/);
  await expect(first.getByRole("link", { name: /localhost$/ }).first()).toHaveAttribute(
    "href",
    /\/library\//,
  );
  await expect(first).toHaveAttribute("data-phase", "shown");
});

test("every example on the home page finds many images", async ({ page }) => {
  await page.goto("/");
  const examples = await page.getByRole("main").getByRole("list").first().getByRole("link").all();
  expect(examples.length).toBeGreaterThan(2);
  for (const example of examples) {
    const address = (await example.getAttribute("href")) ?? "";
    const response = await page.request.get(`/api${address}`);
    const { images } = (await response.json()) as { images: unknown[] };
    expect([address, images.length >= 12]).toEqual([address, true]);
  }
});

test("the page contains the first answer, without another request", async ({ page, watched }) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await ready(page);
  expect(searchesAsked(watched)).toEqual([]);
});

test("a later search changes the URL and sends one request, without a page load", async ({
  page,
  watched,
}) => {
  await page.goto("/search?q=mountain");
  // Before its scripts have loaded, the form loads a new document.
  await ready(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("searchbox").fill("  city ");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("for “city”");
  await expect(page).toHaveURL("/search?q=city");
  await expect(page).toHaveTitle("city · Vitrine");
  await expect(page.getByRole("status")).toContainText("for “city”");
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  expect(searchesAsked(watched)).toHaveLength(1);
  expect(watched.requests.filter((url) => url.includes("_rsc"))).toEqual([]);
});

test("filters take effect with Enter or Apply, and Clear filters keeps the count", async ({
  page,
  watched,
}) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  const heading = page.getByRole("heading", { level: 1 });
  const apply = page.getByRole("button", { name: "Apply" });
  await page.getByLabel("Count").selectOption("10");
  await apply.click();
  await expect(page).toHaveURL("/search?q=mountain&count=10");
  await expect(heading).toContainText("10 images for “mountain”");
  await expect(page.locator(tiles)).toHaveCount(10);

  await page.getByLabel("Only from this site").fill("https://northfold.localhost/some/page");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=mountain&count=10&site=northfold.localhost");
  await expect(page.getByLabel("Only from this site")).toHaveValue("northfold.localhost");
  const ofSite = page.getByRole("link", { name: "northfold.localhost", exact: true });
  await expect(page.locator(tiles).filter({ hasNot: ofSite })).toHaveCount(0);
  await expect(ofSite).not.toHaveCount(0);

  await page.getByRole("checkbox", { name: "Hide transparent images" }).check();
  await page.getByText("Moderate").click();
  await page.getByLabel("Count").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL("/search?q=mountain&count=10&site=northfold.localhost");
  expect(searchesAsked(watched)).toHaveLength(2);
  await apply.click();
  await expect(page).toHaveURL(/count=20&safesearch=moderate&transparent=true/);

  // The URL changes before the link, which keeps the count.
  const clear = page.getByRole("link", { name: "Clear filters" });
  await expect(clear).toHaveAttribute("href", /count=20/);
  await clear.click();
  await expect(page).toHaveURL("/search?q=mountain&count=20");
  await expect(page.getByLabel("Count")).toHaveValue("20");
  await expect(page.getByRole("radio", { name: "Strict" })).toBeChecked();
  // The focused link is gone.
  await expect(page.getByRole("main")).toBeFocused();
});

test("an invalid site shows an error while it is typed, and sends no search", async ({
  page,
  watched,
}) => {
  await page.goto("/search?q=mountain");
  const site = page.getByLabel("Only from this site");
  await site.fill("two words");
  await expect(page.getByText("This isn’t a host name.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(site).toBeFocused();
  await expect(page).toHaveURL("/search?q=mountain");
  expect(searchesAsked(watched)).toEqual([]);
});

test("Back and Forward restore answer, position and focus, without a request", async ({
  page,
  watched,
}) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  const tile = page.locator(tiles).nth(15);
  await tile.getByRole("link").first().focus();
  const top = () => tile.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  // Skips the box that selects the image.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  // As it opens, the menu takes the focus.
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.getByRole("menuitem", { name: /^Only from/ }).press("Enter");
  await expect(page).toHaveURL(/site=/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL("/search?q=mountain");
  await expect.poll(top).toBe(before);
  await expect(tile.getByRole("link").first()).toBeFocused();
  await page.goForward();
  await expect(page).toHaveURL(/site=/);
  expect(searchesAsked(watched)).toHaveLength(1);
});

test("the position is restored without a preceding key or pointer event", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  const tile = page.locator(tiles).nth(15);
  const top = () => tile.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await tile.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const before = await top();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);

  // Clicks as voice control and screen readers do.
  await tile.getByRole("button").evaluate((button: HTMLElement) => button.click());
  const only = page.getByRole("menuitem", { name: /^Only from/ });
  await only.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/site=/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL("/search?q=mountain");
  await expect.poll(top).toBe(before);
});

test("returning from a picture's page restores the position", async ({ page }) => {
  await page.goto("/search?q=mountain");
  const tile = page.locator(tiles).nth(15);
  await tile.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await tile
    .getByRole("link", { name: /localhost$/ })
    .first()
    .click();
  await expect(page.getByText("Rights", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("mountain");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test("Ctrl-click opens a search in another tab and does not change this one", async ({
  page,
  context,
}) => {
  await page.goto("/search?q=mountain&transparent=true");
  const other = context.waitForEvent("page");
  await page.getByRole("link", { name: "Clear filters" }).click({ modifiers: ["ControlOrMeta"] });
  await expect(await other).toHaveURL("/search?q=mountain");
  await expect(page).toHaveURL("/search?q=mountain&transparent=true");
});

test("nothing moves during hydration", async ({ page }) => {
  await watchLayoutShifts(page);
  for (const address of ["/search?q=mountain", "/"]) {
    await page.goto(address);
    await ready(page);
    expect(await layoutShifts(page)).toEqual([]);
  }
});

test("a broken image is counted, shows the reason, and can be retried", async ({
  page,
  watched,
}) => {
  let isBroken = true;
  const { imageUrl, thumbnails } = await page.request
    .get("/api/search?q=mountain")
    .then(async (response) => (await response.json()).images[2] as Image);
  const paths = [
    imageUrl,
    ...(thumbnails?.widthsPx ?? []).map((widthPx) => `${thumbnails?.path}${widthPx}`),
  ];
  await page.route(
    (url) => paths.includes(url.pathname),
    (route) => (isBroken ? route.fulfill({ status: 404 }) : route.continue()),
  );
  await page.goto("/search?q=mountain");
  const tile = page.locator(tiles).nth(2);
  await expect(tile.getByText("Couldn’t load")).toBeVisible();
  await expect(page.getByText(/1 of \d+ couldn’t load/)).toBeVisible();
  isBroken = false;
  await tile.getByRole("button", { name: "Try again" }).click();
  await expect(tile).toHaveAttribute("data-phase", "shown");
  await expect(page.getByText(/1 of \d+ couldn’t load/)).toHaveCount(0);
  // The browser logs the 404 as an error.
  watched.complaints.length = 0;
});

test("Back after the skip link leads to the search of the URL", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await ready(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=mountain#results");
  await page.getByRole("searchbox").fill("city");
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("city");
  await page.goBack();
  await expect(heading).toContainText("mountain");
});

test("replacing an answer does not load its images again", async ({ page, watched }) => {
  await page.goto("/search?q=sea&count=50");
  await page.mouse.wheel(0, 20_000);
  await ready(page);
  const pictures = page.locator("[data-image-id] img");
  await expect
    .poll(() => pictures.last().evaluate((img: HTMLImageElement) => img.complete))
    .toBe(true);
  const paths = () =>
    pictures.evaluateAll((all) =>
      all.map((img) => (img as HTMLImageElement).src.replace(/\d+$/, "")),
    );
  // Others may load for the first time as the field is scrolled into view.
  const ofSea = (await paths()).filter((path) =>
    watched.requests.some((url) => url.startsWith(path)),
  );
  const before = watched.requests.length;
  await page.getByRole("searchbox").fill("city");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("city");
  await ready(page);
  const again = watched.requests
    .slice(before)
    .filter((url) => ofSea.some((path) => url.startsWith(path)));
  const ofCity = await paths();
  expect(again.filter((url) => !ofCity.some((path) => url.startsWith(path)))).toEqual([]);
});

test("offline, the page stays and marks the images that failed", async ({
  page,
  context,
  watched,
}) => {
  await page.goto("/search?q=sea&count=50");
  await ready(page);
  await context.setOffline(true);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.getByText(/\d+ of 50 couldn’t load/)).toBeVisible();
  await context.setOffline(false);
  // The browser logs failed requests.
  watched.complaints.length = 0;
});

test("an incomplete site in the closed sheet sends no search", async ({ page, watched }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/search?q=sea");
  await ready(page);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Only from this site").pressSequentially("harbour.example");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("group", { name: "Filters" })).toBeHidden();
  await expect(page).toHaveURL("/search?q=sea");
  expect(searchesAsked(watched)).toEqual([]);
});

test("a page restored by Back has the chosen theme", async ({ page }) => {
  await page.goto("/search?q=sea");
  await page.goto("/about");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByText("Dark", { exact: true }).click();
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("text being typed stays when the answer is refined", async ({ page }) => {
  await page.goto("/search?q=sea&count=50");
  await page.getByRole("searchbox").fill("city at night");
  await page.getByRole("button", { name: "Orientation" }).click();
  await page.getByRole("menuitemradio", { name: /^Portrait/ }).click();
  await expect(page).toHaveURL(/orientation=portrait/);
  await expect(page.getByRole("searchbox")).toHaveValue("city at night");
});

test("a search text is rendered as text everywhere", async ({ page }) => {
  const words = `"><img src=x onerror=alert(1)></title><script>alert(2)</script>`;
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await page.goto(`/search?q=${encodeURIComponent(words)}`);
  await expect(page.getByRole("searchbox")).toHaveValue(words);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>");
  expect(dialogs).toEqual([]);
});
