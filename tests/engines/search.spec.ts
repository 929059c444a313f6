import { expect, test } from "./support/journey";
import type { Visitor } from "./support/visitor";

const PICTURE = "[data-image-id] > a";
const BOX = "[data-image-id] > [type=checkbox]";
const FIELD = "input[type=search]";

/** Waits until some images are shown, and returns how many. */
async function imageCount(visitor: Visitor, isEnough: (count: number) => boolean) {
  let count = 0;
  await expect
    .poll(async () => {
      count = (await visitor.images()).length;
      return isEnough(count);
    })
    .toBe(true);
  return count;
}

const isOnImage = () => document.activeElement?.matches("[data-image-id] > a") === true;

test("a search from the home page shows named pictures", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.fill(FIELD, null, "mountain");
  await visitor.press("Enter");
  await visitor.arrives("/search?q=mountain");
  await visitor.sees(/\d+ images for “mountain”/);
  const names = await visitor.images();
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => name === "")).toEqual([]);
  await visitor.until(() =>
    [...document.querySelectorAll<HTMLImageElement>("[data-image-id] > a img")]
      .slice(0, 3)
      .every(({ naturalWidth }) => naturalWidth > 1),
  );
});

test("filters stand in one line, the slot is as wide as its name, and filters apply", async ({
  visitor,
}) => {
  await visitor.open("/search?q=sea");
  // The middles of the fields' names; a legend once stood above its line.
  const middles = await visitor.read(() =>
    [...document.querySelectorAll("form fieldset > span, form label > span:first-child")]
      .map((name) => name.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, bottom }) => (top + bottom) / 2),
  );
  expect(middles.length).toBeGreaterThan(2);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);

  // Its widest option, "Social preview", needs more.
  const slot = await visitor.read(
    () => document.querySelector("main select")?.getBoundingClientRect().width ?? 0,
  );
  expect(slot).toBeGreaterThan(60);
  expect(slot).toBeLessThan(130);

  await visitor.click("label", "Moderate");
  await visitor.click("label", "Hide transparent images");
  await visitor.click("button", /^Apply/);
  await visitor.arrives("/search?q=sea&safesearch=moderate&transparent=true");
  await visitor.until(
    () => document.querySelector<HTMLInputElement>("[name=transparent]")?.checked === true,
  );
});

test("a refinement needs no new search, and Back removes it", async ({ visitor }) => {
  await visitor.open("/search?q=sea");
  const all = await imageCount(visitor, (count) => count > 0);
  await visitor.click("button", /^Orientation/);
  await visitor.click("[role=menuitemradio]", /^Portrait/);
  await visitor.arrives("/search?q=sea&orientation=portrait");
  const some = await imageCount(visitor, (count) => count < all);
  await visitor.sees(`${some} of ${all}`);
  await visitor.back();
  await visitor.arrives("/search?q=sea");
  await imageCount(visitor, (count) => count === all);
});

test("Back returns to the place in the results", async ({ visitor }) => {
  await visitor.open("/search?q=sea&count=100");
  await imageCount(visitor, (count) => count > 30);
  await visitor.read(() => scrollTo({ top: 1500, behavior: "instant" }));
  await visitor.until(() => scrollY === 1500);
  await visitor.read(() => {
    location.href = "/about";
  });
  await visitor.arrives("/about");
  await visitor.back();
  await visitor.arrives("/search?q=sea&count=100");
  await visitor.until(() => Math.abs(scrollY - 1500) < 5);
  // WebKit moved to the top some frames later.
  await visitor.read(() => new Promise((resolve) => setTimeout(resolve, 600)));
  expect(Math.abs((await visitor.read(() => scrollY)) - 1500)).toBeLessThan(5);
});

test("the lightbox by mouse: open, next, close", async ({ visitor }) => {
  await visitor.open("/search?q=sea");
  const [, second = ""] = await visitor.images();
  await visitor.click(PICTURE);
  await visitor.sees(/1 of \d+/);
  await visitor.click("dialog[open] button, dialog[open] a", "Next image");
  await visitor.sees(/2 of \d+/);
  await visitor.sees(second);
  await visitor.click("dialog[open] button, dialog[open] a", "Close");
  await visitor.until(() => document.querySelector("dialog[open]") === null);
  await visitor.arrives("/search?q=sea");
});

test("the lightbox by keyboard: arrows, and the focus on the last shown image", async ({
  visitor,
}) => {
  await visitor.open("/search?q=sea");
  await visitor.click(FIELD);
  await visitor.press("ArrowDown");
  await visitor.until(isOnImage);
  await visitor.press("Enter");
  await visitor.sees(/1 of \d+/);
  // Keys work once the dialog has the focus.
  await visitor.until(() => document.activeElement?.closest("dialog[open]") !== null);
  await visitor.press("ArrowRight");
  await visitor.sees(/2 of \d+/);
  await visitor.press("ArrowRight");
  await visitor.sees(/3 of \d+/);
  await visitor.press("ArrowLeft");
  await visitor.sees(/2 of \d+/);
  await visitor.press("Escape");
  const focusedRank = () =>
    visitor.read(() =>
      [...document.querySelectorAll("[data-image-id] > a")].indexOf(
        document.activeElement ?? document.body,
      ),
    );
  await expect.poll(focusedRank).toBe(1);
});

test("images are selected by box, by key, and by a quick rectangle; a reload keeps them", async ({
  visitor,
}) => {
  await visitor.open("/search?q=sea");
  await visitor.hover(PICTURE, null, 1);
  await visitor.click(BOX, null, 1);
  await visitor.sees("1 selected");
  await visitor.click(FIELD);
  await visitor.press("ArrowDown");
  await visitor.until(isOnImage);
  await visitor.press("End");
  await visitor.press("x");
  await visitor.sees("2 selected");
  await visitor.press("Escape");
  await visitor.sees("Selection cleared");

  // From the margin beside the first row to its end, without a pause.
  const [from, to] = await visitor.read(() => {
    scrollTo({ top: 0, behavior: "instant" });
    const tiles = [...document.querySelectorAll("[data-image-id] > a")];
    const [first, ...others] = tiles.map((tile) => tile.getBoundingClientRect());
    const last = others.findLast((box) => box.top === first?.top);
    return [
      { x: 8, y: (first?.top ?? 0) + 30 },
      { x: (last?.right ?? 0) - 20, y: (first?.top ?? 0) + 60 },
    ] as const;
  });
  await visitor.drag([from, { ...from, x: from.x + 20 }, to]);
  const row = await visitor.read(() => {
    const tops = [...document.querySelectorAll("[data-image-id] > a")].map(
      (tile) => tile.getBoundingClientRect().top,
    );
    return tops.filter((top) => top === tops[0]).length;
  });
  await visitor.sees(`${row} selected`);
  await visitor.open("/search?q=sea");
  await visitor.sees(`${row} selected`);
});

test("a credit is copied by its first click", async ({ visitor }) => {
  await visitor.open("/search?q=sea");
  const [name = ""] = await visitor.images();
  await visitor.click(PICTURE);
  await visitor.sees(/1 of \d+/);
  await visitor.click("dialog[open] button", "Copy credit");
  await visitor.sees("Credit copied");
  await visitor.press("Escape");
  // The open dialog would take the focus from the field that is pasted into.
  await visitor.until(isOnImage);
  expect(await visitor.pasted()).toContain(`“${name}”`);
});

test("a click beside the list of shortcuts closes it, and one on its edge does not", async ({
  visitor,
}) => {
  await visitor.open("/search?q=sea");
  await visitor.press("?");
  await visitor.sees("Keyboard shortcuts");
  const { left, top } = await visitor.read(() => {
    const box = document.querySelector("dialog[open]")?.getBoundingClientRect();
    return { left: box?.left ?? 0, top: box?.top ?? 0 };
  });
  await visitor.clickAt({ x: left + 5, y: top + 5 });
  await visitor.drag([
    { x: left + 60, y: top + 60 },
    { x: left - 20, y: top + 60 },
  ]);
  await visitor.sees("Keyboard shortcuts");
  await visitor.clickAt({ x: left - 20, y: top + 60 });
  await visitor.until(() => document.querySelector("dialog[open]") === null);
});
