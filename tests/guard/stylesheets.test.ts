import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

/*
 * The build replaces `:dir(rtl)` by a list of languages. No right-to-left page in any other language
 * matches that list. tests/e2e/pseudo looks for such lists in the build output.
 */
test('a rule for one direction uses the attribute of the document: [dir="rtl"]', () => {
  const sheets = projectFiles(/\.css$/);
  expect(sheets.length).toBeGreaterThan(50);
  const found = sheets.filter((file) =>
    /:dir\(|:lang\(/.test(readFileSync(join(PROJECT_ROOT, file), "utf8")),
  );
  expect(found).toEqual([]);
});

/*
 * With such a rule, a browser checks the root or the body at every change in the document, and
 * restyles every element that a rule with `:has()` might concern: at each step of the lightbox, all
 * pictures of the grid (docs/decisions/0052).
 */
test("no rule has `:has()` on the whole document", () => {
  const found = projectFiles(/\.css$/).filter((file) =>
    /(?:\bhtml|\bbody|\bmain|:root)[^\s,{>+~]*:has\(/.test(
      readFileSync(join(PROJECT_ROOT, file), "utf8"),
    ),
  );
  expect(found).toEqual([]);
});

/* `postcss.config.js` defines the widths, so that all style sheets change at the same widths. */
test("a media query uses the named widths of the window", () => {
  const found = projectFiles(/\.css$/).filter((file) =>
    /@media[^{]*\bwidth\b/.test(readFileSync(join(PROJECT_ROOT, file), "utf8")),
  );
  expect(found).toEqual([]);
});
