/** Small pieces that `npm run up` and `npm run verify` share. Plain Node: runs before any install. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const NODE_FLOOR = [20, 9];

/** Ends the process with a sentence a newcomer can act on, if this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return;
  fail(`Vitrine needs Node ${NODE_FLOOR.join(".")} or later; this is ${process.versions.node}.`);
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

export function fail(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}

/**
 * Runs a command to its end with its output shown; resolves with its exit code.
 * Arguments are passed as they are: no shell reads them.
 */
export function run(command, args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
    });
    child.on("error", () => resolve(127));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

const TOOLS = {
  biome: "@biomejs/biome/bin/biome",
  next: "next/dist/bin/next",
  playwright: "@playwright/test/cli.js",
  tsc: "typescript/bin/tsc",
  vitest: "vitest/vitest.mjs",
};

/** The script of an installed tool; run with this Node it needs no shell on any system. */
export function tool(name) {
  return join(root, "node_modules", TOOLS[name]);
}

/** Runs an installed tool, as `run` does. */
export function runTool(name, args, options) {
  return run(process.execPath, [tool(name), ...args], options);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name));
    } else {
      hash.update(`${path}\0`).update(readFileSync(full));
    }
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}

/** Runs `work` unless it already succeeded for the same contents of `paths`. */
async function onceFor(stampPath, paths, work) {
  const stamp = join(root, stampPath);
  const wanted = hashOf(paths);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Installs exactly what the lock file says, unless that is what is there. */
export function install() {
  return onceFor("node_modules/.vitrine-installed", ["package-lock.json"], async () => {
    say("Installing …");
    const npm = process.env.npm_execpath;
    const ci = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    const code = npm ? await run(process.execPath, [npm, ...ci]) : await run("npm", ci);
    if (code !== 0)
      fail("The installation failed: see npm's words above. Is the npm registry reachable?");
  });
}

const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "next.config.js",
  "package-lock.json",
  "proxy.ts",
  "tsconfig.json",
];

/** Builds what Next serves, and packs it for the front door; resolves with an exit code. */
export async function buildPages(options) {
  const code = await runTool("next", ["build"], options);
  return code || run(process.execPath, ["lib/programs/compress.mjs"]);
}

/** Builds the product, unless these sources were built already. */
export function buildProduct({ env = {} } = {}) {
  return onceFor(".next/.vitrine-built", SOURCES, async () => {
    say("Building …");
    const programs = await run(process.execPath, ["lib/programs/build.mjs"]);
    const code = programs || (await buildPages({ env }));
    if (code !== 0) fail("The build failed: see above.");
  });
}
