/**
 * `node tests/support/slow-machine.mjs <busy|one-core|paused> [command …]`: runs all tests and journeys,
 * or the command, as on a slow machine, and exits with its code. A test that fails here depends on the
 * machine's speed. Needs Linux, and a build for journeys.
 *
 * - busy: beside four busy processes
 * - one-core: on one core
 * - paused: while one of the command's processes after another stands still, 0.2 to 3 s each; with
 *   VITRINE_TEST_SEED, the same sequence again
 *
 * Ends what it started: the busy processes, and after two hours the command.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const HOURS_MAX = 2;
const [mode, ...given] = process.argv.slice(2);
if (!["busy", "one-core", "paused"].includes(mode)) {
  process.stderr.write("How is the machine slow? There are: busy, one-core, paused\n");
  process.exit(1);
}
const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const all = ["npx vitest run", "npx playwright test"].join(" && ");
const asked = given.length > 0 ? given : ["sh", "-c", all];
const [command, ...rest] = mode === "one-core" ? ["taskset", "--cpu-list", "0", ...asked] : asked;

const busy = Array.from({ length: mode === "busy" ? 4 : 0 }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const tested = spawn(command, rest, { cwd: root, stdio: "inherit" });
const isOver = new AbortController();
let stopped = null;

/** Resolves with the processes that the command started, and those that they started. */
function descendants() {
  const childrenOf = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(pid);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(pid)]);
  }
  const below = (pid) => (childrenOf.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(tested.pid);
}

/** Null for a process that has ended. */
function parentOf(pid) {
  try {
    // The name, in parentheses, may contain spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1]);
  } catch {
    return null;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function resume() {
  if (stopped !== null) signal(stopped, "SIGCONT");
  stopped = null;
}

/** Numbers from 0 to 1, by the mulberry32 generator. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function pauseAtRandom() {
  const seed = Number(process.env.VITRINE_TEST_SEED ?? Date.now() % 1_000_000);
  process.stderr.write(`Pauses of VITRINE_TEST_SEED=${seed}\n`);
  const random = randomNumbers(seed);
  const { signal: over } = isOver;
  while (!over.aborted) {
    await wait(200 + random() * 800, null, { signal: over }).catch(() => {});
    const pids = descendants();
    const pid = pids[Math.floor(random() * pids.length)];
    if (pid === undefined || over.aborted) continue;
    stopped = pid;
    signal(pid, "SIGSTOP");
    await wait(200 + random() * 2800, null, { signal: over }).catch(() => {});
    resume();
  }
}

function end(name) {
  resume();
  for (const pid of [...descendants().reverse(), tested.pid]) signal(pid, name);
}

for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => end(name));
setTimeout(() => end("SIGKILL"), HOURS_MAX * 3_600_000).unref();
process.on("exit", () => {
  resume();
  for (const child of busy) child.kill("SIGKILL");
});
tested.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
tested.on("exit", (code) => {
  isOver.abort();
  process.exit(code ?? 1);
});
if (mode === "paused") void pauseAtRandom();
