import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENVIRONMENT } from "@/lib/config";
import { PROJECT_ROOT } from "@/tests/support/project-files";

test(".env.example names exactly the variables that are read", () => {
  const example = readFileSync(join(PROJECT_ROOT, ".env.example"), "utf8");
  const named = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(ENVIRONMENT.shape).sort());
});

test("the README's table of settings names them too", () => {
  const readme = readFileSync(join(PROJECT_ROOT, "README.md"), "utf8");
  const missing = Object.keys(ENVIRONMENT.shape).filter((name) => !readme.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
