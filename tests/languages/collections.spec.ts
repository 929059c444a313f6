import { readFileSync } from "node:fs";
import { unzip } from "../support/files/unzip";
import {
  barOf,
  button,
  expect,
  namesOn,
  ready,
  saveAsCoast,
  select,
  test,
  tilesOf,
} from "./support/journey";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const clipboard = (page: Parameters<typeof namesOn>[0]) =>
  page.evaluate(() => navigator.clipboard.readText());

test("images are saved, and Undo removes them", async ({ page, t, look }) => {
  await select(page, t, 3);
  await button(barOf(page, t), t("image-action.save")).click();
  const dialog = page.getByRole("dialog", { name: t("save.title", { count: 3 }) });
  await button(dialog, t("save.save")).click();
  await expect(dialog.getByText(t("save.nameMissing"))).toBeVisible();
  await look("save");
  await dialog.getByLabel(t("save.new"), { exact: true }).fill("Coast");
  await page.keyboard.press("Enter");
  const saved = t("save.saved", { count: 3, name: "Coast" });
  await expect(page.getByText(saved, { exact: true }).first()).toBeVisible();
  // Under the mouse, a toast stays.
  await button(page, t("save.undo")).hover();
  await look("saved");
  await button(page, t("save.undo")).click();
  await expect(
    page.getByText(t("save.undone", { text: saved }), { exact: true }).first(),
  ).toBeVisible();
  await page.goto("/collections");
  await expect(page.getByRole("heading", { name: t("collections.emptyTitle") })).toBeVisible();
  await look("no-collections");
});

test("a collection is ordered, noted, renamed, and a removed image returns", async ({
  page,
  tag,
  t,
  look,
}) => {
  const [first = "", second = "", third = ""] = await saveAsCoast(page, t);
  await look("collection");
  await tilesOf(page)
    .first()
    .getByRole("button", { name: t("collections.grip", { name: first }) })
    .focus();
  // As wide as the row, the next image is on the left in Arabic.
  await page.keyboard.press(tag === "ar" ? "ArrowLeft" : "ArrowRight");
  await expect.poll(() => namesOn(page)).toEqual([second, first, third]);
  await expect(
    page.getByText(t("collections.moved", { rank: 2, count: 3 }), { exact: true }).first(),
  ).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(() => namesOn(page)).toEqual([first, second, third]);

  await tilesOf(page).first().hover();
  await button(tilesOf(page).first(), t("collections.addNote")).click();
  const field = page.getByLabel(t("collections.note", { name: first }), { exact: true });
  await field.fill("for the cover");
  await field.press("Enter");
  await expect(page.getByText(t("collections.notes", { count: 1 }), { exact: true })).toBeVisible();

  await button(page, t("collections.more")).click();
  await look("collection-menu");
  await page.getByRole("menuitem", { name: t("collections.rename"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("collections.renameTitle") });
  await dialog.getByLabel(t("collections.name"), { exact: true }).fill("Harbours");
  await look("rename");
  await button(dialog, t("collections.save")).click();
  await expect(page.getByRole("heading", { name: "Harbours" })).toBeVisible();

  await tilesOf(page).first().locator("> a").focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => namesOn(page)).toEqual([second, third]);
  await expect(
    page.getByText(t("collections.removed", { name: first }), { exact: true }).first(),
  ).toBeVisible();
  await button(page, t("save.undo")).hover();
  await look("removed");
  await button(page, t("save.undo")).click();
  await expect.poll(() => namesOn(page)).toEqual([first, second, third]);
  await page.goto("/collections");
  await expect(page.getByText("Harbours").first()).toBeVisible();
  await look("collections");
});

test("a collection as a link: opened, and saved", async ({ page, t, look }) => {
  const names = await saveAsCoast(page, t);
  await button(page, t("collections.share")).click();
  await expect(page.getByText(t("collections.shareCopied")).first()).toBeVisible();
  await page.goto(await clipboard(page));
  await expect(page.getByText(t("collections.sharedNotSaved"))).toBeVisible();
  await expect.poll(() => namesOn(page)).toEqual(names);
  await ready(page);
  await look("shared");
  await button(page, t("collections.saveShared")).click();
  await page.getByRole("dialog").getByLabel(t("save.new"), { exact: true }).fill("Received");
  await button(page.getByRole("dialog"), t("save.save")).click();
  await page.getByRole("link", { name: t("save.open"), exact: true }).click();
  await expect(page.getByRole("heading", { name: "Received" })).toBeVisible();
  await expect.poll(() => namesOn(page)).toEqual(names);
});

test("credits and exports are in the language", async ({ page, t, look }) => {
  // Playwright cannot answer the browser's file dialog; without that, the page downloads the file.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  const names = await select(page, t, 2);
  const bar = barOf(page, t);
  const dialog = page.getByRole("dialog");
  // All images of the demo collection state this licence.
  const rights = t("credit.licence", { licence: "CC0" });
  const stated = rights.slice(0, rights.indexOf("CC0") + 3);

  if (await button(bar, t("image-action.creditFormats")).isVisible()) {
    await button(bar, t("image-action.creditFormats")).click();
  } else {
    await button(bar, t("selection.more")).click();
    await page
      .getByRole("menuitem", { name: t("image-action.creditFormats"), exact: true })
      .click();
  }
  await expect(dialog).toHaveAccessibleName(t("credit-dialog.title", { count: 2 }));
  await look("credits");
  await button(dialog, t("credit-dialog.copy")).click();
  await expect(button(dialog, t("credit-dialog.copied"))).toBeVisible();
  const copied = await clipboard(page);
  for (const name of names) expect(copied).toContain(name);
  expect(copied.split(stated)).toHaveLength(3);
  await page.keyboard.press("Escape");

  await button(bar, t("image-action.export")).click();
  await expect(dialog).toHaveAccessibleName(t("export.title", { count: 2 }));
  await look("export");
  const exported = async (format: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog
        .getByRole("button")
        .filter({ hasText: t(`export.${format}`) })
        .click(),
    ]);
    await expect(dialog.getByText(t("export.saved", { count: 2 }), { exact: true })).toBeVisible();
    return readFileSync(await download.path());
  };
  const zip = await unzip(await exported("zip"));
  await look("exported");
  expect(zip.get("CREDITS.txt")?.toString()).toContain(stated);
  await button(dialog, t("export.back")).click();
  const csv = (await exported("csv")).toString();
  for (const name of names) expect(csv).toContain(name);
  expect(csv).toContain(stated);
});
