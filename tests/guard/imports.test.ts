import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT, projectFiles } from "@/tests/support/files/project-files";

const SHARED = ["lib/contract", "lib/protocol"];
const SERVER = [
  ...SHARED,
  "lib/core",
  "lib/messages",
  "lib/platform",
  "lib/decoding",
  "lib/state",
  "lib/thumbnails",
  "lib/service",
  "lib/gallery",
  "lib/webhook",
  "lib/web",
  "lib/picker",
  "lib/console",
  "lib/http",
];

/** What serves over the gallery and over our own service. */
const OVER_BOTH_SIDES = [
  ...SHARED,
  "lib/gallery",
  "lib/service",
  "lib/web",
  "lib/platform",
  "lib/core",
];

/** What every feature under components/ may import; the arrows between features form no cycle. */
const BROWSER = [...SHARED, "components/ui", "lib/client", "lib/core", "lib/messages"];

/**
 * The imports allowed to each layer (ARCHITECTURE.md, "Layers"). A layer may always import itself. A
 * file belongs to the layer with the longest matching path prefix.
 */
const TABLE: Record<string, readonly string[]> = {
  "lib/protocol": [],
  "lib/contract": ["lib/protocol"],
  "lib/core": SHARED,
  "lib/messages": ["lib/contract"],
  "lib/client": [...SHARED, "lib/core", "lib/messages"],
  "lib/platform": [...SHARED, "lib/messages", "package.json"],
  "lib/state": [...SHARED, "lib/platform", "lib/core"],
  "lib/decoding": [...SHARED, "lib/platform", "lib/core"],
  "lib/web": [...SHARED, "lib/messages", "lib/platform", "lib/core"],
  "lib/thumbnails": [...SHARED, "lib/decoding", "lib/web", "lib/platform", "lib/core"],
  "lib/service": [
    ...SHARED,
    "lib/web",
    "lib/messages",
    "lib/state",
    "lib/decoding",
    "lib/platform",
    "lib/core",
  ],
  "lib/gallery": [...SHARED, "lib/web", "lib/state", "lib/platform", "lib/core"],
  "lib/webhook": [...SHARED, "lib/state", "lib/thumbnails", "lib/platform", "lib/core"],
  "lib/picker": [...OVER_BOTH_SIDES, "lib/messages"],
  "lib/console": [...OVER_BOTH_SIDES, "lib/thumbnails", "lib/state"],
  "lib/http": [...OVER_BOTH_SIDES, "lib/thumbnails", "lib/messages"],
  "lib/config": SERVER,
  "lib/vitrine": [...SERVER, "lib/config"],
  "lib/page-bridge": ["lib/platform", "lib/http", "lib/vitrine"],
  "lib/programs": [...SERVER, "lib/config", "lib/vitrine", "lib/page-bridge"],
  "components/ui": [],
  "components/site": BROWSER,
  "components/account": [...BROWSER, "components/site"],
  "components/console": [...BROWSER, "components/site", "components/account"],
  "components/api-docs": BROWSER,
  "components/tile": [...BROWSER, "components/image-dialogs"],
  "components/grid": [...BROWSER, "components/tile"],
  "components/zoom": BROWSER,
  "components/image-dialogs": [...BROWSER, "components/slots", "components/zoom"],
  "components/refinement": BROWSER,
  "components/slots": BROWSER,
  "components/lightbox": [...BROWSER, "components/image-dialogs", "components/zoom"],
  "components/selection": [...BROWSER, "components/image-dialogs", "components/zoom"],
  "components/library": [
    ...BROWSER,
    "components/grid",
    "components/tile",
    "components/lightbox",
    "components/selection",
  ],
  "components/search": [
    ...BROWSER,
    "components/site",
    "components/collections",
    "components/grid",
    "components/tile",
    "components/lightbox",
    "components/refinement",
    "components/selection",
    "components/slots",
  ],
  "components/collections": [
    ...BROWSER,
    "components/site",
    "components/grid",
    "components/tile",
    "components/lightbox",
    "components/image-dialogs",
    "components/selection",
    "components/slots",
  ],
  "components/picker": [
    ...BROWSER,
    "components/search",
    "components/grid",
    "components/site",
    "components/selection",
    "components/lightbox",
    "components/image-dialogs",
    "components/slots",
  ],
  "components/home": [...BROWSER, "components/search", "components/grid", "components/collections"],
  packages: [],
  app: ["components", "components/ui", "lib"],
  "instrumentation.ts": ["lib"],
  "proxy.ts": ["lib"],
};

const LAYERS = Object.keys(TABLE).sort((a, b) => b.length - a.length);

const isIn = (path: string, layer: string) =>
  path === layer || path.startsWith(`${layer}/`) || path.startsWith(`${layer}.`);

const layerOf = (path: string) => LAYERS.find((layer) => isIn(path, layer));

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

const files = projectFiles(/\.tsx?$/).filter((path) => layerOf(path) !== undefined);

/** All of the project's TypeScript but its tests and the configuration of its tools. */
const product = projectFiles(/(?<!\.d|\.config)\.tsx?$/).filter(
  (path) => !path.startsWith("tests/"),
);

test("the table has a layer for every file of the product", () => {
  expect(product.filter((path) => layerOf(path) === undefined)).toEqual([]);
});

test("every layer of the table has files", () => {
  const used = new Set(files.map(layerOf));
  expect(LAYERS.filter((layer) => !used.has(layer))).toEqual([]);
});

test("every import follows the table", () => {
  const wrong = files.flatMap((path) => {
    const layer = layerOf(path) ?? "";
    return importsOf(path)
      .filter((target) => ![layer, ...(TABLE[layer] ?? [])].some((each) => isIn(target, each)))
      .map((target) => `${path} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("there are no import cycles", () => {
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

/**
 * The modules that parse bytes which other people made. Only a decoder runs them: a sandboxed process
 * with no secrets (docs/decisions/0077-foreign-bytes-in-the-sandbox.md).
 */
const FOREIGN_BYTE_READERS = [
  "decode-text",
  "inspect-picture",
  "loaders",
  "make-crop",
  "make-thumbnail",
  "mended-file",
  "open-picture",
  "pick-metadata",
  "read-exif",
  "read-iptc",
  "read-jpeg",
  "read-png",
  "parse-sidecar",
  "read-xmp",
  "small-copy",
  "srgb-profile",
  "svg-density",
  "visible-page",
].map((name) => `lib/decoding/${name}`);
const DECODER = "lib/programs/decoder";
/** The packages that parse images and XML. */
const PARSERS =
  /^(?:sharp|sax|exifr|exifreader|exif-reader|saxes|[\w-]*xml[\w-]*|@xmldom\/xmldom|htmlparser2|cheerio|jsdom)$/;

/** What a file imports at run time: types are erased. */
function runTimeImportsOf(path: string): string[] {
  const code = source(path).replace(/^(?:import|export) type [^;]*;/gm, "");
  return [...code.matchAll(/(?:from|import|import\(|require\()\s*["']([^"']+)["']/g)].map(
    ([, specifier = ""]) => {
      if (specifier.startsWith("@/")) return specifier.slice(2);
      return specifier.startsWith(".") ? normalize(join(dirname(path), specifier)) : specifier;
    },
  );
}

test("bytes that other people made are parsed in a decoder only", () => {
  const readers = new Set(FOREIGN_BYTE_READERS);
  const modules = files.map((path) => ({ path, module: path.replace(/\.tsx?$/, "") }));
  const names = new Set(modules.map(({ module }) => module));
  expect(FOREIGN_BYTE_READERS.filter((reader) => !names.has(reader))).toEqual([]);
  const wrong = modules
    .filter(({ module }) => !readers.has(module) && module !== DECODER)
    .flatMap(({ path }) =>
      runTimeImportsOf(path)
        .filter((target) => readers.has(target) || PARSERS.test(target))
        .map((target) => `${path} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

/** In lib; the scripts `*.mjs` build and start the product, before it reads anything. */
test("every process and thread starts with options and an environment that inherit nothing", () => {
  const starts = files.flatMap((path) =>
    [
      ...source(path).matchAll(
        /(?<![.\w])(?:spawn|exec|execFile|fork|new Worker)(?:Sync)?\(([^;]*);/g,
      ),
    ].map(([, args]) => ({ path, isBare: args?.includes("withoutPrototype(options)") })),
  );
  expect(starts).toEqual([
    { path: "lib/decoding/decoder-process.ts", isBare: true },
    { path: "lib/platform/worker-calls.ts", isBare: true },
  ]);
  for (const { path } of starts) expect(source(path)).toMatch(/\benv: withoutPrototype\(/);
});

test("every file of lib that no browser may load starts with the server-only import", () => {
  // A bundle of lib/programs never contains a page, so a page cannot import one by mistake.
  const unmarked = product.filter(
    (path) =>
      path.startsWith("lib/") &&
      ![...BROWSER, "lib/programs"].some((layer) => isIn(path, layer)) &&
      !source(path).startsWith('import "server-only";\n'),
  );
  expect(unmarked).toEqual([]);
});

test("only the configuration and the scripts beside the server read the environment", () => {
  const code = projectFiles(/(?<!\.config\.ts)(?<=\.(?:tsx?|mts|mjs|js))$/).filter(
    (path) => !path.startsWith("tests/"),
  );
  // Next replaces NEXT_RUNTIME with a constant at build time.
  const read =
    /process\??\.env\b(?!\.NEXT_RUNTIME\b)|process\??\.?\[|^import .*"(?:node:)?process"/m;
  const readers = code.filter(
    (path) => !/^lib\/programs\/[\w-]+\.mjs$/.test(path) && read.test(source(path)),
  );
  expect(readers).toEqual(["lib/config.ts"]);
});

test("the sign-in library and OpenTelemetry are imported dynamically, so that no start-up loads them", () => {
  const eager = /^import (?!type)[^;]*from "(?:@?better-auth|@opentelemetry)/m;
  expect(files.filter((path) => eager.test(source(path)))).toEqual([]);
});

test("no file has a catch-all name", () => {
  const bags = projectFiles(
    /^(utils?|helpers?|common|misc|shared|manager|data|info|types|index)\.(tsx?|mjs)$/,
  );
  expect(bags).toEqual([]);
});

test("no code calls URL.canParse, which returns wrong results once Node 20 has compiled it", () => {
  expect(files.filter((path) => source(path).includes("URL.canParse("))).toEqual([]);
});
