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
