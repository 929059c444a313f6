import { findViolations } from "../support/axe";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("a question that finds nothing offers its parts, with the numbers that they show", async ({
      page,
    }) => {
      await page.goto("/search?q=volcano+with+cats");
      const title = page.getByRole("heading", { level: 1 });
      await expect(title).toHaveText("No images for “volcano with cats”");
      await expect(page.locator("[data-image-id]")).toHaveCount(0);
      const offers = page.getByRole("region", { name: "Searches that find images" });
      await expect(offers.getByRole("link")).toHaveText(["volcano", "cats"]);
      const [offered = ""] = await offers.getByRole("listitem").allTextContents();
      expect(await findViolations(page)).toEqual([]);
      await ready(page);
      await offers.getByRole("link", { name: "volcano" }).click();
      await expect(title).toHaveText(`${offered.replace("volcano ", "")} for “volcano”`);
      await page.goBack();
      await expect(offers).toBeVisible();
    });

    test("synonyms and kinds follow a line that names them", async ({ page }) => {
      await page.goto("/search?q=weather");
      const title = page.getByRole("heading", { level: 1 });
      await expect(title).toHaveText("3 images for “weather”");
      const line = page.getByRole("heading", { name: /Synonyms and kinds: / });
      await expect(line).toHaveText(/^Synonyms and kinds: snow, rain/);
      expect(await findViolations(page)).toEqual([]);
      const tiles = page.locator("[data-image-id]");
      const tops: number[] = [];
      for (const each of [tiles.first(), line, tiles.last()]) {
        tops.push((await each.boundingBox())?.y ?? 0);
      }
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    });
  });
}
