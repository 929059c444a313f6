/**
 * `node tests/bench/run.mjs <name> [arguments]`: bundles the benchmark `tests/bench/<name>.ts` into
 * `.programs/bench/` and runs it in the project's folder. Benchmarks are neither tests nor part of the
 * product. Each prints what it measured beside its aims, and exits with 1 if one is missed
 * (`support/verdicts.ts`).
 *
 * Installs what is missing, among it the packages of this folder (docs/dependencies.md), and builds
 * the product if there is no build.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildProduct } from "../../lib/programs/build-product.mjs";
import { fail, installBench, root } from "../../lib/programs/steps.mjs";

const folder = join(root, "tests", "bench");
const [name = "", ...rest] = process.argv.slice(2);
const entry = join(folder, `${name}.ts`);

if (!/^[a-z-]+$/.test(name) || !existsSync(entry)) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3));
  process.stderr.write(`Which bench? There are: ${names.join(", ")}\n`);
  process.exit(1);
}

await installBench();
if (!existsSync(join(root, ".next", "BUILD_ID")) && (await buildProduct()) !== 0) {
  fail("The build failed: see above.");
}
const { build } = await import("esbuild");
const { findChromium } = await import("../../lib/programs/chromium.mjs");

const program = join(root, ".programs", "bench", `${name}.mjs`);
await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile: program,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "linked",
  logLevel: "warning",
  alias: { "server-only": join(root, "lib", "programs", "nothing.mjs") },
});

const child = spawn(process.execPath, ["--enable-source-maps", program, ...rest], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, VITRINE_CHROMIUM: (await findChromium()) ?? "" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
