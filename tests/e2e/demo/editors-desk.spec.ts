import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { unzip } from "../../support/files/unzip";
import { startInstallation } from "../support/installation";
import { ready } from "../support/ready";

const run = promisify(execFile);

test("an editor's work by keyboard alone: find, look, select, save, order, credit, export", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Playwright cannot answer the browser's file dialog; without that, the page downloads the file.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  const { keyboard } = page;

  // Search, and go to the seventh image.
  await page.goto("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await keyboard.type("sea");
  await keyboard.press("Enter");
  const tiles = page.locator("[data-image-id]");
  await expect(tiles).toHaveCount(24);
  // The tools of the images have loaded.
  await expect(page.getByRole("combobox", { name: "Slot" })).toBeVisible();
  const idOf = async (index: number) =>
    (await tiles.nth(index).getAttribute("data-image-id")) ?? "";
  const links = tiles.locator("> a");
  await tabTo(page, links.first());
  for (let rank = 1; rank < 7; rank++) await keyboard.press("ArrowRight");
  await expect(links.nth(6)).toBeFocused();

  // Open the image, move to the eighth, select that, and close.
  await keyboard.press("Enter");
  const lightbox = page.getByRole("dialog");
  await expect(lightbox).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`image=${await idOf(6)}`));
  await keyboard.press("ArrowRight");
  await expect(page).toHaveURL(new RegExp(`image=${await idOf(7)}`));
  await keyboard.press("x");
  await expect(lightbox.getByRole("button", { name: "Select", pressed: true })).toBeVisible();
  await keyboard.press("Escape");
  await expect(lightbox).toBeHidden();
  await expect(links.nth(7)).toBeFocused();
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("1 selected");

  // Select the range up to the tenth, and save it as a collection.
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await keyboard.press("Shift+X");
  await expect(bar).toContainText("3 selected");
  await keyboard.press("s");
  const save = page.getByRole("dialog", { name: "Save 3 images" });
  await expect(save.getByRole("textbox")).toBeFocused();
  await keyboard.type("Summer cover");
  await keyboard.press("Enter");
  await expect(save).toBeHidden();
  await expect(page.getByRole("link", { name: "Open", exact: true })).toBeVisible();
  await keyboard.press("o");

  // Save another one from the lightbox: one key, no dialog. Undo it: one more.
  await expect(page.getByRole("heading", { name: "Summer cover" })).toBeVisible();
  const collectionUrl = page.url();
  await page.goBack();
  await ready(page);
  await keyboard.press("Escape");
  await links.nth(1).focus();
  await keyboard.press("Enter");
  await expect(lightbox).toBeVisible();
  await expect(page.getByRole("link", { name: "Summer cover" })).toBeHidden();
  await keyboard.press("Shift+S");
  await expect(lightbox.getByText("Saved to “Summer cover”").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Summer cover" })).toBeVisible();
  await keyboard.press("Control+Z");
  await expect(page.getByRole("link", { name: "Summer cover" })).toBeHidden();
  await expect(lightbox).toBeVisible();
  await keyboard.press("Escape");
  // Closing goes back in the history, which would end another navigation.
  await expect(lightbox).toBeHidden();
  await page.goto(collectionUrl);

  // Move the first image to the end.
  await expect(page.getByRole("heading", { name: "Summer cover" })).toBeVisible();
  await expect(tiles).toHaveCount(3);
  const before = await shownIds(tiles);
  const firstHandle = tiles.first().getByRole("button", { name: /^Options: / });
  await tabTo(page, firstHandle);
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await expect.poll(() => shownIds(tiles)).toEqual([before[1], before[2], before[0]]);
  await expect.poll(() => page.evaluate(storedIds)).toEqual([before[1], before[2], before[0]]);
  await page.reload();
  await expect(tiles).toHaveCount(3);
  expect(await shownIds(tiles)).toEqual([before[1], before[2], before[0]]);

  // Copy all credits as HTML.
  await ready(page);
  await keyboard.press("Control+A");
  await expect(bar).toContainText("3 selected");
  await tabTo(page, bar.getByRole("button", { name: "Copy credits" }));
  await keyboard.press("Enter");
  const credits = page.getByRole("dialog", { name: "Credits of 3 images" });
  const format = credits.getByRole("combobox", { name: "Format" });
  await tabTo(page, format);
  // One letter: after a pause, the next one would begin another word.
  await keyboard.press("H");
  await expect(format).toHaveValue("html");
  await tabTo(page, credits.getByRole("button", { name: "Copy" }));
  await keyboard.press("Enter");
  await expect(credits.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.match(/<li>/g)).toHaveLength(3);
  expect(copied).toContain("CC0");
  await keyboard.press("Escape");

  // Export them as JSON, and the files that it names as a ZIP.
  await tabTo(page, bar.getByRole("button", { name: "Export" }));
  await keyboard.press("Enter");
  const json = await exported(page, /^Collection file/);
  await tabTo(page, page.getByRole("button", { name: "Export again" }));
  await keyboard.press("Enter");
  // With a crop of each for a slot.
  const slot = page.getByRole("combobox", { name: "Crops for a slot" });
  await tabTo(page, slot);
  await keyboard.press("A");
  await expect(slot).toHaveValue("avatar");
  const zip = await exported(page, /^ZIP with originals/);
  const crops = [...(await unzip(zip)).keys()].filter((path) => /^crops\/.*-400x400\./.test(path));
  expect(crops).toHaveLength(3);

  // Import them into the library of another installation, and find them there.
  const folder = mkdtempSync(join(tmpdir(), "vitrine-desk-"));
  const dataDir = join(folder, "data");
  try {
    for (const [path, content] of await unzip(zip)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const manifest = join(folder, "from-json.json");
    writeFileSync(manifest, json);
    const env = { ...process.env, VITRINE_DATA_DIR: dataDir, VITRINE_LOG_LEVEL: "silent" };
    const program = ".programs/library.mjs";
    await run(process.execPath, [program, "add", manifest], { env });
    const library = await startInstallation({}, dataDir);
    try {
      const { pictures } = JSON.parse(json.toString()) as { pictures: { name: string }[] };
      expect(pictures).toHaveLength(3);
      for (const { name } of pictures) {
        await page.goto(`${library.address}/search?q=${encodeURIComponent(name)}`);
        await expect(page.getByRole("img", { name, exact: true }).first()).toBeVisible();
      }
    } finally {
      await library.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

function shownIds(tiles: Locator): Promise<(string | null)[]> {
  return tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute("data-image-id")));
}

/** Runs in the page: returns the ids of the saved images of its only collection, in stored order. */
async function storedIds(): Promise<string[]> {
  const result = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((done) => {
      request.onsuccess = () => done(request.result);
    });
  const database = await result(indexedDB.open("vitrine.collections"));
  const images = database.transaction("images").objectStore("images").index("byPosition");
  const ids = (await result(images.getAll())).map(({ id }) => id);
  database.close();
  return ids;
}

/** Exports in the format of the button with this name; returns the file's bytes. */
async function exported(page: Page, format: RegExp): Promise<Buffer> {
  const button = page.getByRole("dialog").getByRole("button", { name: format });
  await tabTo(page, button);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.keyboard.press("Enter"),
  ]);
  await expect(page.getByRole("status").filter({ hasText: "Exported 3 images." })).toBeVisible();
  return readFileSync(await download.path());
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(element).toBeFocused();
}
