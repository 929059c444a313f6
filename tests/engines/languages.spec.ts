import { LANGUAGES } from "@/lib/contract/languages";
import { englishIn, readPage } from "../languages/support/left-texts";
import { textsIn } from "../languages/support/texts";
import { expect, test } from "./support/journey";
import type { Visitor } from "./support/visitor";

/* Only with VITRINE_TEST_DEEP: Chromium runs these journeys in all languages (tests/languages). */

const PICTURE = "[data-image-id] > a";

/** Waits until an image of the grid has the focus. */
const isAt = (visitor: Visitor, rank: number) =>
  expect
    .poll(() =>
      visitor.read(
        (css) => [...document.querySelectorAll(css)].indexOf(document.activeElement as Element),
        PICTURE,
      ),
    )
    .toBe(rank);

const isInDialog = () => document.activeElement?.closest("dialog[open]") !== null;

for (const tag of ["ar", "ja"] as const) {
  const t = textsIn(tag);
  const expectIn = async (visitor: Visitor) => {
    const { texts, overflowPx } = await visitor.read(readPage);
    expect([englishIn(tag, texts), overflowPx]).toEqual([[], 0]);
  };

  test.describe(LANGUAGES[tag], () => {
    test("a search, and the lightbox by keyboard: arrows follow the eye", async ({ visitor }) => {
      const [forward, back] =
        tag === "ar" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      await visitor.open(`/?lang=${tag}`);
      await expectIn(visitor);
      await visitor.fill("input[type=search]", t("search-form.label"), "sea");
      await visitor.press("Enter");
      await visitor.arrives("/search?q=sea");
      await visitor.sees(t("results.first", { count: 24, query: "sea" }));
      await expectIn(visitor);
      // The keys of the grid work once this page's tools have loaded, of which a search says nothing.
      await visitor.open("/search?q=sea");
      await visitor.click("input[type=search]");
      await visitor.press("ArrowDown");
      await isAt(visitor, 0);
      await visitor.press(forward);
      await isAt(visitor, 1);
      await visitor.press("Enter");
      const sees = (position: number) =>
        visitor.sees(t("lightbox.position", { position, count: 24 }));
      await sees(2);
      await visitor.until(isInDialog);
      await visitor.press(forward);
      await sees(3);
      await visitor.press(back);
      await sees(2);
      await expectIn(visitor);
      await visitor.press("Escape");
      await isAt(visitor, 1);
    });

    test("an image is saved, and removed from its collection and put back", async ({ visitor }) => {
      await visitor.open(`/search?q=sea&lang=${tag}`);
      const [name = ""] = await visitor.images();
      await visitor.hover(PICTURE);
      await visitor.click("[type=checkbox]", t("tile.select", { name }));
      await visitor.sees(t("selection.count", { count: 1 }));
      await visitor.click("button", t("image-action.save"));
      await visitor.fill("dialog input", t("save.new"), "Coast");
      await expectIn(visitor);
      await visitor.click("dialog button[type=submit]", t("save.save"));
      await visitor.sees(t("save.saved", { count: 1, name: "Coast" }));
      await visitor.click("a", t("save.open"));
      await visitor.arrives(/^\/collections\/.+/);
      await visitor.sees(t("collections.count", { count: 1 }));
      await expectIn(visitor);
      await visitor.focus(PICTURE);
      await visitor.press("Delete");
      await visitor.sees(t("collections.removed", { name }));
      await visitor.click("button", t("save.undo"));
      await expect.poll(() => visitor.images()).toEqual([name]);
    });

    test("settings are saved, and the language changes", async ({ visitor }) => {
      await visitor.open(`/settings?lang=${tag}`);
      await expectIn(visitor);
      await visitor.click("main label", t("theme.dark"));
      await visitor.click("main button[type=submit]", t("settings.save"));
      await visitor.sees(t("settings.saved"));
      const lookOfPage = () =>
        visitor.read(() => {
          const { lang, dir, dataset } = document.documentElement;
          return [lang, dir, dataset.theme];
        });
      expect(await lookOfPage()).toEqual([tag, tag === "ar" ? "rtl" : "ltr", "dark"]);
      await visitor.untilReady();
      await visitor.click("button", LANGUAGES.en);
      await visitor.sees(textsIn("en")("settings.title"));
      expect(await lookOfPage()).toEqual(["en", "ltr", "dark"]);
    });
  });
}
