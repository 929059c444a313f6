import { readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { expect, test } from "vitest";
import { features } from "web-features";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

/*
 * The oldest browsers that work are in package.json ("browserslist"), from which the build compiles,
 * and in docs/operating.md. What a style sheet or a script of the browser uses, and one of them lacks,
 * needs a fallback, which is listed here. The data is that of Baseline (web-features).
 */

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), "utf8");

type Versions = Readonly<Record<string, string>>;

/** The first version by browser, such as `{ safari: "17.5" }`. */
const FLOOR: Versions = Object.fromEntries(
  (JSON.parse(read("package.json")).browserslist as string[]).map((line) => line.split(" >= ")),
);

/** What people get instead. By the name of the feature in MDN's compatibility data, or its beginning. */
const FALLBACKS: Readonly<Record<string, string>> = {
  "css.properties.accent-color": "boxes in the browser's colour",
  "css.properties.content-visibility": "all tiles are laid out: slower",
  "css.properties.font-family.ui-monospace": "another typeface follows it",
  "css.properties.forced-color-adjust": "forced colours apply to swatches too",
  "css.properties.overflow-clip-margin": "a focus ring is cut at the edge of its row",
  "css.properties.overscroll-behavior": "the page scrolls when the filmstrip ends",
  "css.properties.position-area": "menus open at the bottom or in the middle of the window",
  "css.properties.position-try-fallbacks": "as position-area",
  "css.properties.reading-flow": "Tab follows the order of the HTML",
  "css.properties.scroll-target-group": "no mark at the current section",
  "css.properties.scrollbar-color": "the browser's own scroll bars",
  "css.properties.scrollbar-width": "the browser's own scroll bars",
  "css.properties.text-align.match-parent": "-webkit-match-parent precedes it",
  "css.properties.text-size-adjust": "the build adds prefixes; elsewhere texts are not enlarged",
  "css.properties.text-wrap.pretty": "other line breaks",
  "css.properties.word-break.auto-phrase": "Japanese lines end anywhere",
  "css.properties.user-select": "the build adds -webkit-user-select",
  "css.selectors.target-current": "no mark at the current section",
  "html.elements.img.fetchpriority": "images load in the order of the HTML",
  "html.global_attributes.autocapitalize": "the keyboard may begin with a capital",
  "api.FileSystemFileHandle.createWritable": "the browser holds the ZIP until it is complete",
  "api.Window.requestIdleCallback": "a timer",
  "api.Window.showSaveFilePicker": "the browser holds the ZIP until it is complete",
};

/** Names that are not features of CSS, or not in the data. */
const NOT_IN_DATA = [
  "css.properties.composes",
  /^css\.properties\.(?:-webkit-box-orient|-webkit-line-clamp)$/,
  /^css\.properties\.(?:src|unicode-range|font-display|size-adjust|(?:ascent|descent|line-gap)-override)$/,
  /^css\.selectors\.-(?:moz|webkit)-/,
  "format()",
];

const SUPPORT = new Map<string, Versions>();
for (const feature of Object.values(features)) {
  if (feature.kind !== "feature") continue;
  for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
    SUPPORT.set(key, support as Versions);
  }
}

const isAtMost = (version: string, floor: string) => {
  const [major = 0, minor = 0] = version.replace("≤", "").split(".").map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split(".").map(Number);
  return major < floorMajor || (major === floorMajor && minor <= floorMinor);
};

/** Whether all browsers of the floor have the feature. */
const isSupported = (key: string) =>
  Object.entries(FLOOR).every(([browser, floor]) => {
    const version = SUPPORT.get(key)?.[browser];
    return version !== undefined && isAtMost(version, floor);
  });

/** The features by the last part of their names, without the mark of static members. */
const KEYS = new Map<string, string[]>();
for (const key of SUPPORT.keys()) {
  const name = key.replace(/_static$/, "").replace(/^.*\./, "");
  KEYS.set(name, [...(KEYS.get(name) ?? []), key]);
}

const keysOf = (name: string, pattern: RegExp) =>
  (KEYS.get(name) ?? []).filter((key) => pattern.test(key));

type Use = {
  /** What is used, for people. */
  name: string;
  /** The features that it may be; one of them suffices. */
  keys: readonly string[];
  file: string;
};

function usesInStyles(): Use[] {
  const uses: Use[] = [];
  for (const file of projectFiles(/\.css$/)) {
    const add = (key: string) =>
      uses.push({ name: key, keys: SUPPORT.has(key) ? [key] : [], file });
    /** A value of a property, which may be any word. */
    const addIfKnown = (key: string) => SUPPORT.has(key) && add(key);
    const sheet = postcss.parse(read(file));
    sheet.walkDecls(({ prop, value }) => {
      if (!prop.startsWith("--")) add(`css.properties.${prop}`);
      for (const [word] of value.matchAll(/(?<![\w-])[a-z][\w-]*(?![\w(-])/g)) {
        addIfKnown(`css.properties.${prop}.${word}`);
      }
      for (const [, name] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) {
        uses.push({ name: `${name}()`, keys: keysOf(name ?? "", /^css\./), file });
      }
    });
    sheet.walkAtRules(({ name, params }) => {
      add(`css.at-rules.${name}`);
      for (const [, word] of params.matchAll(/\(([a-z-]+)/g)) {
        addIfKnown(`css.at-rules.${name}.${word}`);
      }
    });
    sheet.walkRules(({ selector }) => {
      for (const [, name] of selector.matchAll(/::?([a-z-]+)/g)) add(`css.selectors.${name}`);
    });
  }
  return uses;
}

/** The objects whose methods browser code calls. Others have methods of the same names. */
const OWNERS =
  /^(?:javascript\.builtins\.(?:Array|Map|Object|Promise|Set|String)|api\.(?:Blob|Clipboard|Document|Element|EventTarget|FileSystemFileHandle|HTMLDialogElement|HTMLElement|Navigator|Node|ReadableStream|Response|Storage|URLSearchParams|Window))\.\w+$/;

function usesInScripts(): Use[] {
  const uses: Use[] = [];
  const files = ["components", "lib/client", "packages/picker/src"].flatMap((folder) =>
    projectFiles(/\.tsx?$/, folder),
  );
  for (const file of files) {
    const text = read(file);
    const add = (shown: string, name: string, pattern: RegExp) =>
      uses.push({ name: shown, keys: keysOf(name, pattern), file });
    for (const [shown, object, name = ""] of text.matchAll(/\b([A-Z]\w+)\.(\w+)/g)) {
      add(shown, name, new RegExp(`^(?:api|javascript\\.builtins)\\.${object}\\.\\w+$`));
    }
    for (const [shown, name = ""] of text.matchAll(/\bnew ([A-Z]\w+)/g)) {
      add(shown, name, /^(?:api|javascript\.builtins)\.\w+$/);
    }
    for (const [, name = ""] of text.matchAll(/\b([a-z]\w+)(?:\.call)?\(/g)) {
      add(`${name}()`, name, OWNERS);
    }
    for (const [, name = ""] of text.matchAll(/\s([a-zA-Z]+)=(?=[{"])/g)) {
      const attribute = name.toLowerCase();
      add(`${attribute}=`, attribute, /^html\.(?:elements\.\w+|global_attributes)\.\w+$/);
    }
  }
  return uses;
}

/** Uses of features that a browser of the floor lacks, once by name. */
function lacking(uses: readonly Use[]): Use[] {
  const found = uses.filter(({ keys }) => keys.length > 0 && !keys.some(isSupported));
  return [...new Map(found.map((use) => [use.name, use])).values()];
}

const fallbackOf = (key: string) =>
  Object.keys(FALLBACKS).find((each) => key === each || key.startsWith(`${each}.`));

test("the documents state the floor from which the build compiles", () => {
  const [, section = ""] = read("docs/operating.md").split("\n## Browsers\n");
  const rows = [...section.matchAll(/^\| (\w+) \| ([\d.]+) \|/gm)];
  const stated = rows.map(([, name = "", version]) => [name.toLowerCase(), version]);
  expect(Object.fromEntries(stated)).toEqual(FLOOR);
});

test("what a browser of the floor lacks has a fallback, and each fallback is needed", () => {
  const uses = [...usesInStyles(), ...usesInScripts()];
  expect(uses.length).toBeGreaterThan(5_000);
  const below = lacking(uses);
  const without = below.filter(({ keys }) => !keys.some((key) => fallbackOf(key)));
  expect(without.map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
  const needed = new Set(below.flatMap(({ keys }) => keys.map(fallbackOf)));
  expect(Object.keys(FALLBACKS).filter((key) => !needed.has(key))).toEqual([]);
});

test("every feature of a style sheet is in the data, except those that are not features", () => {
  const isExcepted = (name: string) =>
    NOT_IN_DATA.some((each) => (typeof each === "string" ? each === name : each.test(name)));
  const unknown = usesInStyles().filter(({ name, keys }) => keys.length === 0 && !isExcepted(name));
  expect(unknown.map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
});

test("a feature that one browser of the floor lacks is found", () => {
  const use = (...keys: string[]) => ({ name: keys.join(), keys, file: "" });
  const uses = [
    use("css.properties.position-area"),
    use("css.types.color.light-dark"),
    use("html.elements.dialog.closedby"),
    use("css.properties.field-sizing"),
    use("api.AbortSignal.any_static"),
    use("javascript.builtins.Array.toSorted"),
  ];
  expect(lacking(uses).map(({ name }) => name)).toEqual([
    "css.properties.position-area",
    "html.elements.dialog.closedby",
    "css.properties.field-sizing",
  ]);
});
