import { expect, installation, test } from "./support/journey";
import type { Visitor } from "./support/visitor";

const BOX = "#results > li [type=checkbox]";

/** Chooses the first image by its box, and hands it to the program. */
async function chooseOne(visitor: Visitor): Promise<void> {
  // A new window has an empty document first, which would count as ready.
  await visitor.sees("Fits");
  await visitor.untilReady();
  await visitor.hover("#results > li > a");
  await visitor.click(BOX);
  await visitor.sees("1 of 1 chosen");
  await visitor.click("button", "Use 1 image");
}

/** Waits for the message that the program receives, and returns its images. */
async function pickedCount(visitor: Visitor): Promise<number> {
  const last = () =>
    visitor.read(() => {
      const message = (window as unknown as { received: { type: string; images?: [] }[] }).received;
      return message.at(-1) ?? null;
    });
  await expect.poll(async () => (await last())?.type).toBe("vitrine-picker.picked");
  return (await last())?.images?.length ?? 0;
}

test("a program on another site gets an image from the picker in a frame", async ({ visitor }) => {
  await visitor.goTo(installation().callerOrigin);
  const windows = await visitor.windows();
  await visitor.click("[data-mode=frame]");
  await visitor.until(() => document.querySelector("iframe") !== null);
  await visitor.enter("frame", windows);
  await chooseOne(visitor);
  await visitor.enter("page", windows);
  expect(await pickedCount(visitor)).toBe(1);
});

test("a program on another site gets an image from the picker as a pop-up", async ({ visitor }) => {
  await visitor.goTo(installation().callerOrigin);
  const windows = await visitor.windows();
  await visitor.click("[data-mode=popup]");
  await visitor.enterPopUp(windows);
  await chooseOne(visitor);
  await visitor.enter("page", windows);
  expect(await pickedCount(visitor)).toBe(1);
});
