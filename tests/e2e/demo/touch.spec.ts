import { findViolations } from "../support/axe";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

test.use({ hasTouch: true, viewport: { width: 360, height: 780 } });

test("a tile's menu on touch is a sheet that names its image, and a tap outside closes it", async ({
  page,
}) => {
  // High enough that the sheet does not cover the button.
  await page.setViewportSize({ width: 360, height: 1100 });
  await page.goto("/search?q=sea&count=10");
  const tiles = page.locator("[data-image-id]");
  const first = tiles.first().getByRole("button", { name: /^More: / });
  await expect(first).toHaveCSS("opacity", "1");
  // The size is in the item's text, so that screen readers read it too.
  await expect(tiles.first()).toContainText(/\d+ × \d+/);
  await first.tap();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  const name = (await tiles.first().getByRole("img").getAttribute("alt")) ?? "";
  await expect(page.locator("[popover]:popover-open")).toContainText(name);
  expect(await findViolations(page)).toEqual([]);
  // Pressing the button again closes the menu.
  await first.tap();
  await expect(menu).toBeHidden();
  await first.tap();
  await expect(menu).toBeVisible();
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
        // The other upper corner, as large as a target.
        const place = new DOMRect(picture.left, picture.top, 44, 44);
        const isApart = button.left >= place.right - 0.5 || button.top >= place.bottom - 0.5;
        return { isApart, size: [button.width, button.height], width: picture.width };
      })
      .filter(({ isApart, size }) => !isApart || size.some((px) => px < 43.9)),
  );
  expect(overlapping).toEqual([]);
});

test("the field, the heading and the refinement stand above the first image, each on one line", async ({
  page,
}) => {
  for (const address of ["/search?q=sea", "/search?q=sea&transparent=true&safesearch=moderate"]) {
    await page.goto(address);
    const picture = await page.locator("[data-image-id] > a").first().boundingBox();
    expect(picture?.y).toBeLessThanOrEqual(150);
  }
  await expect(page.getByRole("banner").getByRole("link", { name: "Collections" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
  const host = page.getByRole("button", { name: "Host" });
  expect((await host.boundingBox())?.x).toBeLessThan(300);
  await expect(page.getByRole("button", { name: "Filters" })).toHaveText("2");
  await page.getByRole("button", { name: "Filters" }).tap();
  const sheet = page.getByRole("group", { name: "Filters" });
  await expect(sheet.getByRole("heading", { name: "Filters" })).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).tap();
  await expect(sheet).toBeHidden();
});

test("an answer of up to four images shows them large", async ({ page }) => {
  await page.goto("/search?q=%22koi%22+%22lotus%22");
  const picture = page.locator("[data-image-id]:nth-child(1):nth-last-child(-n+4) > a");
  for (const [width, leastPx] of [
    [360, 200],
    [1280, 350],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // The browser tells the page of its new width a moment later.
    const box = () => picture.boundingBox();
    await expect.poll(async () => (await box())?.height).toBeGreaterThanOrEqual(leastPx);
    expect((await box())?.width).toBeLessThanOrEqual(width);
  }
});

test("on a narrow broken image the reason is readable, and all can be retried at once", async ({
  page,
  watched,
}) => {
  let isBroken = true;
  await page.route(/\/(thumb|library)\//, (route) =>
    isBroken ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto("/search?q=sea&count=50");
  const broken = page.locator("[data-phase=broken]");
  const retryAll = page.getByRole("button", { name: /^Retry all \d+$/ });
  // All of them: one that fails after the retry would be broken again.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400);
      return broken.count();
    })
    .toBe(50);
  // Every reason fits in its box, no word of it is split, and no control covers it.
  const unreadable = await broken.evaluateAll((tiles) =>
    tiles.flatMap((tile) => {
      const reason = tile.querySelector<HTMLElement>("[data-phase] > div p");
      if (!reason?.checkVisibility()) return [];
      const isCut = reason.scrollHeight > reason.clientHeight + 1;
      const isSplit = [...reason.childNodes].some((node) => {
        if (!(node instanceof Text)) return false;
        return [...node.data.matchAll(/\S+/g)].some(({ 0: word, index }) => {
          const range = new Range();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        });
      });
      const text = reason.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const isCovered = [...tile.querySelectorAll(":scope > :is(input, button)")].some(
        (control) => {
          const { width, top } = control.getBoundingClientRect();
          return width > 0 && top < text.bottom - 0.5;
        },
      );
      return isCut || isSplit || isCovered
        ? [{ text: reason.textContent, isCut, isSplit, isCovered }]
        : [];
    }),
  );
  expect(unreadable).toEqual([]);
  isBroken = false;
  await retryAll.tap();
  await expect(page.getByRole("status")).toHaveText(/^Loading \d+ images again$/);
  await expect(page.locator("[data-phase=shown]").first()).toBeVisible();
  await expect(retryAll).toBeHidden();
  // The browser logs each 404 as an error.
  watched.complaints.length = 0;
});

test("in the lightbox, swipes show the next image and close it, and a pinch zooms", async ({
  page,
  context,
}) => {
  await page.goto("/search?q=sea");
  await ready(page);
  const tiles = page.locator("[data-image-id]");
  await tiles.first().getByRole("img").tap();
  const lightbox = page.getByRole("dialog");
  await expect(lightbox.getByRole("button", { name: "Full screen" })).toBeVisible();
  const session = await context.newCDPSession(page);
  /** Moves one or two fingers, each from x, y to x, y. */
  const move = async (...fingers: [number, number, number, number][]) => {
    const send = (type: "touchStart" | "touchMove", part: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: fingers.map(([fromX, fromY, toX, toY], id) => ({
          id,
          x: fromX + (toX - fromX) * part,
          y: fromY + (toY - fromY) * part,
        })),
      });
    await send("touchStart", 0);
    for (let step = 1; step <= 8; step++) await send("touchMove", step / 8);
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const scrolledPx = () => lightbox.evaluate((dialog) => dialog.scrollTop);
  const second = await tiles.nth(1).getAttribute("data-image-id");
  await move([300, 200, 60, 210]);
  await expect(page).toHaveURL(new RegExp(`image=${second}`));

  // A swipe may begin on a button over the picture.
  const third = await tiles.nth(2).getAttribute("data-image-id");
  const { x, y } = await lightbox.getByRole("link", { name: "Next image" }).evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await move([x, y, x - 240, y]);
  await expect(page).toHaveURL(new RegExp(`image=${third}`));

  const zoomed = lightbox.locator("[data-zoomed]");
  await move([180, 170, 180, 70], [180, 190, 180, 290]);
  await expect(zoomed).toBeVisible();
  await move([180, 100, 180, 290]);
  await expect(zoomed).toBeVisible();
  await move([180, 80, 180, 170], [180, 280, 180, 190]);
  await expect(zoomed).toBeHidden();

  // Scrolled, a finger that moves down scrolls back.
  await move([180, 500, 180, 400]);
  await expect.poll(scrolledPx).toBeGreaterThan(50);
  // A busy browser may drop a gesture; a person repeats it. At the top it would close the lightbox.
  await expect(async () => {
    if ((await scrolledPx()) > 0) await move([180, 100, 180, 400]);
    await expect.poll(scrolledPx, { timeout: 10_000 }).toBe(0);
  }).toPass();
  await expect(lightbox).toBeVisible();
  await move([180, 120, 180, 400]);
  await expect(lightbox).toBeHidden();
  await expect(page).not.toHaveURL(/image=/);
});
