import { writeFileSync } from "node:fs";
import { unzip } from "../support/files/unzip";
import { expect, test } from "./support/journey";

/* Each journey continues where the previous one ended. */
test.describe.configure({ mode: "serial" });

const BOX = "[data-image-id] > [type=checkbox]";
const PICTURE = "[data-image-id] > a";

let collection: string;
let saved: string[];

test("selected images are saved to a new collection", async ({ visitor }) => {
  await visitor.open("/search?q=sea");
  saved = (await visitor.images()).slice(0, 3);
  for (const index of [0, 1, 2]) {
    await visitor.hover(PICTURE, null, index);
    await visitor.click(BOX, null, index);
  }
  await visitor.sees("3 selected");
  await visitor.click("button", "Save to collection");
  await visitor.sees("New collection");
  await visitor.fill("dialog input", null, "Coast");
  await visitor.click("dialog button[type=submit]", "Save");
  await visitor.click("a", "Open");
  await visitor.arrives(/^\/collections\/.+/);
  await visitor.sees("3 images");
  collection = await visitor.read(() => location.pathname);
  expect(await visitor.images()).toEqual(saved);
});

test.describe("later", () => {
  test.use({ isFresh: false });

  test("an image moves by its handle, and Ctrl+Z returns it", async ({ visitor }) => {
    await visitor.open(collection);
    await visitor.focus("[data-image-id] [aria-haspopup]");
    await visitor.press("ArrowRight");
    await visitor.sees("Moved to position 2 of 3.");
    const [first, second, third] = saved;
    await expect.poll(() => visitor.images()).toEqual([second, first, third]);
    await visitor.press("Control+z");
    await expect.poll(() => visitor.images()).toEqual(saved);
    await visitor.open(collection);
    await expect.poll(() => visitor.images()).toEqual(saved);
  });

  test("a note is written at an image, and stays", async ({ visitor }) => {
    await visitor.open(collection);
    await visitor.hover(PICTURE);
    await visitor.click("[data-note]", "Add a note");
    await visitor.until(() => document.activeElement instanceof HTMLTextAreaElement);
    await visitor.type("for the cover");
    await visitor.press("Enter");
    await visitor.sees("for the cover");
    await visitor.open(collection);
    await visitor.sees("for the cover");
  });

  test("a removed image returns with Undo", async ({ visitor }) => {
    await visitor.open(collection);
    await visitor.focus(PICTURE);
    await visitor.press("Delete");
    await expect.poll(() => visitor.images()).toEqual(saved.slice(1));
    await visitor.click("button", "Undo");
    await expect.poll(() => visitor.images()).toEqual(saved);
  });

  test("a link with the collection is copied, and opens it", async ({ visitor }) => {
    await visitor.open(collection);
    await visitor.click("button", "Share as link");
    await visitor.sees("Link copied.");
    const link = await visitor.pasted();
    await visitor.goTo(link);
    await visitor.untilReady();
    await visitor.sees("Shared with you, not saved in this browser");
    await expect.poll(() => visitor.images()).toEqual(saved);
  });

  test("the originals come as a ZIP", async ({ visitor }) => {
    await visitor.open(collection);
    await visitor.read(() => {
      // It would open a dialog of the system, which a driver cannot answer.
      Reflect.deleteProperty(window, "showSaveFilePicker");
    });
    await visitor.click("button", "Export");
    await visitor.click("dialog button", /^ZIP with originals/);
    await visitor.sees("Exported 3 images.");
    const files = await unzip(new Uint8Array(await visitor.downloaded(/^coast\.zip$/)));
    const originals = [...files.keys()].filter((name) => name.startsWith("originals/"));
    expect(originals).toHaveLength(3);
  });

  test("an exported file is imported in another browser", async ({ visitor }, testInfo) => {
    await visitor.open(collection);
    await visitor.click("button", "Export");
    await visitor.click("dialog button", /JSON/);
    const file = testInfo.outputPath("coast.json");
    writeFileSync(file, await visitor.downloaded(/^coast\.json$/));
    await visitor.open("/collections");
    await visitor.setFile("input[type=file]", file);
    await visitor.sees("Save 3 images");
    await visitor.fill("dialog input", null, "Imported");
    await visitor.click("dialog button[type=submit]", "Save");
    await visitor.click("a", "Open");
    await visitor.arrives(/^\/collections\/.+/);
    await expect.poll(() => visitor.images()).toEqual(saved);
    await visitor.sees("for the cover");
  });
});
