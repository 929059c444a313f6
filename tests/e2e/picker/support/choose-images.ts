import { expect, type FrameLocator, type Page } from "@playwright/test";

/** Searches in the open picker, and chooses the first images. */
export async function chooseImages(picker: FrameLocator | Page, count: number): Promise<void> {
  const field = picker.getByRole("searchbox");
  await field.fill("sea");
  await field.press("Enter");
  // From now on, boxes choose images.
  await expect(picker.getByText("Fits", { exact: true }).first()).toBeVisible();
  const boxes = picker.getByRole("checkbox", { name: /^Select: / });
  for (let index = 0; index < count; index += 1) {
    await boxes.nth(index).check();
    await expect(picker.getByText(new RegExp(`^${index + 1} of \\d+ chosen$`))).toBeVisible();
  }
  await picker.getByRole("button", { name: /^Use \d+ images?$/ }).click();
}
