import { expect, type Page, test } from "@playwright/test";
import { ready } from "../support/ready";

const tilesOf = (page: Page) => page.locator("[data-image-id]");

/** The images' ids in the order shown. */
const order = (page: Page) =>
  tilesOf(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.imageId));

type Point = { x: number; y: number };

async function centre(page: Page, rank: number): Promise<Point> {
  const box = await tilesOf(page).nth(rank).locator("> a").boundingBox();
  if (box === null) throw new Error("no picture");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a collection in two tabs: saved, reordered, removed, undone, shared, and imported by touch", async ({
  page,
  context,
  browser,
}) => {
  await page.goto("/search?q=sea");
  for (const rank of [0, 1, 2]) {
    await tilesOf(page).nth(rank).hover();
    await tilesOf(page).nth(rank).getByRole("checkbox").click();
  }
  const saved = await order(page);
  await page.getByRole("button", { name: "Save to collection" }).click();
  await page.getByLabel("New collection").fill("Coast");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  const collectionUrl = page.url();
  await expect.poll(() => order(page)).toEqual(saved.slice(0, 3));

  // Back shows it filtered as before; a new visit shows all.
  const words = ((await tilesOf(page).first().locator("p").first().textContent()) ?? "").slice(
    0,
    24,
  );
  await page.getByRole("textbox", { name: /^Filter by/ }).fill(words);
  const filteredCount = () => tilesOf(page).count();
  await expect.poll(filteredCount).toBeLessThan(3);
  await page.getByRole("searchbox").fill("harbour");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=harbour/);
  await ready(page);
  await page.goBack();
  await expect(page.getByRole("textbox", { name: /^Filter by/ })).toHaveValue(words);
  await expect.poll(filteredCount).toBeLessThan(3);
  await page.goto("/settings");
  await page.goto(collectionUrl);
  await expect(tilesOf(page)).toHaveCount(3);

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(tilesOf(other)).toHaveCount(3);

  await tilesOf(page).first().getByRole("button", { name: "Options" }).focus();
  await page.keyboard.press("ArrowRight");
  const moved = [saved[1], saved[0], saved[2]];
  await expect.poll(() => order(page)).toEqual(moved);
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Options/);
  await expect.poll(() => order(other)).toEqual(moved);

  await tilesOf(other).nth(1).locator("a").first().focus();
  await other.keyboard.press("Delete");
  // Under the pointer, the toast stays.
  const undo = other.getByRole("button", { name: "Undo", exact: true });
  await undo.hover();
  await expect(tilesOf(page)).toHaveCount(2);
  await undo.click();
  await expect.poll(() => order(page)).toEqual(moved);

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.bringToFront();
  await page.getByRole("button", { name: "Share as link" }).click();
  await expect(page.getByText("Link copied.")).not.toHaveCount(0);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await other.goto(link);
  await expect(other.getByText("Shared with you, not saved in this browser")).toBeVisible();
  await expect.poll(() => order(other)).toEqual(moved);
  await expect(tilesOf(other).first()).toContainText(/\d+ × \d+/);
  // Until the tools are loaded, the browser follows the link.
  await ready(other);
  await tilesOf(other).nth(1).locator("a").first().click();
  await expect(other.getByRole("dialog")).toContainText("2 of 3");
  // The lightbox writes the URL after its first frame.
  await expect(other).toHaveURL(/[?&]image=/);
  await other.reload();
  await expect(other.getByRole("dialog")).toContainText("2 of 3");
  await other.keyboard.press("Escape");
  await expect(other).toHaveURL(link);
  await tilesOf(other)
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await expect(other.getByRole("menuitem", { name: "Save to Coast" })).toBeFocused();

  // A newer link, opened in the same tab, shows its pictures too.
  await other.keyboard.press("Escape");
  await tilesOf(page).first().getByRole("button", { name: "Options" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => order(page)).not.toEqual(moved);
  await page.getByRole("button", { name: "Share as link" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).not.toBe(link);
  await other.goto(await clipboard());
  await expect.poll(() => order(other)).toEqual(await order(page));
  const pictures = () =>
    other
      .locator("[data-image-id] img")
      .evaluateAll(
        (all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length,
      );
  await expect.poll(pictures).toBe(3);

  // A colleague on a phone saves it, and drags the first picture behind the second.
  const phone = await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 780 } });
  const theirs = await phone.newPage();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Save to my collections" }).tap();
  await theirs.getByRole("button", { name: "Save", exact: true }).tap();
  await theirs.getByRole("link", { name: "Open", exact: true }).tap();
  await expect(theirs.getByRole("button", { name: "Share as link" })).toBeVisible();
  await expect.poll(() => order(theirs)).toEqual(moved);
  await ready(theirs);
  // A host is cut only where it has a line of its own.
  const besideCutHosts = await tilesOf(theirs)
    .locator("p > a")
    .evaluateAll((hosts) =>
      hosts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((host) => (host.parentElement?.clientWidth ?? 0) - host.clientWidth),
    );
  expect(besideCutHosts.filter((px) => px > 0)).toEqual([]);
  const [from, to] = [await centre(theirs, 0), await centre(theirs, 1)];
  const session = await phone.newCDPSession(theirs);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  await expect(theirs.getByRole("region", { name: "Selection" })).toContainText("1 selected");
  for (const part of [0.3, 0.6, 1.05]) {
    await touch("touchMove", [
      { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
    ]);
  }
  await expect(theirs.locator("[data-drag=after]")).toHaveCount(1);
  await touch("touchEnd", []);
  await expect.poll(() => order(theirs)).toEqual([moved[1], moved[0], moved[2]]);
  await phone.close();

  // Deleting leads to the other collections, and undo restores the collection.
  await page.goto(collectionUrl);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete collection" }).click();
  await expect(page).toHaveURL(/\/collections$/);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  await page.keyboard.press("Control+Z");
  await expect(page.getByRole("link", { name: /^Coast/ })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Coast" })).toBeVisible();
});
