import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { LANGUAGE_TAGS } from "@/lib/contract/languages";
import { problemsOf, readCatalogue } from "@/lib/programs/messages.mjs";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

const ENGLISH = join(PROJECT_ROOT, "lib/messages/en");
const source = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");

const LOCALES = LANGUAGE_TAGS.filter((tag) => tag !== "en");

type Catalogue = ReturnType<typeof readCatalogue>;

test("no message has straight quotation marks or apostrophes", () => {
  const texts = [readCatalogue("en"), ...LOCALES.map(readCatalogue)].flatMap((catalogue) =>
    Object.entries(catalogue).flatMap(([subject, messages]) =>
      Object.entries(messages).map(([key, message]) => ({
        place: `${subject}.${key}`,
        text: typeof message === "string" ? message : message.text,
      })),
    ),
  );
  expect(texts.length).toBeGreaterThan(6 * 1500);
  expect(texts.filter(({ text }) => /['"]/.test(text))).toEqual([]);
});

test.each(LOCALES)("%s translates every English text of today", (locale) => {
  expect(problemsOf(locale, readCatalogue("en"), readCatalogue(locale))).toEqual({
    broken: [],
    missing: [],
    outdated: [],
  });
});

test.each([
  ["a parameter that is not passed", { tile: { sizes: "{number} Größen" } }, "unknown {number}"],
  ["a missing parameter", { tile: { sizes: "Größen" } }, "needs {count}"],
  [
    "a select without an arm",
    { results: { again: "{cost, select, other {Neu}}" } },
    "needs {cost}",
  ],
  ["a missing plural", { results: { used: "{count, plural, other {#}}" } }, 'plural "one"'],
  ["an unknown key", { tile: { size2: "x" } }, "size2 isn't in English"],
  ["an unknown subject", { nowhere: { x: "x" } }, "x isn't in English"],
  ["a broken text", { tile: { sizes: "{count" } }, "can't be compiled"],
  ["an ordinal", { results: { used: "{count, selectordinal, one {#} other {#}}" } }, "compiled"],
] satisfies [string, Record<string, Record<string, string>>, string][])(
  "the compiler refuses %s",
  (_, planted, expected) => {
    const english = readCatalogue("en");
    const own: Catalogue = readCatalogue("de");
    for (const [subject, texts] of Object.entries<Record<string, string>>(planted)) {
      for (const [key, text] of Object.entries(texts)) {
        const en = english[subject]?.[key] ?? "";
        own[subject] = { ...own[subject], [key]: { en: String(en), text } };
      }
    }
    const { broken } = problemsOf("de", english, own);
    expect(broken.join("\n")).toContain(expected);
  },
);

test("a translation is outdated once its English text has changed, and missing without one", () => {
  const english = { tile: { more: "Further: {name}", select: "Select: {name}" } };
  const own = { tile: { more: { en: "More: {name}", text: "Mehr: {name}" } } };
  expect(problemsOf("de", english, own)).toEqual({
    broken: [],
    missing: ["de/tile.json: select"],
    outdated: ["de/tile.json: more"],
  });
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

test("journeys in other languages name messages that exist", () => {
  const named = [...projectFiles(/\.ts$/, "tests/languages"), "tests/engines/languages.spec.ts"]
    .map(source)
    .flatMap((text) => [...text.matchAll(/\bt\(\s*"([\w-]+)\.([^"]+)"/g)]);
  const english = readCatalogue("en");
  const missing = named.filter(([, subject = "", key = ""]) => !english[subject]?.[key]);
  expect(named.length).toBeGreaterThan(100);
  expect(missing.map(([call]) => call)).toEqual([]);
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
