/**
 * Bundles every program that runs beside Next (server, worker threads, commands) into
 * `.programs/<name>.mjs`, so that it starts without a TypeScript loader.
 *
 * Also bundles `packages/picker` into `.programs/picker.js`, and the service worker into
 * `.programs/offline-worker.js`.
 *
 * A program is a file `lib/programs/<name>.ts`. Packages stay external and are loaded from
 * node_modules; `server-only` is a build-time marker for Next and has no effect here.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * sharp's ESM entry imports JSON with an attribute, which Node 20.9 cannot parse; its CommonJS
 * entry works there.
 */
const sharpByRequire = {
  name: "sharp-by-require",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^sharp$/ }, () => ({ path: "sharp", namespace: "by-require" }));
    onLoad({ filter: /.*/, namespace: "by-require" }, () => ({
      contents: `import { createRequire } from "node:module";
        export default createRequire(import.meta.url)("sharp");`,
    }));
  },
};

/** The functions of the sign-in library that this program uses, by module. */
const SIGN_IN_LIBRARY = {
  "better-auth/adapters": "createAdapterFactory",
  "better-auth/api": "APIError",
  "better-auth/crypto": "hashPassword, verifyPassword",
  "better-auth/minimal": "betterAuth",
};

/**
 * Bundles the sign-in library into one file, which loads with an eighth of the CPU time: the server
 * loads it while it serves visitors (docs/decisions/0041-sign-in-by-better-auth.md).
 */
const signInLibraryInOneFile = {
  name: "sign-in-library-in-one-file",
  setup({ onResolve }) {
    onResolve({ filter: /^better-auth\// }, ({ path }) =>
      path in SIGN_IN_LIBRARY ? { path: "./better-auth.mjs", external: true } : null,
    );
  },
};

/** Stands in the bundles for their hash, until that is known. */
const BUILD_PLACEHOLDER = "vitrine-build-00";

/**
 * As `node --disable-proto=delete`, in every program and thread however it is started: parsed data with
 * a key `__proto__` cannot reach a prototype (docs/decisions/0077-foreign-bytes-in-the-sandbox.md).
 */
const WITHOUT_PROTO = "delete Object.prototype.__proto__;";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export async function buildPrograms() {
  const folder = join(root, "lib", "programs");
  const entryPoints = readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: join(root, ".programs"),
    write: false,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "linked",
    logLevel: "warning",
    plugins: [sharpByRequire, signInLibraryInOneFile],
    banner: { js: WITHOUT_PROTO },
    alias: { "server-only": join(folder, "nothing.mjs") },
    define: { VITRINE_BUILD: JSON.stringify(BUILD_PLACEHOLDER) },
  });
  const library = await build({
    absWorkingDir: root,
    stdin: {
      contents: Object.entries(SIGN_IN_LIBRARY)
        .map(([module, name]) => `export { ${name} } from "${module}";`)
        .join("\n"),
      resolveDir: root,
    },
    outfile: join(root, ".programs", "better-auth.mjs"),
    write: false,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
  outputFiles.push(...library.outputFiles, await buildPicker(), await buildOfflineWorker());
  for (const { path, contents } of withBuild(outputFiles)) replaceFile(path, contents);
}

/** Writes the hash of the bundles into each of them (lib/platform/build.ts). */
function withBuild(files) {
  const hash = createHash("sha256");
  for (const { contents } of files) hash.update(contents);
  const build = hash.digest("hex").slice(0, BUILD_PLACEHOLDER.length);
  return files.map(({ path, text, contents }) => ({
    path,
    contents: path.endsWith(".mjs")
      ? Buffer.from(text.replaceAll(BUILD_PLACEHOLDER, build))
      : contents,
  }));
}

/** Bundles the module with which other programs open the picker (lib/picker/script.ts). */
export function buildPicker() {
  return buildForBrowser("packages/picker/src/picker.ts", "picker.js");
}

/** Bundles the service worker (lib/http/offline-worker.ts). */
function buildOfflineWorker() {
  return buildForBrowser("lib/client/offline/worker.ts", "offline-worker.js");
}

async function buildForBrowser(entryPoint, name) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outfile: join(root, ".programs", name),
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  });
  return outputFiles[0];
}

/** Leaves an equal file alone. Replaces others atomically: programs may be starting from them. */
function replaceFile(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPrograms();
