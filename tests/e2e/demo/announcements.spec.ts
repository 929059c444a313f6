import { expect, type Page, test } from "@playwright/test";
import { expectHeard, listen } from "../support/heard";
import { ready } from "../support/ready";

/** Ten journeys of a person with a screen reader, as what is heard. */

const FIRST = 'link "Swimming sea turtle above a coral reef in blue water"';
const SECOND = "Swimming sea turtle among tall seaweed in a green sea";

test.beforeEach(async ({ page }) => {
  await listen(page);
  // As in a browser without it: the dialog of the system cannot be driven.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "showSaveFilePicker");
  });
});

/** Opens the answer for "sea", with the focus on its first image. */
async function onFirstImage(page: Page): Promise<void> {
  await page.goto("/search?q=sea");
  await ready(page);
  await page.locator("[data-image-id] > a").first().focus();
  await expectHeard(page, [FIRST]);
}

test("a search from the home page", async ({ page }) => {
  await page.goto("/");
  await ready(page);
  await page.getByRole("searchbox").focus();
  await expectHeard(page, ['searchbox "Search images"']);
  // At once: on a slow machine, a pause between two letters has suggestions of its own.
  await page.keyboard.insertText("sea");
  await expectHeard(page, [/^\d+ suggestions\. Press Down/, 'searchbox "Search images": sea']);
  await page.keyboard.press("Enter");
  await page.locator("[data-image-id]").first().waitFor();
  await expectHeard(page, ["First 24 images for “sea”", 'searchbox "Search images": sea']);
});

test("an answer is refined", async ({ page }) => {
  await onFirstImage(page);
  await page.getByRole("button", { name: "Orientation" }).focus();
  await page.keyboard.press("ArrowDown");
  await expectHeard(page, ['menuitemradio "Any orientation" [checked]']);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectHeard(page, ["12 of 24 images shown", /button "Orientation: Landscape"/]);
});

test("the lightbox is opened, moved and closed", async ({ page }) => {
  await onFirstImage(page);
  await page.keyboard.press("Enter");
  await expectHeard(page, [/^dialog Swimming sea turtle above/, /^link "Close"/]);
  await page.keyboard.press("ArrowRight");
  await expectHeard(page, [`2 of 24: ${SECOND}`, /^link "Close"/]);
  await page.keyboard.press("Escape");
  await expectHeard(page, [`link "${SECOND}"`]);
});

test("an image is selected, and the selection is cleared and restored", async ({ page }) => {
  await onFirstImage(page);
  await page.keyboard.press("x");
  await expectHeard(page, ["1 selected", FIRST]);
  await page.keyboard.press("Escape");
  await expectHeard(page, ["Selection cleared", FIRST]);
  await page.keyboard.press("Control+z");
  await expectHeard(page, ["1 selected", "Undone: Selection cleared", FIRST]);
});

test("an image is saved to a collection, and that is undone", async ({ page }) => {
  await onFirstImage(page);
  await page.keyboard.press("s");
  await expectHeard(page, ["dialog Save 1 image", 'textbox "New collection"']);
  await page.keyboard.type("Tower book");
  await page.keyboard.press("Enter");
  await expectHeard(page, ["Saved to “Tower book”", FIRST]);
  await page.keyboard.press("Control+z");
  await expectHeard(page, ["Undone: Saved to “Tower book”", FIRST]);
});

test("a credit is copied", async ({ page }) => {
  await onFirstImage(page);
  await page.keyboard.press("c");
  await expectHeard(page, ["Credit copied", FIRST]);
});

test("a ZIP is made", async ({ page }) => {
  await onFirstImage(page);
  await page.keyboard.press("Shift+D");
  await expectHeard(page, ["dialog Export 1 image", /^button "ZIP with originals/]);
  await page.keyboard.press("Enter");
  await expectHeard(page, ["Exported 1 image.", 'button "Export again"']);
});

test("a filter that cannot be used", async ({ page }) => {
  await onFirstImage(page);
  await page.getByLabel("Only from this site").fill("two words");
  await page.keyboard.press("Enter");
  await expectHeard(page, [
    "This isn’t a host name. Enter one like example.com.",
    'textbox "Only from this site" [invalid]',
  ]);
});

test("a search that finds nothing", async ({ page }) => {
  await onFirstImage(page);
  await page.getByRole("searchbox").fill("qzxwv plonk");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /No images/ }).waitFor();
  await expectHeard(page, [/No images for “qzxwv plonk”/, /searchbox/]);
});

test("a sign-in that fails", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("unknown@example.com");
  await page.getByLabel("Password").fill("wrong wrong wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The e-mail or the password is wrong.").waitFor();
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    "The e-mail or the password is wrong.",
  );
});
