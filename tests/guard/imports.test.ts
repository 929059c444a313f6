import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/project-files";

const SHARED = ["lib/contract", "lib/protocol"];
const SERVER = [
  ...SHARED,
  "lib/core",
  "lib/messages",
  "lib/platform",
  "lib/state",
  "lib/thumbnails",
  "lib/service",
  "lib/gallery",
];

/** What every feature under components/ may import; the arrows between features form a tree. */
const BROWSER = [...SHARED, "components/ui", "lib/client", "lib/core", "lib/messages"];

/**
 * What each place may import (ARCHITECTURE.md, "Layers"). A place may always import itself. The
 * longest place that matches the start of a path is the place of that file.
 */
const TABLE: Record<string, readonly string[]> = {
  "lib/protocol": [],
  "lib/contract": [],
  "lib/core": SHARED,
  "lib/messages": ["lib/contract"],
  "lib/client": [...SHARED, "lib/core", "lib/messages"],
  "lib/platform": [...SHARED, "lib/messages"],
  "lib/state": ["lib/platform", "lib/core"],
  "lib/thumbnails": ["lib/platform", "lib/core", "lib/contract", "lib/protocol"],
  "lib/service": ["lib/messages", "lib/state", "lib/platform", "lib/core", "lib/protocol"],
  "lib/gallery": [...SHARED, "lib/state", "lib/platform", "lib/core"],
  "lib/http": SERVER,
  "lib/config": [...SERVER, "lib/http"],
  "lib/vitrine": [...SERVER, "lib/http", "lib/config"],
  "lib/programs": [...SERVER, "lib/http", "lib/config", "lib/vitrine"],
  "components/ui": [],
  "components/site": BROWSER,
  "components/grid": BROWSER,
  "components/refinement": BROWSER,
  "components/library": BROWSER,
  "components/search": [...BROWSER, "components/site", "components/grid", "components/refinement"],
  "components/home": [...BROWSER, "components/search"],
  app: ["components", "components/ui", "lib"],
  "instrumentation.ts": ["lib"],
  "proxy.ts": ["lib"],
  demo: ["lib/service"],
};

const PLACES = Object.keys(TABLE).sort((a, b) => b.length - a.length);

const isIn = (path: string, place: string) =>
  path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}.`);

const placeOf = (path: string) => PLACES.find((place) => isIn(path, place));

const source = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");

/** The project's own modules that a file imports, as paths without an extension. */
function importsOf(path: string): string[] {
  return [...source(path).matchAll(/(?:from|import|import\()\s*["']([^"']+)["']/g)]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => specifier.startsWith("@/") || specifier.startsWith("."))
    .map((specifier) =>
      specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(path), specifier)),
    );
}

const files = projectFiles(/\.tsx?$/).filter((path) => placeOf(path) !== undefined);

test("every place of the table holds files", () => {
  const places = new Set(files.map(placeOf));
  expect(PLACES.filter((place) => !places.has(place))).toEqual([]);
});

test("every import follows the table", () => {
  const wrong = files.flatMap((path) => {
    const place = placeOf(path) ?? "";
    return importsOf(path)
      .filter((target) => ![place, ...(TABLE[place] ?? [])].some((each) => isIn(target, each)))
      .map((target) => `${path} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("no file imports itself by way of others", () => {
  const modules = new Map(files.map((path) => [path.replace(/\.tsx?$/, ""), path]));
  const done = new Set<string>();
  const cycles: string[] = [];

  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const target of importsOf(path)) {
      const next = modules.get(target);
      if (next !== undefined) visit(next, [...trail, path]);
    }
    done.add(path);
  }

  for (const path of files) visit(path, []);
  expect(cycles).toEqual([]);
});

test("every file of the server is marked as such for the bundler", () => {
  const unmarked = files.filter(
    (path) =>
      /^lib\/(platform|state|thumbnails|service|gallery|http)\/|^lib\/(vitrine|config)\.ts$/.test(
        path,
      ) && !source(path).startsWith('import "server-only";\n'),
  );
  expect(unmarked).toEqual([]);
});

test("the environment is read in one place", () => {
  // Next replaces NEXT_RUNTIME by a constant during the build.
  const readers = files.filter((path) => /process\.env\b(?!\.NEXT_RUNTIME\b)/.test(source(path)));
  expect(readers).toEqual(["lib/config.ts"]);
});

test("a file's name says what is in it", () => {
  const bags = projectFiles(
    /^(utils?|helpers?|common|misc|shared|manager|data|info|types|index)\.(tsx?|mjs)$/,
  );
  expect(bags).toEqual([]);
});

test("no code calls URL.canParse, which returns wrong results once Node 20 has compiled it", () => {
  expect(files.filter((path) => source(path).includes("URL.canParse("))).toEqual([]);
});
