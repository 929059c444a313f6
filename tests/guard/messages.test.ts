import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

const ENGLISH = join(PROJECT_ROOT, "lib/messages/en");
const source = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");

test("no message has straight quotation marks or apostrophes", () => {
  const straight = readdirSync(ENGLISH).flatMap((name) =>
    Object.values(JSON.parse(readFileSync(join(ENGLISH, name), "utf8")) as Record<string, string>)
      .filter((text) => /['"]/.test(text))
      .map((text) => `${name}: ${text}`),
  );
  expect(straight).toEqual([]);
});

test("every message is used", () => {
  const files = [
    ...projectFiles(/\.tsx?$/, "app"),
    ...projectFiles(/\.tsx?$/, "components"),
  ].concat(projectFiles(/\.ts$/, "lib"));
  const sources = files
    .filter((path) => !path.startsWith("lib/messages/compiled"))
    // A word of a comment is no use.
    .map((path) => ({ path, text: source(path).replace(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, "") }));
  // Names the keys that are values of the program, such as error codes and colours.
  const vocabulary = sources.filter(({ path }) =>
    /^lib\/(contract|core)\/|^lib\/service\/api\/|menu-name|request-head|account-state|client\/shortcuts/.test(
      path,
    ),
  );
  const unused = readdirSync(ENGLISH).flatMap((name) => {
    const subject = name.replace(/\.json$/, "");
    const users = sources.filter(({ text }) => text.includes(`compiled/${subject}"`));
    const text = [...users, ...vocabulary].map((file) => file.text).join("\n");
    const keys = Object.keys(JSON.parse(readFileSync(join(ENGLISH, name), "utf8")));
    // The code of a filter's problem contains the filter's name.
    const isUsed = (key: string) =>
      key
        .split(/\.|(?<=^invalid_)/)
        .every((part) => new RegExp(`(?<![\\w-])${part}(?![\\w-])`).test(text));
    return keys
      .filter((key) => users.length === 0 || !isUsed(key))
      .map((key) => `${subject}.${key}`);
  });
  expect(unused).toEqual([]);
});

test("components and pages contain no text of their own", () => {
  const files = [...projectFiles(/\.tsx$/, "app"), ...projectFiles(/\.tsx$/, "components")];
  const literal = files.flatMap((path) => {
    // As calls, a text node is `children: "…"` or a line of an array, and an attribute a property.
    const { code } = transformSync(source(path), { loader: "tsx", jsx: "automatic" });
    return [
      ...code.matchAll(/(?:children|"aria-label"|title|placeholder|alt): (["`].*\p{L}{2}.*)/gu),
      // Excludes the first argument of a call, which is the element's name.
      ...code.matchAll(/(?<!\()\n\s*("[^"]*\p{L}{2}[^"]*"),?(?=\n)/gu),
    ]
      .map(([, text = ""]) => text)
      .filter((text) => !text.startsWith("`globalThis.vitrineLocale="))
      .map((text) => `${path}: ${text}`);
  });
  expect(literal).toEqual([]);
});
