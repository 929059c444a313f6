import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

const documents = projectFiles(/\.md$/);
const text = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");

test("every project file that a document names exists", () => {
  const missing = documents.flatMap((document) => {
    const named = text(document).matchAll(
      /`((?:app|components|demo|lib|tests|public|docs)\/[\w./[\]()-]+)`|\]\(((?:\.\/|\.\.\/)*[\w-][\w./-]*)\)/g,
    );
    return [...named]
      .map(([, inCode, linked]) => inCode ?? join(document, "..", linked ?? ""))
      .filter((path) => !existsSync(join(PROJECT_ROOT, path)))
      .map((path) => `${document} → ${path}`);
  });
  expect(missing).toEqual([]);
});

/* The hops of a request are tables of such names; renaming or moving a function breaks its row. */
test("a function that a document names with its file is declared there", () => {
  const named = documents.flatMap((document) =>
    [...text(document).matchAll(/(?:`(\w+)` of )?`(\w+)` in `((?:app|lib)\/[\w./-]+)`/g)].map(
      ([, operation, name = "", path = ""]) => ({ document, operation, name, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(({ operation, name, path }) => {
    const code = text(path);
    const isDeclared = new RegExp(`\\b(?:function|class|const|type) ${name}\\b`).test(code);
    return !isDeclared || (operation && !new RegExp(`\\b${operation}\\b`).test(code));
  });
  expect(missing).toEqual([]);
});

test("every decision record that code cites exists", () => {
  const missing = projectFiles(/\.(?:tsx?|mjs|js|css)$/).flatMap((path) =>
    [...text(path).matchAll(/docs\/decisions\/\d{4}[\w-]*\.md/g)]
      .filter(([cited]) => !existsSync(join(PROJECT_ROOT, cited)))
      .map(([cited]) => `${path} → ${cited}`),
  );
  expect(missing).toEqual([]);
});

test("every npm script that a document names exists", () => {
  const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
  const missing = documents.flatMap((document) =>
    [...text(document).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, script = ""]) => !(script in scripts))
      .map(([, script]) => `${document} → npm run ${script}`),
  );
  expect(missing).toEqual([]);
});

test("decision records have unique numbers and a section on what would change our mind", () => {
  const decisions = projectFiles(/^\d{4}-.*\.md$/, "docs/decisions");
  const numbers = decisions.map((path) => path.match(/(\d{4})-/)?.[1]);
  expect(new Set(numbers).size).toBe(decisions.length);
  expect(decisions.filter((path) => !text(path).includes("## What would change our mind"))).toEqual(
    [],
  );
});

test("the index of the decisions has one row for each record, in their order, with its status", () => {
  const records = projectFiles(/^\d{4}-.*\.md$/, "docs/decisions");
  const rows = records.map((path) => {
    const [, status] = text(path).match(/^Date: .* · Status: (\w+)/m) ?? [];
    return { file: basename(path), status };
  });
  const index = text("docs/decisions/README.md");
  const listed = index.matchAll(/^\| \[\d+\]\(([\w.-]+)\) \| .+ \| (\w+) \| .+ \|$/gm);
  expect([...listed].map(([, file, status]) => ({ file, status }))).toEqual(rows);
});

test("the changelog begins with Unreleased, and its latest release is the version of all packages", () => {
  const headings = text("CHANGELOG.md").match(/^## .*$/gm) ?? [];
  expect(headings.filter((heading) => heading === "## Unreleased")).toEqual([headings[0]]);
  const [, version] = headings[1]?.match(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/) ?? [];
  const files = ["package.json", "package-lock.json", "packages/picker/package.json"];
  expect(files.map((path) => JSON.parse(text(path)).version)).toEqual(files.map(() => version));
});
