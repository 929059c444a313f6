import { median, quantile } from "../support/measures";
import { CPU_TIMES, onDeskPage, seenDuring, watch } from "./desk-page";

/** In milliseconds, from the event to the next paint as INP counts it, which rounds to 8. */
export type LightboxMeasures = {
  /** The paint shows the dialog with the picture of the tile. */
  openMs: number;
  openMaxMs: number;
  nextMs: number;
  closeMs: number;
  layoutShift: number;
};

const SETTLE_MS = 700;
const CLICK_MS = 60;
const IMAGES = 8;

/** Opens images of an answer in the lightbox, goes to the next one, and closes it by Escape. */
export function driveLightbox({ origin }: { origin: string }): Promise<LightboxMeasures> {
  return onDeskPage(async ({ page, session }) => {
    const longest = async (act: () => Promise<unknown>) =>
      (await seenDuring(page, act, SETTLE_MS)).interactionMs;
    await page.addInitScript(watch, { countsElements: false });
    await page.goto(`${origin}/search?q=sea&count=50`);
    const tiles = page.locator("[data-image-id] > a");
    await tiles.first().hover();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES });
    await page.waitForTimeout(SETTLE_MS);

    const [opened, moved, closed]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < IMAGES; i++) {
      await tiles.nth(i).hover();
      await page.waitForTimeout(SETTLE_MS);
      const box = await tiles.nth(i).boundingBox();
      if (box === null) throw new Error("there is no tile to click");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // A locator's click runs scripts of its own in the page, and lasts no time at all.
      opened.push(await longest(() => page.mouse.click(x, y, { delay: CLICK_MS })));
      if (!(await page.evaluate(() => window.desk.wasPainted()))) {
        throw new Error("the first paint after the click has no picture");
      }
      moved.push(await longest(() => page.keyboard.press("ArrowRight")));
      closed.push(await longest(() => page.keyboard.press("Escape")));
      await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
    }
    return {
      openMs: median(opened),
      openMaxMs: quantile(opened, 1),
      nextMs: median(moved),
      closeMs: median(closed),
      layoutShift: await page.evaluate(() => window.desk.layoutShift()),
    };
  });
}
