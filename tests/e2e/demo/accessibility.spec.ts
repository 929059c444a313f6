import type { Page } from "@playwright/test";
import { fillCollection } from "../../support/pictures/fill-collection";
import { findViolations } from "../support/axe";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

const SCREENS = {
  home: "/",
  results: "/search?q=mountain&transparent=true&count=10",
  refined: "/search?q=sea&orientation=portrait&min=640x360&sort=colour",
  "nothing fits": "/search?q=mountain&host=nowhere.example",
  empty: "/search?q=mountain&site=nowhere.example",
  invalid: "/search?q=mountain&site=two+words&count=5000",
  idle: "/search",
  about: "/about",
  settings: "/settings",
  docs: "/v1/docs",
  "sign-in": "/sign-in?problem=wrong",
  "an invitation that was used": "/invitation/used",
  library: "/library?colour=blue&page=1",
  "no picture of the library": "/library?folder=9/nowhere",
  picture: "/library/8acc3b00808b9bfcb2a0248d",
};

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose outcome depends on where, and how large, an element is shown. */
const LAYOUT_RULES = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "target-size",
];
const WIDTHS = [1280, 360];

/** Runs all axe rules in the light theme, and in the dark theme those that depend on it. */
async function expectAccessible(page: Page, part = "html"): Promise<void> {
  await expectNoViolations(page, part, "light");
  await expectNoViolations(page, part, "dark");
}

/** Runs axe on `part`: all rules in the light theme, those that depend on the theme in the dark. */
async function expectNoViolations(page: Page, part: string, theme: "light" | "dark") {
  await page.emulateMedia({ colorScheme: theme });
  const asked =
    theme === "light" ? { tags: TAGS } : { rules: ["color-contrast", "link-in-text-block"] };
  expect(await findViolations(page, { part, ...asked })).toEqual([]);
}

function overflowPx(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

for (const [name, address] of Object.entries(SCREENS)) {
  test(`axe finds nothing on ${name} in both themes, and it fits every width`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 900 });
    // What only a narrow page shows, such as the button of the filters, is on the page of results.
    if (name === "results") await expectNoViolations(page, "html", "light");
    else expect(await findViolations(page, { rules: LAYOUT_RULES })).toEqual([]);
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPx(page)]).toEqual([width, 0]);
    }
  });
}

for (const width of WIDTHS) {
  test(`axe finds nothing on open menus, which fit into ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/search?q=sea&count=10");
    // The palette replaces this menu on wide screens.
    for (const menu of width < 1000 ? ["Size", "Colour", "Host"] : ["Size", "Host"]) {
      await page.getByRole("button", { name: menu, exact: true }).click();
      const panel = page.getByRole("menu", { name: menu });
      await expect(panel).toBeVisible();
      await expectAccessible(page, "[role=menu]:popover-open");
      const box = await panel.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect(Math.floor((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(width);
      await page.keyboard.press("Escape");
    }
    await ready(page);
    await page.locator("[data-image-id] [aria-haspopup]").first().press("Enter");
    // As it opens, the menu takes the focus.
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.getByRole("menuitem", { name: "Report" }).press("Enter");
    await expect(page.getByRole("radio", { name: "Not safe for strict search" })).toBeFocused();
    await expectAccessible(page, ":popover-open");
  });
}

test("axe finds nothing on the palette, before and after its code is loaded", async ({ page }) => {
  const scripts = /_next\/static\/.*\.js/;
  // Its code loads as soon as the browser is idle.
  await page.route(scripts, () => {});
  await page.goto("/search?q=sea&colour=blue&colour=teal", { waitUntil: "commit" });
  await expect(page.getByRole("link", { name: /^Blue \d+$/ })).toBeVisible();
  await expectAccessible(page, "main");
  await page.unroute(scripts);
  await page.reload();
  await expect(page.getByRole("option", { name: "Blue", selected: true })).toBeVisible();
  await expectAccessible(page, "main");
});

test("axe finds nothing on an image, its lightbox and a comparison", async ({ page }) => {
  await page.goto("/search?q=mountain&count=10");
  await page.locator("[data-image-id] > [type=checkbox]").first().check();
  await page.locator("[data-image-id] > [type=checkbox]").nth(1).check();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Compare" })).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await page.locator("[data-image-id] > a").nth(2).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/Licence as stated/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page, "dialog[open]");
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoViolations(page, "dialog[open]", "light");
  await page.getByRole("button", { name: "Crop, or copy HTML" }).click();
  const cropping = page.getByRole("dialog", { name: "Crop, or copy HTML" });
  await cropping.getByRole("combobox", { name: "Slot" }).selectOption("Hero 1600 × 900");
  await expect(cropping.getByRole("application")).toBeVisible();
  await expectAccessible(page, "dialog[data-wide]");
});

test("axe finds nothing on a collection's check, its shared page, and the dialog that saves it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/collections");
  // The page has opened the database.
  await expect(page.getByText("No collections yet")).toBeVisible();
  await page.evaluate(fillCollection, { id: "coast", name: "Coast", count: 6 });
  await page.goto("/collections/coast");
  // Simulates answers: the hosts of the demo collection never lose an image.
  await page.route("**/api/still-there", async (route) => {
    const response = await route.fetch();
    const { images } = await response.json();
    await route.fulfill({
      json: { images: [{ ...images[0], state: "gone" }, ...images.slice(1)] },
    });
  });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Check that the images are still online" }).click();
  await expect(page.getByText("5 images are still there.")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page, "dialog[open]");
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoViolations(page, "dialog[open]", "light");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share as link" }).click();
  await expect(page.getByText("Link copied.")).not.toHaveCount(0);
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.getByText("6 images")).toBeVisible();
  // The page has only the tiles near the viewport.
  await expect(page.locator("[data-image-id]")).not.toHaveCount(0);
  await expectAccessible(page);
  expect(await overflowPx(page)).toBe(0);
  await page.getByRole("button", { name: "Save to my collections" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await expectAccessible(page, "dialog[open]");
});

test("axe finds nothing on the filter sheet and the keyboard shortcuts", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/search?q=mountain");
  await ready(page);
  await page.getByRole("button", { name: "Filters" }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("at 400 % zoom everything is visible without horizontal scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of Object.values(SCREENS)) {
    await page.goto(address);
    expect([address, await overflowPx(page)]).toEqual([address, 0]);
  }
});

test("every target is 44 px high, unless it is in a line of text", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/search?q=mountain&transparent=true");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, summary, select")]
      .filter((element) => element.checkVisibility() && element.textContent !== "Skip to results")
      .filter((element) => {
        const after = getComputedStyle(element, "::after");
        const extra =
          after.content === "none" ? 0 : -parseFloat(after.top) - parseFloat(after.bottom);
        return element.getBoundingClientRect().height + (Number.isNaN(extra) ? 0 : extra) < 43.5;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(small).toEqual([]);
});

test("the chosen theme is remembered and applied from the first byte", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const response = await page.goto("/search?q=mountain");
  expect(await response?.text()).toContain('data-theme="dark"');
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("radio", { name: "Match system" }).check();
  await page.reload();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
});
