import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import postcss, { AtRule, Rule } from "postcss";
import { expect, test } from "vitest";
import { ROWS } from "@/lib/core/image/tile-sizes";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

const SHEETS = projectFiles(/\.css$/);
const MODULES = SHEETS.filter((file) => file.endsWith(".module.css"));

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), "utf8");
const parsed = new Map(SHEETS.map((file) => [file, postcss.parse(read(file))]));

/** The project's source files, without tests, and their text. */
const sources = new Map(
  ["app", "components", "lib"]
    .flatMap((folder) => projectFiles(/\.tsx?$/, folder))
    .map((file) => [file, read(file)]),
);

/*
 * The build replaces `:dir(rtl)` by a list of languages. No right-to-left page in any other language
 * matches that list. tests/e2e/pseudo looks for such lists in the build output.
 */
test('a rule for one direction uses the attribute of the document: [dir="rtl"]', () => {
  expect(SHEETS.length).toBeGreaterThan(50);
  const found = SHEETS.filter((file) => /:dir\(|:lang\(/.test(read(file)));
  expect(found).toEqual([]);
});

/*
 * With such a rule, a browser checks the root or the body at every change in the document, and
 * restyles every element that a rule with `:has()` might concern: at each step of the lightbox, all
 * pictures of the grid (docs/decisions/0052).
 */
test("no rule has `:has()` on the whole document", () => {
  const found = SHEETS.filter((file) =>
    /(?:\bhtml|\bbody|\bmain|:root)[^\s,{>+~]*:has\(/.test(read(file)),
  );
  expect(found).toEqual([]);
});

/* `postcss.config.js` defines the widths, so that all style sheets change at the same widths. */
test("a media query uses the named widths of the window", () => {
  const found = SHEETS.filter((file) => /@media[^{]*\bwidth\b/.test(read(file)));
  expect(found).toEqual([]);
});

// `as string`: TypeScript reads no JavaScript files.
const { BREAKPOINTS }: { BREAKPOINTS: Record<string, string> } = await import(
  "@/postcss.config" as string
);

/** Widths of the window in rem, in media queries and `sizes`. */
const WINDOW_WIDTH = /\((?:min-width: |max-width: |width [<>]=? )([\d.]+)rem/g;

const widthsIn = (text: string) => [...text.matchAll(WINDOW_WIDTH)].map(([, rem]) => Number(rem));

test("scripts use the same widths of the window as style sheets", () => {
  const named = Object.values(BREAKPOINTS).flatMap(widthsIn);
  const used = [...sources.values()].flatMap(widthsIn).concat(ROWS.map(({ fromRem }) => fromRem));
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((rem) => rem > 0 && !named.includes(rem))).toEqual([]);
});

test("the rows whose widths a tile's thumbnails are made for are those of the grid", () => {
  const inStyle: Record<number, number> = {};
  parsed.get("components/grid/image-grid.module.css")?.walkDecls("--row", ({ parent, value }) => {
    if (!(parent instanceof Rule) || !parent.selectors.includes(".grid")) return;
    const media = parent.parent instanceof AtRule ? parent.parent.params : "";
    const name = /--[\w-]+/.exec(media)?.[0] ?? "";
    const [fromRem = 0] = widthsIn(BREAKPOINTS[name] ?? "");
    inStyle[fromRem] = Number.parseFloat(value) * 16;
  });
  expect(Object.fromEntries(ROWS.map(({ fromRem, rowPx }) => [fromRem, rowPx]))).toEqual(inStyle);
});

/*
 * Such rules are of a class or an element in every state and on every screen, so a class of
 * components/ui/primitives.module.css can replace what they share.
 */
test("no three declarations stand in three rules, and no four in two", () => {
  const rules: { place: string; declarations: string[] }[] = [];
  for (const file of MODULES) {
    for (const rule of parsed.get(file)?.nodes ?? []) {
      if (rule.type !== "rule" || /[:[]/.test(rule.selector)) continue;
      rules.push({ place: `${file}: ${rule.selector}`, declarations: declarationsOf(rule) });
    }
  }
  expect(rules.length).toBeGreaterThan(300);
  const repeats: Record<string, string[]> = {};
  for (const [i, { declarations }] of rules.entries()) {
    for (const other of rules.slice(i + 1)) {
      const shared = declarations.filter((one) => other.declarations.includes(one)).sort();
      if (shared.length < 3) continue;
      const places = rules
        .filter((rule) => shared.every((one) => rule.declarations.includes(one)))
        .map(({ place }) => place);
      if (shared.length > 3 || places.length > 2) repeats[shared.join("; ")] = places;
    }
  }
  expect(repeats).toEqual({});
});

function declarationsOf(rule: Rule): string[] {
  const found: string[] = [];
  rule.each((node) => {
    if (node.type === "decl" && node.prop !== "composes") found.push(`${node}`);
  });
  return found;
}

test("every class of a module has a user, and every class that a component uses has a rule", () => {
  const used = new Set<string>();
  for (const [file, text] of sources) {
    for (const [, name, path = ""] of text.matchAll(/import (\w+) from "(.+\.module\.css)"/g)) {
      const sheet = resolved(path, file);
      for (const [, of] of text.matchAll(new RegExp(`(?<![-/\\w])${name}\\.(\\w+)`, "g"))) {
        used.add(`${sheet} .${of}`);
      }
    }
  }
  const defined = new Set<string>();
  for (const file of MODULES) {
    parsed.get(file)?.walkRules(({ selector }) => {
      for (const [name] of selector.replace(/\[[^\]]*\]/g, "").matchAll(/\.[a-z]\w*/gi)) {
        defined.add(`${file} ${name}`);
      }
    });
    parsed.get(file)?.walkDecls("composes", ({ value }) => {
      const [names = "", path] = value.split(" from ");
      const sheet = path === undefined ? file : resolved(path.slice(1, -1), file);
      for (const name of names.split(" ")) used.add(`${sheet} .${name}`);
    });
  }
  expect(defined.size).toBeGreaterThan(300);
  expect([...defined].filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

/* The build does not add what the composed class takes from the other sheet. */
test("no class composes one of its own sheet that composes one of another sheet", () => {
  const found: string[] = [];
  for (const file of MODULES) {
    const own: string[] = [];
    const others = new Set<string>();
    parsed.get(file)?.walkDecls("composes", ({ parent, value }) => {
      if (!value.includes(" from ")) own.push(...value.split(" "));
      else if (parent instanceof Rule) others.add(parent.selector.slice(1));
    });
    found.push(...own.filter((name) => others.has(name)).map((name) => `${file} .${name}`));
  }
  expect(found).toEqual([]);
});

/** The path of an imported file, relative to the root. */
function resolved(path: string, from: string): string {
  return path.startsWith("@/") ? path.slice(2) : normalize(join(from, "..", path));
}

test("every custom property is set somewhere and used somewhere", () => {
  const set = new Set<string>();
  const used = new Set<string>();
  for (const root of parsed.values()) {
    root.walkDecls(({ prop, value }) => {
      if (prop.startsWith("--")) set.add(prop);
      for (const [, name = ""] of value.matchAll(/var\((--[\w-]+)/g)) used.add(name);
    });
  }
  const scripts = [...sources.values()].join("\n");
  const isInScripts = (name: string) => scripts.includes(`"${name}"`);
  expect(set.size).toBeGreaterThan(50);
  expect([...set].filter((name) => !used.has(name) && !isInScripts(name))).toEqual([]);
  expect([...used].filter((name) => !set.has(name) && !isInScripts(name))).toEqual([]);
});
