import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");
const names = (file: string, list: string) => Object.keys(JSON.parse(read(file))[list]).sort();

/** By its heading in docs/dependencies.md. */
const LISTS = {
  "In the product": names("package.json", "dependencies"),
  "For development": names("package.json", "devDependencies"),
  "For benchmarks": names("tests/bench/package.json", "dependencies"),
};

/** The packages that the rows of a section name; `*` stands for several. */
function rowsOf(heading: string): string[] {
  const [, section = ""] = read("docs/dependencies.md").split(`## ${heading}\n`);
  const [rows = ""] = section.split("\n## ");
  return [...rows.matchAll(/^\| (@?[a-z][^|]*) \|/gm)]
    .filter(([, cell]) => cell !== "package")
    .flatMap(([, cell = ""]) => cell.replace(/ \([^)]*\)/g, "").split(", "));
}

test.each(Object.entries(LISTS))("docs/dependencies.md, %s: has the packages", (heading, list) => {
  const rows = rowsOf(heading);
  const isRowOf = (name: string) => (row: string) =>
    row.endsWith("*") ? name.startsWith(row.slice(0, -1)) : name === row;
  expect(list.filter((name) => !rows.some(isRowOf(name)))).toEqual([]);
  expect(rows.filter((row) => !list.some((name) => isRowOf(name)(row)))).toEqual([]);
});

/** What a file imports at run time: types are erased, and comments. */
function importsOf(path: string): string[] {
  const code = read(path).replace(/^(?:import|export) type [^;]*;|\/\*[\s\S]*?\*\//gm, "");
  return [...code.matchAll(/\b(?:from|import|import\(|require\() ?"([@a-z./][\w@./-]*)"/g)].map(
    ([, specifier = ""]) => specifier,
  );
}

/** The launcher of `npm run up`, and the scripts that it imports or starts. */
function launchers(name = "up", found = new Set<string>()): string[] {
  const path = `lib/programs/${name}.mjs`;
  if (!found.has(path)) {
    found.add(path);
    const named = read(path).matchAll(/(?:(?:from |import\()"\.|"lib\/programs)\/([\w-]+)\.mjs"/g);
    for (const [, next] of named) launchers(next, found);
  }
  return [...found];
}

test("`npm run up` installs every package that the product imports", () => {
  const sources = ["app", "components", "lib", "packages/picker/src"].flatMap((folder) =>
    projectFiles(/\.tsx?$/, folder),
  );
  const others = ["instrumentation.ts", "next.config.js", "postcss.config.js", "proxy.ts"];
  const missing = [...sources, ...others, ...launchers()].flatMap((path) =>
    importsOf(path)
      .filter((specifier) => !/^(?:[./]|@\/|node:)/.test(specifier))
      .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "")
      .filter((name) => !LISTS["In the product"].includes(name))
      .map((name) => `${path} → ${name}`),
  );
  expect(missing).toEqual([]);
});
