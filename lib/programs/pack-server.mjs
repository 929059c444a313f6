/**
 * `npm run pack:server`: writes `.server`, a folder that `node server.mjs` runs without a checkout or
 * npm, and `vitrine-server.tgz`, the same as one file (docs/decisions/0069-what-an-installation-ships.md).
 *
 * It contains the build, the pictures of the demo, and those files of the packages that the programs and
 * pages can load; `sbom.cdx.json` and `LICENCES.txt` list these packages.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { buildProduct } from "./build-product.mjs";
import { fail, hasAllPackages, install, root, say } from "./steps.mjs";

if (!hasAllPackages()) await install();
const { nodeFileTrace } = await import("@vercel/nft");
if ((await buildProduct()) !== 0) fail("The build failed: see above.");

const target = join(root, ".server");
rmSync(target, { recursive: true, force: true });

/** Parts of Next that only `next dev` loads, tools, and maps, which contain sources. */
const NOT_AT_RUN_TIME = [
  "**/*.map",
  "**/*.dev.js",
  "node_modules/next/dist/{bundle-analyzer,docs,next-devtools}/**",
  "node_modules/{playwright,playwright-core,typescript}/**",
];

/** Files that the product opens by their path, not by an import. */
const OPENED = ["package.json", "LICENSE", "public", "demo", "lib/service/finding/data"];

/** The programs that a person starts. */
const COMMANDS = ["server", "accounts", "keys", "library", "doctor", "backup", "restore"];

/** As Next's own standalone servers do: otherwise it loads its compilers to read next.config.js. */
const BUILT_CONFIGURATION = [
  'const { readFileSync } = await import("node:fs");',
  'const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));',
  "process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);",
];

/** Parts of `.next` that only a build uses. */
const OF_BUILDS =
  /^\.next\/(?:cache|dev|diagnostics|node_modules|trace|trace-build|turbopack|types)\b/;

const shipped = new Set([
  ...(await tracedPackages()),
  ...filesOf(".next"),
  ...filesOf(".programs"),
]);
for (const path of OPENED.flatMap(filesOf)) shipped.add(path);
for (const path of shipped) {
  if (/\.(?:map|nft\.json|d\.[cm]?ts)$/.test(path) || OF_BUILDS.test(path)) continue;
  // Written by a server that runs in this checkout.
  if (path === ".programs/server.json") continue;
  cpSync(join(root, path), join(target, path), { dereference: true });
}
// Links to packages, under the names that the build gave them.
const links = join(".next", "node_modules");
mkdirSync(join(target, links), { recursive: true });
for (const name of readdirSync(join(root, links))) {
  symlinkSync(readlinkSync(join(root, links, name)), join(target, links, name));
}
for (const name of COMMANDS) {
  const start = [
    'import { fileURLToPath } from "node:url";',
    'process.chdir(fileURLToPath(new URL(".", import.meta.url)));',
    ...(name === "server" ? BUILT_CONFIGURATION : []),
    `await import("./.programs/${name}.mjs");`,
  ];
  writeFileSync(join(target, `${name}.mjs`), `${start.join("\n")}\n`);
}
writePackageLists();
const tarball = join(root, "vitrine-server.tgz");
const { status } = spawnSync("tar", [
  "-czf",
  tarball,
  "-C",
  root,
  "--transform",
  "s,^.server,vitrine,",
  ".server",
]);
if (status !== 0) fail("tar could not write vitrine-server.tgz.");
say(
  `.server: ${megabytes(filesOf(".server"))} MB; vitrine-server.tgz: ${megabytes(["vitrine-server.tgz"])} MB`,
);

/** Returns the files of packages that the programs, or Next and the pages, can load. */
async function tracedPackages() {
  const programs = filesOf(".programs").filter((path) => path.endsWith(".mjs"));
  const { fileList } = await nodeFileTrace(programs, { base: root, ignore: NOT_AT_RUN_TIME });
  // Pages are bundled; what they share is traced by the build.
  const ofPages = JSON.parse(readFileSync(join(root, ".next/next-server.js.nft.json"), "utf8"));
  const files = ofPages.files.map((file) => relative(root, resolve(root, ".next", file)));
  const traced = [...fileList, ...files]
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.startsWith("node_modules/") && statSync(join(root, path)).isFile());
  // The check of versions may read the package.json of any package.
  const used = new Set(traced.filter((path) => !path.endsWith("/package.json")).map(packageFolder));
  return traced.filter((path) => used.has(packageFolder(path)));
}

function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)[0];
}

function filesOf(path) {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    );
}

/** Writes what ships: a list for machines (CycloneDX), and the licences for people. */
function writePackageLists() {
  const packages = filesOf(".server/node_modules")
    .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => ({ folder: dirname(path), ...readPackage(path) }))
    .filter(({ name, version }) => name && version)
    .sort((one, other) => one.name.localeCompare(other.name));
  const sbom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: componentOf(readPackage("package.json"), "application") },
    components: packages.map((shippedPackage) => componentOf(shippedPackage, "library")),
  };
  writeFileSync(join(target, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 1)}\n`);
  const licences = packages.map(({ folder, name, version, license }) => {
    // The tracing leaves out a package's licence file.
    const original = join(root, folder.replace(/^\.server\//, ""));
    const file = readdirSync(original).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : readFileSync(join(original, file), "utf8").trim();
    return `${name} ${version}: ${license ?? "see its text"}\n\n${text}\n`;
  });
  writeFileSync(join(target, "LICENCES.txt"), licences.join(`\n${"-".repeat(72)}\n\n`));
}

function componentOf({ name, version, license }, type) {
  const component = { type, name, version, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
  return typeof license === "string"
    ? { ...component, licenses: [{ expression: license }] }
    : component;
}

function readPackage(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

function megabytes(paths) {
  const bytes = paths.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  return Math.round(bytes / 1e6);
}
