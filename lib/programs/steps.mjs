/**
 * Shared by `npm run up`, `build` and `verify`. Plain Node: it runs before packages are installed.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureCpu } from "./cpu-time.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** By major version, the first minor version. Vite and jsdom, for the tests, need later ones. */
const NODE_FLOORS = { Vitrine: { 20: 9 }, "`npm run verify`": { 20: 19, 22: 13 } };

/** Ends the process with a message if this Node is too old for the product, or for its tests. */
export function requireNode(name = "Vitrine") {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const floors = NODE_FLOORS[name];
  if (major >= 20 && minor >= (floors[major] ?? 0)) return;
  const versions = Object.entries(floors).map((floor) => floor.join("."));
  fail(`${name} needs Node ${versions.join(", ")} or later; this is ${process.versions.node}.`);
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

export function fail(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}

/**
 * Runs a command; resolves with its exit code. Shows the output as it comes, or passes it to
 * `onOutput` in pieces. `onCpu` receives the CPU time that it took (cpu-time.mjs); not on Windows.
 */
export function run(command, args, { env = {}, onOutput, onCpu } = {}) {
  const cpu =
    onCpu === undefined || process.platform === "win32" ? null : measureCpu([command, ...args]);
  const [program, ...rest] = cpu?.timed ?? [command, ...args];
  return new Promise((resolve) => {
    const output = onOutput === undefined ? "inherit" : "pipe";
    const child = spawn(program, rest, {
      cwd: root,
      stdio: ["ignore", output, output, cpu === null ? "ignore" : "pipe"],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
    });
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    const times = collected();
    child.stdio[3]?.on("data", times.onOutput);
    child.on("error", () => resolve(127));
    child.on("close", (code) => {
      if (cpu !== null) onCpu(cpu.end(times.text()));
      resolve(code ?? 1);
    });
  });
}

/** Returns an `onOutput` that collects the output of `run`, to show it if the command fails. */
export function collected() {
  const pieces = [];
  return {
    onOutput: (piece) => pieces.push(piece),
    text: () => Buffer.concat(pieces).toString(),
  };
}

const TOOLS = {
  biome: "@biomejs/biome/bin/biome",
  next: "next/dist/bin/next",
  playwright: "@playwright/test/cli.js",
  tsc: "typescript/bin/tsc",
  vitest: "vitest/vitest.mjs",
};

/** Returns the script of an installed tool; run with this Node, it needs no shell on any system. */
export function tool(name) {
  return join(root, "node_modules", TOOLS[name]);
}

/** Runs an installed tool, as `run` does. */
export function runTool(name, args, options) {
  return run(process.execPath, [tool(name), ...args], options);
}

export function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Installs a Debian package as root; does nothing on other systems. */
export async function installDebianPackage(name) {
  if (!isDebianRoot()) return;
  say(`Trying the distribution's package ${name} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
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

/** Whether the last `onceFor` of this stamp saw the same contents of `paths`. */
export function isDoneFor(stampPath, paths) {
  const stamp = join(root, stampPath);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashOf(paths);
}

/** Runs `work` unless it already succeeded for the same contents of `paths`; false if it fails. */
export async function onceFor(stampPath, paths, work) {
  if (isDoneFor(stampPath, paths)) return;
  const stamp = join(root, stampPath);
  const wanted = hashOf(paths);
  if ((await work()) === false) return;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** The records of what was installed: what the product needs, all packages, and those of tests/bench. */
const PRODUCT_INSTALLED = ["node_modules/.vitrine-installed", ["package-lock.json"]];
export const INSTALLED = ["node_modules/.vitrine-installed-all", ["package-lock.json"]];
const BENCH_INSTALLED = [
  "tests/bench/node_modules/.vitrine-installed",
  ["tests/bench/package-lock.json"],
];

/** Whether this folder has the packages for development, which `npm run up` leaves out. */
export const hasAllPackages = () => existsSync(tool("biome"));

/**
 * Installs exactly the versions of the lock file, unless they are installed, and generates the
 * modules of the messages, which the types, the build and the tests import.
 */
export async function install() {
  // Does not remove what `npm run up` installed: a server may be running from it.
  const isAddition = isDoneFor(...PRODUCT_INSTALLED);
  const command = isAddition ? ["install", "--no-save"] : ["ci"];
  await onceFor(...INSTALLED, () => runNpm("Installing …", [...command, "--include=dev"]));
  await compileMessages();
}

/** As `install`, without the packages for development, unless this folder has them. */
export async function installProduct() {
  if (hasAllPackages()) return install();
  // With peer dependencies npm would keep the test runner, an optional peer of the sign-in library.
  const command = ["ci", "--omit=dev", "--legacy-peer-deps"];
  await onceFor(...PRODUCT_INSTALLED, () => runNpm("Installing …", command));
  await compileMessages();
}

/** Installs the packages of tests/bench, which nothing else reads, and all others if some are missing. */
export async function installBench() {
  if (!hasAllPackages()) await install();
  await onceFor(...BENCH_INSTALLED, () =>
    runNpm("Installing the data of tests/bench, 95 MB …", ["ci", "--prefix", "tests/bench"]),
  );
}

async function runNpm(text, command) {
  say(text);
  const npm = process.env.npm_execpath;
  const args = [...command, "--no-audit", "--no-fund", "--ignore-scripts"];
  const output = collected();
  const code = await (npm
    ? run(process.execPath, [npm, ...args], output)
    : run("npm", args, output));
  if (code === 0) return;
  fail(
    `${output.text()}\nThe installation failed; npm says why above. Is the npm registry reachable?`,
  );
}

async function compileMessages() {
  const { writeMessages } = await import("./messages.mjs");
  writeMessages();
}
