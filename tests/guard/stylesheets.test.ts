import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/project-files";

/*
 * The build replaces `:dir(rtl)` by a list of languages, which a right-to-left page in any other
 * language does not match, nor an English one. tests/e2e/pseudo looks for such lists in what was built.
 */
test('a rule for one direction asks for the attribute of the document: [dir="rtl"]', () => {
  const sheets = projectFiles(/\.css$/);
  expect(sheets.length).toBeGreaterThan(50);
  const found = sheets.filter((file) =>
    /:dir\(|:lang\(/.test(readFileSync(join(PROJECT_ROOT, file), "utf8")),
  );
  expect(found).toEqual([]);
});

/*
 * With such a rule, a browser checks the root or the body at every change in the document, and then
 * computes the style of every element that any rule with `:has()` might concern: at each step of the
 * lightbox, all pictures of the grid (docs/decisions/0052).
 */
test("no rule asks what the whole document has", () => {
  const found = projectFiles(/\.css$/).filter((file) =>
    /(?:\bhtml|\bbody|\bmain|:root)[^\s,{>+~]*:has\(/.test(
      readFileSync(join(PROJECT_ROOT, file), "utf8"),
    ),
  );
  expect(found).toEqual([]);
});

/* `postcss.config.js` names the widths, so that all sheets change at the same ones. */
test("a media query takes the width of the window by its name", () => {
  const found = projectFiles(/\.css$/).filter((file) =>
    /@media[^{]*\bwidth\b/.test(readFileSync(join(PROJECT_ROOT, file), "utf8")),
  );
  expect(found).toEqual([]);
});
