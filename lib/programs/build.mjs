/**
 * Bundles every program of ours that runs beside Next (server, worker threads, commands) into
 * `.programs/<name>.mjs`, so that they start without a TypeScript loader.
 *
 * A program is a file `lib/programs/<name>.ts`. Packages stay external and are loaded from
 * node_modules; `server-only` is a build-time marker for Next and has no effect here.
 */
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
    plugins: [sharpByRequire],
    alias: { "server-only": join(folder, "nothing.mjs") },
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
}

/** Leaves an equal file alone and replaces another in one step: programs may be starting from it. */
function replaceFile(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPrograms();
