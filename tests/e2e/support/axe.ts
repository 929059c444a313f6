import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Checked = {
  /** A selector of the part to check; by default the whole page. */
  part?: string;
  /** The rules to run; by default all of axe. */
  rules?: readonly string[];
  tags?: readonly string[];
};

/**
 * Returns the id of each rule that axe finds violated, with the HTML of the elements. Ends
 * animations first, because a colour in transition has the contrast of neither its start nor its
 * end.
 */
export async function findViolations(
  page: Page,
  { part, rules, tags }: Checked = {},
): Promise<[string, string[]][]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = Number.isFinite(animation.effect?.getComputedTiming().endTime);
      // Waiting for its end could take for ever: a paused animation has none.
      if (ends) animation.finish();
    }
  });
  // Legacy mode runs axe in the page alone; the other one also opens a blank page for each result.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  axe.options({ resultTypes: ["violations"] });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules([...rules]);
  if (tags !== undefined) axe.withTags([...tags]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
