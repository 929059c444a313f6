import { expect, type Page, test } from "@playwright/test";
import { layoutShifts, watchLayoutShifts } from "../e2e/support/layout-shifts";
import { signInAsOperator } from "../e2e/support/operator-session";
import { fillCollection } from "../support/fill-collection";

const WIDTHS = [360, 768, 1280, 1920];
const THEMES = ["light", "dark"] as const;

const DEMO = "http://localhost:3100";
const LIBRARY = "http://localhost:3101";
const REMOTE = "http://localhost:3102";
const PSEUDO = "http://localhost:3104";

/**
 * Every screen that a URL leads to. The same names in a checkout of another version give the other
 * half of a pair.
 */
const SCREENS: Record<string, string> = {
  home: `${DEMO}/`,
  "home-library": `${LIBRARY}/`,
  "home-remote": `${REMOTE}/`,
  browse: `${DEMO}/library`,
  "browse-blue": `${DEMO}/library?colour=blue`,
  results: `${DEMO}/search?q=sea`,
  image: `${DEMO}/search?q=sea&image=BS6VWAxN0dcYn3E1WryyiA`,
  "pseudo-image": `${PSEUDO}/search?q=sea&image=BS6VWAxN0dcYn3E1WryyiA`,
  refined: `${DEMO}/search?q=sea&count=50&orientation=landscape&colour=teal`,
  sorted: `${DEMO}/search?q=city&count=50&sort=colour`,
  "nothing-fits": `${DEMO}/search?q=sea&host=nowhere.example`,
  filtered: `${DEMO}/search?q=moon&count=50&transparent=true&site=harbourlight.localhost&safesearch=moderate`,
  "one-result": `${DEMO}/search?q=koi+lotus`,
  "cut-outs": `${DEMO}/search?q=leaf`,
  empty: `${DEMO}/search?q=qwrtzp`,
  "empty-on-site": `${DEMO}/search?q=sea&site=nowhere.example`,
  unreadable: `${DEMO}/search?q=sea&count=lots&site=not+a+host`,
  picture: `${DEMO}/library/8acc3b00808b9bfcb2a0248d`,
  "collections-none": `${DEMO}/collections`,
  "collection-missing": `${DEMO}/collections/unknown`,
  "shared-broken": `${DEMO}/collections/shared`,
  docs: `${DEMO}/v1/docs`,
  settings: `${DEMO}/settings`,
  "pseudo-settings": `${PSEUDO}/settings`,
  "sign-in": `${DEMO}/sign-in`,
  "sign-in-refused": `${DEMO}/sign-in?problem=wrong`,
  "invitation-over": `${DEMO}/invitation/used`,
  "not-found": `${DEMO}/nowhere`,
  "pseudo-sign-in": `${PSEUDO}/sign-in`,
  "library-newest": `${DEMO}/library`,
  "library-home": `${LIBRARY}/`,
  "library-folders": `${LIBRARY}/library`,
  library: `${LIBRARY}/search?q=boats`,
  "remote-home": `${REMOTE}/`,
  remote: `${REMOTE}/search?q=sea`,
  failure: `${REMOTE}/search?q=broken+inside`,
  "pseudo-home": `${PSEUDO}/`,
  "pseudo-library": `${PSEUDO}/library`,
  "pseudo-results": `${PSEUDO}/search?q=sea`,
  "pseudo-picture": `${PSEUDO}/library/8acc3b00808b9bfcb2a0248d`,
  "pseudo-empty": `${PSEUDO}/search?q=sea&site=nowhere.example`,
  "pseudo-unreadable": `${PSEUDO}/search?q=sea&count=lots`,
};

/** Screens of an operator who has just joined; each installation by the name of its data folder. */
const SIGNED_IN: Record<string, { installation: string; address: string; path: string }> = {
  account: { installation: "demo", address: DEMO, path: "/account" },
  console: { installation: "demo", address: DEMO, path: "/console" },
  "console-accounts": { installation: "demo", address: DEMO, path: "/console/accounts" },
  "console-keys": { installation: "demo", address: DEMO, path: "/console/keys" },
  "console-library": { installation: "library", address: LIBRARY, path: "/console/library" },
  "console-thumbnails": { installation: "library", address: LIBRARY, path: "/console/thumbnails" },
  "console-reports": { installation: "demo", address: DEMO, path: "/console/reports" },
  "console-audit": { installation: "demo", address: DEMO, path: "/console/audit?verify=1" },
  "console-remote": { installation: "remote", address: REMOTE, path: "/console" },
};

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

/** Selects images by their boxes, which count from before the code of the selection has loaded. */
async function select(page: Page, ranks: readonly number[]): Promise<void> {
  const boxes = page.locator("[data-image-id] > [type=checkbox]");
  for (const rank of ranks) await boxes.nth(rank).check();
  await expect(page.locator("section:has(#selection-more)")).toBeVisible();
}

for (const [name, address] of Object.entries(SCREENS)) {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      test(`${name} at ${width} px, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        await watchLayoutShifts(page);
        await open(page, address);
        await page.screenshot({
          path: `test-results/screens/${name}-${width}-${colorScheme}.png`,
        });
        await expect(page.locator("h1")).toHaveCount(1);
        expect(await layoutShifts(page)).toEqual([]);
      });
    }
  }
}

for (const [name, { installation, address, path }] of Object.entries(SIGNED_IN)) {
  test(`${name} at every width, light and dark`, async ({ context }) => {
    await signInAsOperator(context, {
      dataDir: `test-results/installations/${installation}`,
      address,
    });
    const page = await context.newPage();
    for (const width of WIDTHS) {
      for (const colorScheme of THEMES) {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        await open(page, `${address}${path}`);
        await page.screenshot({
          path: `test-results/screens/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
        await expect(page.locator("h1")).toHaveCount(1);
      }
    }
  });
}

for (const count of [2, 3, 4]) {
  test(`${count} images side by side at every width, light and dark`, async ({ page }) => {
    await open(page, `${DEMO}/search?q=sea`);
    await select(page, [...Array(count).keys()]);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Compare" })).toBeVisible();
    for (const width of WIDTHS) {
      for (const colorScheme of THEMES) {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        await page.waitForLoadState("networkidle");
        await page.screenshot({
          path: `test-results/screens/compare-${count}-${width}-${colorScheme}.png`,
        });
      }
    }
  });
}

for (const [name, address] of Object.entries({ collection: DEMO, "pseudo-collection": PSEUDO })) {
  test(`${name} at every width, light and dark`, async ({ page }) => {
    await open(page, `${address}/collections`);
    await page.evaluate(fillCollection, { id: "coast", name: "Coast, spring issue", count: 30 });
    await page.evaluate(fillCollection, { id: "covers", name: "Winter covers", count: 2 });
    for (const width of WIDTHS) {
      for (const colorScheme of THEMES) {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        const shoot = (state: string) =>
          page.screenshot({
            path: `test-results/screens/${name}${state}-${width}-${colorScheme}.png`,
          });
        await open(page, `${address}/collections`);
        await shoot("s");
        await open(page, `${address}/collections/coast`);
        await shoot("");
        await page.locator("[data-image-id] > [type=checkbox]").nth(1).click();
        await expect(page.locator("[data-image-id] > :checked")).toHaveCount(1);
        await shoot("-selected");
        await open(page, `${address}/`);
        await shoot("-home");
        await expect(page.locator("h1")).toHaveCount(1);
      }
    }
  });
}

for (const menu of ["Orientation", "Size", "Colour", "Host", "Relevance"]) {
  // The palette replaces this menu on wide screens.
  for (const width of menu === "Colour" ? [360] : [360, 1280]) {
    for (const colorScheme of THEMES) {
      test(`the menu ${menu} at ${width} px, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        await open(page, `${DEMO}/search?q=sea&count=50`);
        await page.getByRole("button", { name: menu, exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
        const name = menu.toLowerCase().replace(" ", "-");
        await page.screenshot({
          path: `test-results/screens/menu-${name}-${width}-${colorScheme}.png`,
        });
      });
    }
  }
}

for (const [name, address] of Object.entries({
  selection: `${DEMO}/search?q=sea`,
  "pseudo-selection": `${PSEUDO}/search?q=sea`,
})) {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      test(`${name} at ${width} px, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        await open(page, address);
        await select(page, [0, 1, 3]);
        await page.screenshot({
          path: `test-results/screens/${name}-${width}-${colorScheme}.png`,
        });
      });
    }
  }
}

for (const [locale, address] of Object.entries({
  "": `${DEMO}/search?q=sea`,
  "pseudo-": `${PSEUDO}/search?q=sea`,
})) {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      test(`${locale}credits and export at ${width} px, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
        await page.emulateMedia({ colorScheme });
        await open(page, address);
        await select(page, [0, 1, 3]);
        const actions = page.locator("section:has(#selection-more) > button:not([popovertarget])");
        const dialog = page.getByRole("dialog");
        const capture = (name: string) =>
          page.screenshot({
            path: `test-results/screens/${locale}${name}-${width}-${colorScheme}.png`,
          });
        await actions.nth(1).click();
        await expect(dialog.getByRole("combobox")).toBeFocused();
        await capture("credits");
        await dialog.getByRole("combobox").selectOption("template");
        await dialog.getByRole("textbox").fill("{name} by {maker}");
        await capture("credits-template");
        await page.keyboard.press("Escape");
        await actions.nth(2).click();
        await expect(dialog.getByRole("listitem")).toHaveCount(5);
        await capture("export");
        // The third of the list needs nothing from the server.
        await dialog.getByRole("listitem").nth(2).getByRole("button").click();
        await expect(dialog.getByRole("listitem")).toHaveCount(0);
        await capture("exported");
      });
    }
  }
}

for (const colorScheme of THEMES) {
  test(`the README's picture, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, `${DEMO}/search?q=evening&count=50`);
    await page.screenshot({
      path: `docs/screens/results-1280-${colorScheme}.jpg`,
      type: "jpeg",
      quality: 82,
    });
    await expect(page.locator("h1")).toHaveCount(1);
  });
}
