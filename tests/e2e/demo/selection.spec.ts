import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

const pictures = "[data-image-id] > a";
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const selected = (page: Page) => page.locator("[data-image-id] :checked");

test("the mouse selects by box, range and rubber band; the selection survives a reload", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await boxes.nth(1).check();
  // Waits for the code that handles ranges.
  await expect(bar(page)).toContainText("1 selected");
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");

  // Drags from the page's margin over the first image, which starts its row.
  const first = await page.locator(pictures).first().boundingBox();
  if (first === null) throw new Error("no image");
  await page.mouse.move(8, first.y + 40);
  await page.mouse.down();
  await page.mouse.move(20, first.y + 60);
  await page.mouse.move(first.x + first.width / 2, first.y + 90);
  await expect(bar(page)).toContainText("4 selected");
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");

  await page.reload();
  await expect(bar(page)).toContainText("4 selected");
  await expect(selected(page)).toHaveCount(4);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await findViolations(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(page.getByRole("status")).toHaveText("Selection cleared");
});

test("a dragged image brings its picture, its URL and its credit", async ({ page }) => {
  await page.goto("/search?q=sea");
  const picture = page.locator(pictures).first();
  await picture.hover();
  const drag = () =>
    picture.evaluate((link) => {
      const dataTransfer = new DataTransfer();
      link.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
      return Object.fromEntries(
        dataTransfer.types.map((type) => [type, dataTransfer.getData(type)]),
      );
    });
  await expect.poll(drag).toHaveProperty(["text/html"]);
  const data = await drag();
  const name = (await picture.getByRole("img").getAttribute("alt")) ?? "";
  expect(data["text/html"]).toContain(`alt="${name}"`);
  expect(data["text/uri-list"]).toMatch(/^http:\/\/localhost:\d+\/library\/\w+\/original$/);
  expect(data["text/plain"]).toContain(name);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 780 } });

  test("a long press starts a selection, and taps add to it", async ({ page, context }) => {
    await page.goto("/search?q=sea");
    const url = page.url();
    const [first, second] = [page.locator(pictures).first(), page.locator(pictures).nth(1)];
    // The code loads when the browser is idle, so even the first touch of the page is a long press.
    await ready(page);
    const box = await first.boundingBox();
    if (box === null) throw new Error("no image");
    const session = await context.newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const secondBox = page.getByRole("checkbox", { name: /^Select: / }).nth(1);
    await expect(secondBox).toHaveCSS("opacity", "0");
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await expect(bar(page)).toContainText("1 selected");
    await expect(secondBox).toHaveCSS("opacity", "1");
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await second.tap();
    await expect(bar(page)).toContainText("2 selected");
    // The caption of an image belongs to it too.
    await page.locator("[data-image-id] p a").nth(2).tap();
    await expect(bar(page)).toContainText("3 selected");
    expect(page.url()).toBe(url);
    await expect(selected(page)).toHaveCount(3);
    for (const name of ["Save", "Export", "More", "Clear"]) {
      await expect(bar(page).getByText(name, { exact: true }).last()).toBeVisible();
    }
    const sizes = await bar(page)
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().toJSON()));
    for (const { width, height, right } of sizes) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(43.9);
      expect(right).toBeLessThanOrEqual(360);
    }
    expect(await findViolations(page)).toEqual([]);
  });
});
