import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "../support/watched-page";

test.use({ hasTouch: true, viewport: { width: 360, height: 780 } });

test("a tile's menu on touch is a sheet that names its image, and a tap outside closes it", async ({
  page,
}) => {
  await page.goto("/search?q=sea&count=10");
  const tiles = page.locator("[data-image-id]");
  const first = tiles.first().getByRole("button", { name: /^More: / });
  await expect(first).toHaveCSS("opacity", "1");
  // The size is read by screen readers too, so it is in the text of the item.
  await expect(tiles.first()).toContainText(/\d+ × \d+/);
  await first.tap();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  const name = (await tiles.first().getByRole("img").getAttribute("alt")) ?? "";
  await expect(page.locator("[popover]:popover-open")).toContainText(name);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  // Pressed again, its button closes it.
  await first.tap();
  await expect(menu).toBeHidden();
  await first.tap();
  await page.touchscreen.tap(180, 20);
  await expect(menu).toBeHidden();

  await tiles.nth(1).getByRole("button").tap();
  await page.getByRole("menuitem", { name: /^Only from/ }).tap();
  await expect(page).toHaveURL(/site=/);
  await expect(menu).toBeHidden();
});

test("a tile has room for its menu and for its selection", async ({ page }) => {
  await page.goto("/search?q=sea&count=50");
  const overlapping = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-image-id]")]
      .map((tile) => {
        const picture = tile.querySelector("a")?.getBoundingClientRect() ?? new DOMRect();
        const button = tile.querySelector("button")?.getBoundingClientRect() ?? new DOMRect();
        // The other upper corner, of the size of a target.
        const place = new DOMRect(picture.left, picture.top, 44, 44);
        const isApart = button.left >= place.right - 0.5 || button.top >= place.bottom - 0.5;
        return { isApart, size: [button.width, button.height], width: picture.width };
      })
      .filter(({ isApart, size }) => !isApart || size.some((px) => px < 43.9)),
  );
  expect(overlapping).toEqual([]);
});
