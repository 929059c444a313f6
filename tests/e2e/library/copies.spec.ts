import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { copyPhotographs, photographPath } from "../../support/pictures/photographs";
import { findViolations } from "../support/axe";
import { type Installation, startInstallation } from "../support/installation";

const WIDTHS_PX = [120, 200, 320];

const temporary = mkdtempSync(join(tmpdir(), "vitrine-copies-"));
let installation: Installation;

// Starts its installation once.
test.describe.configure({ mode: "default" });
test.beforeAll(async ({ request }) => {
  const folder = join(temporary, "Photographs");
  copyPhotographs(folder);
  const sizes = join(folder, "smaller sizes for pages with little room");
  mkdirSync(sizes);
  for (const width of WIDTHS_PX) {
    const file = join(sizes, `nagasaki-${width}.webp`);
    await sharp(photographPath("nagasaki-boats")).resize({ width }).toFile(file);
  }
  installation = await startInstallation({ VITRINE_LIBRARY_DIRS: folder });
  const pictureCount = async () =>
    (await (await request.get(`${installation.address}/api/service`)).json()).pictureCount;
  await expect.poll(pictureCount).toBe(9 + WIDTHS_PX.length);
});
test.afterAll(async () => {
  await installation?.stop();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

for (const width of [360, 1280]) {
  test(`copies are one result, and its page lists them, at ${width} px`, async ({ browser }) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ viewport, hasTouch: width < 768 });
    const page = await context.newPage();
    await page.goto(`${installation.address}/search?q=nagasaki`);
    await expect(page.locator("[data-image-id] img")).toHaveCount(1);
    const opener = page.getByRole("link", { name: "4 sizes" });
    expect(await findViolations(page)).toEqual([]);
    if (width < 768) await opener.tap();
    else {
      await opener.focus();
      await page.keyboard.press("Enter");
    }
    await expect(page).toHaveURL(/\/library\/\w+\?q=nagasaki#copies$/);
    const copies = page.getByRole("region", { name: "Copies" });
    await expect(copies.getByRole("listitem")).toHaveCount(4);
    await expect(copies.getByRole("listitem").last()).toContainText(/^120 × \d+, WEBP/);
    expect(await findViolations(page)).toEqual([]);
    await copies.getByRole("link").last().click();
    await expect(page.getByRole("main").locator("img")).toHaveAttribute("width", "120");
    await page.getByRole("link", { name: "All results for “nagasaki”" }).click();
    await expect(page.locator("[data-image-id] img")).toHaveCount(1);
    await context.close();
  });
}
