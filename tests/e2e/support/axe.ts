import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Checked = {
  /** A selector of the part that is checked; the whole page without it. */
  part?: string;
  /** The rules that run; all of axe without them. */
  rules?: readonly string[];
  tags?: readonly string[];
};

/**
 * What axe finds on a page: the id of each violated rule, with the HTML of the elements. Nothing moves
 * while it looks, because a colour on its way to another has the contrast of neither.
 */
export async function findViolations(
  page: Page,
  { part, rules, tags }: Checked = {},
): Promise<[string, string[]][]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const axe = new AxeBuilder({ page });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules([...rules]);
  if (tags !== undefined) axe.withTags([...tags]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
