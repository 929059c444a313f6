import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const isLinux = process.platform === "linux";

/** Runs a Node program on a slow machine; returns its output and the exit code. */
async function onSlowMachine(mode: string, program: string) {
  const slow = ["tests/support/slow-machine.mjs", mode, process.execPath, "-e", program];
  const child = spawn(process.execPath, slow, { stdio: ["ignore", "pipe", "ignore"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { output: output.trim(), code, pid: child.pid ?? 0 };
}

/** Prints the command line of each process that the parent of this program started. */
const SIBLINGS = `
  const { readdirSync, readFileSync } = require("node:fs");
  const read = (pid, file) => { try { return readFileSync("/proc/" + pid + "/" + file, "utf8") } catch { return "" } };
  const isSibling = (pid) => read(pid, "stat").split(") ").at(-1).split(" ")[1] === String(process.ppid);
  const pids = readdirSync("/proc").filter((name) => Number(name) > 0 && isSibling(name));
  console.log(pids.filter((pid) => read(pid, "cmdline").endsWith("for (;;);\\0")).join(" "));`;

test.runIf(isLinux)("busy: four processes compute, and end with the command", async () => {
  const { output, code } = await onSlowMachine("busy", SIBLINGS);
  const pids = output.split(" ");
  expect([pids.length, code]).toEqual([4, 0]);
  const isBusy = (pid: string) =>
    readdirSync("/proc").includes(pid) &&
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("for (;;);");
  await expect.poll(() => pids.filter(isBusy)).toEqual([]);
});

test.runIf(isLinux)("one-core: the command has one core, and its exit code is kept", async () => {
  const program = `
    const status = require("node:fs").readFileSync("/proc/self/status", "utf8");
    console.log(/Cpus_allowed_list:\\s*(\\S+)/.exec(status)[1]);
    process.exitCode = 3;`;
  expect(await onSlowMachine("one-core", program)).toMatchObject({ output: "0", code: 3 });
});

test.runIf(isLinux)(
  "paused: what the command started stands still at times, and goes on",
  async () => {
    // Ends when its child, which ticks every 10 ms, has missed at least 200 ms, twice.
    const program = `
    const ticks = "setInterval(() => process.stdout.write(Date.now() + ' '), 10)";
    const child = require("node:child_process").spawn(process.execPath, ["-e", ticks]);
    let lastMs = Infinity, gaps = 0;
    child.stdout.on("data", (piece) => {
      for (const tick of String(piece).trim().split(" ").map(Number)) {
        if (tick - lastMs >= 200) gaps++;
        lastMs = tick;
      }
      if (gaps < 2) return;
      console.log("paused");
      child.stdout.removeAllListeners("data");
      child.kill("SIGKILL");
    });`;
    expect(await onSlowMachine("paused", program)).toMatchObject({ output: "paused", code: 0 });
  },
);
