/**
 * `node tests/bench/run.mjs <name> [arguments]`: bundles the benchmark `tests/bench/<name>.ts` into
 * `.programs/bench/` and runs it in the project's folder. Benchmarks are neither tests nor part of the
 * product. Each prints what it measured beside its aims, and exits with 1 if one is missed
 * (`support/verdicts.ts`).
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { findChromium } from "../../lib/programs/chromium.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
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
