import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDecoder } from "@/lib/decoding/decoder-process";
import { startThread } from "@/lib/platform/worker-calls";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

/** What an attacker would put there to run code in a process or thread that starts next. */
const POISON = {
  NODE_OPTIONS: "--require=/nowhere/attack.cjs",
  LD_PRELOAD: "/nowhere/attack.so",
  execArgv: ["--require", "/nowhere/attack.cjs"],
  shell: "/nowhere/attack.sh",
  argv: ["--attack"],
};

/** Runs `start` while every object inherits the poison. */
function whilePoisoned<T>(start: () => T): T {
  Object.assign(Object.prototype, POISON);
  try {
    return start();
  } finally {
    for (const name in POISON) delete (Object.prototype as Record<string, unknown>)[name];
  }
}

test("every program begins by deleting __proto__", () => {
  const names = readdirSync("lib/programs").filter((name) => /^[^.]+\.ts$/.test(name));
  const without = names.filter((name) =>
    readFileSync(join(".programs", name.replace(".ts", ".mjs")), "utf8").startsWith(
      "delete Object.prototype.__proto__;",
    ),
  );
  expect(without).toEqual(names);
});

test("a decoder gets nothing that its parent's objects inherit", async () => {
  const program = { path: resolve(".programs/decoder.mjs"), hiddenPaths: [], isBackground: false };
  const decoder = await whilePoisoned(() => startDecoder("bare", program));
  onTestFinished(() => decoder.kill());
  const environment = readFileSync(`/proc/${decoder.pid}/environ`, "utf8").split("\0");
  expect(environment.filter((variable) => variable !== "")).toEqual(["MALLOC_ARENA_MAX=2"]);
});

test("a thread gets its settings, and nothing that its parent's objects inherit", async () => {
  await bundleProgram("inherited-thread");
  const thread = whilePoisoned(() => startThread("tests/inherited-thread", { a: 1 }));
  const [message] = await once(thread, "message");
  expect(message).toEqual({ settings: { a: 1 }, environment: {}, flags: process.execArgv });
});
