import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { PHOTOGRAPHS, photographPath } from "../../support/pictures/photographs";
import { findViolations } from "../support/axe";
import { type Installation, startInstallation } from "../support/installation";
import { unexpectedShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";

/** A day with one picture, a day that continues on the second page, a year, and no date. */
const DATES = [
  "2025-07-12T18:30:00",
  ...Array<string>(49).fill("2025-07-11T09:00:00"),
  ...["1952", null],
];
const ADDRESS = "/library?order=taken";

const temporary = mkdtempSync(join(tmpdir(), "vitrine-dates-"));
let installation: Installation;

// Starts its installation once.
test.describe.configure({ mode: "default" });
test.beforeAll(async ({ request }) => {
  const folder = join(temporary, "Photographs");
  mkdirSync(folder);
  for (const [i, date] of DATES.entries()) {
    const picture = sharp(photographPath(PHOTOGRAPHS[i % PHOTOGRAPHS.length] ?? PHOTOGRAPHS[0]));
    if (date !== null) picture.withXmp(xmpOf(date));
    await picture.resize({ width: 240 }).toFile(join(folder, `IMG_${1000 + i}.jpg`));
  }
  installation = await startInstallation({ VITRINE_LIBRARY_DIRS: folder });
  const pictureCount = async () =>
    (await (await request.get(`${installation.address}/api/service`)).json()).pictureCount;
  await expect.poll(pictureCount).toBe(DATES.length);
});
test.afterAll(async () => {
  await installation?.stop();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

const xmpOf = (date: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
      photoshop:DateCreated="${date}"/></rdf:RDF></x:xmpmeta>`;

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "with" : "without";
  test(`pictures are listed under their dates, page by page, ${scripts} scripts`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${installation.address}/library?colour=grey`);
    await page.getByRole("link", { name: "Date taken" }).click();
    await expect(page).toHaveURL(/\/library\?order=taken&colour=grey$/);
    await page.goto(installation.address + ADDRESS);
    const items = page.getByRole("list", { name: "Images" }).getByRole("listitem");
    await expect(items.nth(0)).toHaveText(/^Saturday,? 12 July 2025$/);
    await expect(items.nth(1)).toContainText("IMG_1000.jpg");
    await expect(items.nth(2)).toHaveText(/^Friday,? 11 July 2025$/);
    await expect(page.locator("[data-image-id]")).toHaveCount(48);
    await page.getByRole("link", { name: "Next page" }).click();
    const headings = page.getByRole("heading", { level: 2 });
    await expect(headings).toHaveText([/^Friday,? 11 July 2025$/, "1952", "No date"]);
    await expect(page.locator("[data-image-id]")).toHaveCount(4);
    await context.close();
  });
}

test("keys and selections pass the headings of dates, and nothing moves", async ({ page }) => {
  await watchLayoutShifts(page);
  await page.goto(installation.address + ADDRESS);
  await ready(page);
  const tiles = page.locator("[data-image-id]");
  const pictures = tiles.locator("> a");
  await pictures.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(pictures.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(pictures.first()).toBeFocused();

  // Drags from beside a heading, where nothing else is, over the first picture of its day.
  const heading = await page.getByRole("heading", { level: 2 }).nth(1).boundingBox();
  const second = await pictures.nth(1).boundingBox();
  if (heading === null || second === null) throw new Error("no picture");
  await page.mouse.move(heading.x + heading.width + 40, heading.y + heading.height / 2);
  await page.mouse.down();
  await page.mouse.move(second.x + 60, second.y + 20);
  await page.mouse.move(second.x + 20, second.y + 40);
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("1 selected");
  await page.mouse.up();
  const boxes = tiles.locator("> [type=checkbox]");
  await expect(boxes.nth(1)).toBeChecked();
  await boxes.nth(0).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("2 selected");
  expect(await unexpectedShifts(page)).toEqual([]);
});

test("axe finds nothing on the dates, which fit every width", async ({ page }) => {
  await page.goto(installation.address + ADDRESS);
  await ready(page);
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findViolations(page)).toEqual([]);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect([width, scrollWidth]).toEqual([width, clientWidth]);
  }
});
