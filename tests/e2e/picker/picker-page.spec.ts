import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import Ajv2020 from "ajv/dist/2020.js";
import type { Picked, PickerCall } from "@/lib/contract/picker";
import { redirectedPicker } from "../../support/picker/redirected-picker";
import { fillCollection } from "../../support/pictures/fill-collection";
import { findViolations } from "../support/axe";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { callerPage, openPicker, received } from "./support/caller-page";
import { originOf } from "./support/programs";
import { serveProgram } from "./support/serve-program";

const CALLER = originOf("protocol");

const CALL: PickerCall = {
  callerName: "Example CMS",
  documentName: "Harbour guide",
  query: "sea",
  safesearch: "strict",
  slots: [
    { name: "hero", label: "Hero", width: 1200, height: 675 },
    { name: "square", label: "Square", width: 400, height: 400 },
  ],
};

// One program for all journeys of this file, at one port.
test.describe.configure({ mode: "default" });
let program: Awaited<ReturnType<typeof serveProgram>>;
test.beforeAll(async ({ baseURL }) => {
  program = await serveProgram("protocol", { "/index.html": callerPage(`${baseURL}`, CALL) });
});
test.afterAll(() => program.stop());

/** A page, or the picker's frame in it. */
type Place = Pick<Page, "getByRole" | "getByText" | "getByLabel" | "locator"> | FrameLocator;

const frameIn = (page: Page) => page.frameLocator("iframe");

/** Waits until the tiles state how they fit, and so choose images. */
async function untilReady(place: Place): Promise<void> {
  await expect(place.getByRole("list", { name: "Images", exact: true })).toBeVisible();
  await expect(place.getByText("Fits", { exact: true }).first()).toBeVisible();
}

/** Chooses the first image that fits the hero and another for the square, by their boxes. */
async function chooseTwo(place: Place): Promise<void> {
  const tiles = place.locator("#results > li");
  await tiles.filter({ hasText: "Fits" }).first().getByRole("checkbox").press(" ");
  await expect(place.getByText("1 of 2 chosen")).toBeVisible();
  const free = tiles.filter({ has: place.locator("input:visible:not(:checked)") });
  await free.first().getByRole("checkbox").press(" ");
  await expect(place.getByText("2 of 2 chosen")).toBeVisible();
}

async function expectValid(page: Page, images: readonly Picked[]): Promise<void> {
  const schema = await (await page.request.get("/picker/schema.json")).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(schema, "picker");
  for (const image of images) {
    ajv.validate("picker#/$defs/Picked", image);
    expect(ajv.errors).toBeNull();
  }
}

async function picked(page: Page): Promise<Picked[]> {
  await expect.poll(async () => (await received(page)).at(-1)?.type).toBe("vitrine-picker.picked");
  const last = (await received(page)).at(-1);
  return last?.type === "vitrine-picker.picked" ? last.images : [];
}

test("in a frame of another site: two images are chosen, cropped and described by keyboard", async ({
  page,
}) => {
  await page.goto(`${CALLER}/draft`);
  await openPicker(page, "frame");
  const picker = frameIn(page);
  await untilReady(picker);
  await expect(picker.getByText("Choose up to 2 images for “Harbour guide”")).toBeVisible();
  await expect(picker.getByText("Strict safe search, locked by Example CMS")).toBeVisible();

  // From the field to the tiles; X chooses.
  await expect(picker.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(picker.locator("#results a:focus")).toHaveCount(1);
  const focusedId = () => picker.locator("#results li:has(a:focus)").getAttribute("data-image-id");
  for (const count of ["1 of 2 chosen", "2 of 2 chosen"]) {
    const before = await focusedId();
    await page.keyboard.press("ArrowRight");
    await expect.poll(focusedId).not.toBe(before);
    await page.keyboard.press("x");
    await expect(picker.getByText(count)).toBeVisible();
  }

  // To the tray, which opens the crop and the texts.
  const hero = picker.getByRole("button", { name: /^Hero: / });
  await tabTo(page, () => hero.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("Enter");
  const dialog = picker.getByRole("dialog");
  const crop = dialog.getByRole("application", { name: "Crop for Hero" });
  await tabTo(page, () => crop.evaluate((element) => element === document.activeElement));
  for (const key of ["+", "+", "ArrowLeft", "ArrowLeft", "Shift+ArrowUp"]) {
    await page.keyboard.press(key);
  }
  const text = dialog.getByLabel("Alternative text");
  await tabTo(page, () => text.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Waves at the pier");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  const use = picker.getByRole("button", { name: "Use 2 images" });
  await tabTo(page, () => use.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("Enter");
  const images = await picked(page);
  await expectValid(page, images);
  expect(images.map(({ slot }) => slot)).toEqual(["hero", "square"]);
  const [first] = images;
  expect(first).toMatchObject({
    alternativeText: "Waves at the pier",
    provenance: { search: expect.stringContaining("q=sea"), service: "demo" },
  });
  expect(first?.proof).not.toBeNull();
  const { crop: its, width, height } = first as Picked;
  expect(its?.width).toBeLessThan(width as number);
  expect((its?.width as number) / (its?.height as number)).toBeCloseTo(16 / 9, 1);
  expect((its?.x as number) + (its?.width as number)).toBeLessThan(
    (width as number) / 2 + (its?.width as number) / 2,
  );
  expect((its?.y as number) + (its?.height as number)).toBeLessThanOrEqual(height as number);
  expect((await received(page)).map(({ type }) => type)).toEqual([
    "vitrine-picker.ready",
    "vitrine-picker.picked",
  ]);
});

/** Presses Tab until the condition holds. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) {
    await page.keyboard.press("Tab");
  }
  expect(await isThere()).toBe(true);
}

test("in a pop-up: images of a collection are chosen, and the pop-up closes", async ({ page }) => {
  await page.goto("/collections");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(fillCollection, { id: "harbour", name: "Harbour", count: 4 });
  await page.goto(`${CALLER}/draft`);
  const opening = page.waitForEvent("popup");
  await openPicker(page, "popup");
  const popup = await opening;
  await untilReady(popup);
  await popup.getByLabel("Images from").selectOption("Harbour");
  await expect(popup.getByRole("heading", { name: "Harbour" })).toBeVisible();
  await untilReady(popup);
  await chooseTwo(popup);
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Use 2 images" }).click();
  await closing;
  await expectValid(page, await picked(page));
});

test("by a redirect: the page of the program returns with the answer in its fragment", async ({
  page,
}) => {
  await page.goto(`${CALLER}/draft`);
  await openPicker(page, "redirect");
  await untilReady(page);
  // The server rendered them, unless the URL loosens safe search.
  const url = page.url().replace(/#.*/, "");
  expect(new URL(url).searchParams.get("q")).toBe("sea");
  expect(await (await page.request.get(url)).text()).toContain("data-image-id");
  const loose = await page.request.get(`${url}&safesearch=moderate`);
  expect(await loose.text()).not.toContain("data-image-id");
  await chooseTwo(page);
  await page.getByRole("button", { name: "Use 2 images" }).click();
  await page.waitForURL(`${CALLER}/draft#vitrine-picker=*`);
  const images = await picked(page);
  await expectValid(page, images);
  expect(images).toHaveLength(2);
});

test("Esc in a frame, and Cancel after a redirect, answer that the picker was closed", async ({
  page,
}) => {
  const types = async () => (await received(page)).map(({ type }) => type);
  await page.goto(`${CALLER}/draft`);
  await openPicker(page, "frame");
  await untilReady(frameIn(page));
  await frameIn(page).getByRole("button", { name: "Close without choosing" }).press("Escape");
  await expect.poll(types).toEqual(["vitrine-picker.ready", "vitrine-picker.closed"]);

  await page.goto(`${CALLER}/draft`);
  await openPicker(page, "redirect");
  await untilReady(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(`${CALLER}/draft#vitrine-picker=*`);
  await expect.poll(types).toEqual(["vitrine-picker.closed"]);
});

test("on a phone the header is as high for a call with many rules as before it, and the tray is low", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await watchLayoutShifts(page);
  await page.goto(
    redirectedPicker(`${baseURL}`, CALLER, "sea", {
      documentName: "The harbours of the north, spring and summer",
      safesearch: "strict",
    }),
  );
  await untilReady(page);
  // The title, which moves up for its second line, scores less than 0.001.
  const score = (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0);
  expect(score).toBeLessThan(0.005);
  const rule = page.getByText("Strict safe search, locked by Example CMS");
  await rule.scrollIntoViewIfNeeded();
  await expect(rule).toBeInViewport({ ratio: 0.99 });

  const tray = page.getByRole("region", { name: "Chosen images" });
  expect((await tray.boundingBox())?.height).toBeLessThan(120);
  await page.locator("#results input:visible:not(:checked)").first().press(" ");
  const remove = tray.getByRole("button", { name: /^Remove / });
  expect(await remove.boundingBox()).toMatchObject({ width: 44, height: 44 });
  // On a laptop, where places are lower.
  await page.setViewportSize({ width: 1280, height: 720 });
  const places = await tray.locator("li li > button:first-child").all();
  const tops = await Promise.all(places.map(async (place) => (await place.boundingBox())?.y));
  expect(tops).toEqual([tops[0], tops[0]]);
});

for (const [width, themes] of [
  [320, ["light", "dark"]],
  // Only the layout differs.
  [1280, ["light"]],
] as const) {
  test(`axe finds nothing in the frame, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${CALLER}/draft`);
    await openPicker(page, "frame");
    const picker = frameIn(page);
    await untilReady(picker);
    await chooseTwo(picker);
    const check = async () => {
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        expect(await findViolations(page, { part: "iframe" })).toEqual([]);
      }
    };
    await check();
    const overflowPx = await picker
      .locator("html")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflowPx).toBe(0);
    await picker.getByRole("button", { name: /^Hero: / }).click();
    await expect(picker.getByRole("dialog")).toBeVisible();
    await check();
  });
}
