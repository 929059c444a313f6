import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/project-files";

/**
 * What each place may import of ours (ARCHITECTURE.md, "Layers"); a place always may import
 * itself. The longest place that a path starts with is the one that counts.
 */
const TABLE: Record<string, readonly string[]> = {
  "lib/protocol": [],
  "lib/contract": [],
  "lib/core": ["lib/contract", "lib/protocol"],
  "lib/client": ["lib/core", "lib/contract", "lib/protocol"],
  "lib/server": ["lib/core", "lib/contract", "lib/protocol"],
  "lib/service": [
    "lib/core",
    "lib/contract",
    "lib/protocol",
    "lib/server/state",
    "lib/server/errors",
    "lib/server/log",
    "lib/server/http",
  ],
  "lib/vitrine": ["lib/service", "lib/server", "lib/core", "lib/contract", "lib/protocol"],
  "lib/programs": [
    "lib/vitrine",
    "lib/service",
    "lib/server",
    "lib/core",
    "lib/contract",
    "lib/protocol",
  ],
  "components/ui": [],
  components: ["components", "components/ui", "lib/client", "lib/core", "lib/contract"],
  app: ["components", "components/ui", "lib"],
  "instrumentation.ts": ["lib"],
  "proxy.ts": ["lib"],
};

const PLACES = Object.keys(TABLE).sort((a, b) => b.length - a.length);

function placeOf(path: string): string | undefined {
  return PLACES.find(
    (place) => path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}.`),
  );
}

function importsOf(path: string): string[] {
  const source = readFileSync(join(PROJECT_ROOT, path), "utf8");
  const specifiers = source.matchAll(/(?:from|import|import\()\s*["']([^"']+)["']/g);
  return [...specifiers]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => specifier.startsWith("@/") || specifier.startsWith("."))
    .map((specifier) =>
      specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(path), specifier)),
    );
}

const files = projectFiles(/\.tsx?$/).filter((path) => placeOf(path) !== undefined);

test("there are files to look at in every layer", () => {
  const places = new Set(files.map(placeOf));
  for (const place of [
    "lib/protocol",
    "lib/contract",
    "lib/core",
    "lib/server",
    "lib/service",
    "components",
    "app",
  ]) {
    expect(places).toContain(place);
  }
});

test("no import points against the table", () => {
  const wrong = files.flatMap((path) => {
    const place = placeOf(path) ?? "";
    return importsOf(path)
      .filter((target) => {
        const isAllowed = [place, ...(TABLE[place] ?? [])].some(
          (allowed) =>
            target === allowed ||
            target.startsWith(`${allowed}/`) ||
            target.startsWith(`${allowed}.`),
        );
        return !isAllowed;
      })
      .map((target) => `${path} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("every file of the server says so to the bundler", () => {
  const silent = files.filter((path) => {
    if (!/^lib\/(server|service)\/|^lib\/vitrine\.ts$/.test(path)) return false;
    return !readFileSync(join(PROJECT_ROOT, path), "utf8").startsWith('import "server-only";\n');
  });
  expect(silent).toEqual([]);
});

test("the environment is read in one place", () => {
  // Next replaces this one by a constant while it builds.
  const readers = files.filter((path) =>
    /process\.env\b(?!\.NEXT_RUNTIME\b)/.test(readFileSync(join(PROJECT_ROOT, path), "utf8")),
  );
  expect(readers).toEqual(["lib/server/config.ts"]);
});

test("a file's name says what is in it", () => {
  const bags = projectFiles(
    /^(utils?|helpers?|common|misc|shared|manager|data|info|types|index)\.(tsx?|mjs)$/,
  );
  expect(bags).toEqual([]);
});

test("nothing relies on URL.canParse, which Node 20 gets wrong once it is compiled", () => {
  const callers = files.filter((path) =>
    readFileSync(join(PROJECT_ROOT, path), "utf8").includes("URL.canParse("),
  );
  expect(callers).toEqual([]);
});
