import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

/** A checkout whose packages are folders beside it, so that npm needs no registry. */
let folder: string;
let write: (path: string, content: string) => void;

beforeEach(() => {
  folder = temporaryFolder();
  write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("packages/next/package.json", '{ "name": "next", "version": "1.0.0" }');
  write("packages/biome/package.json", '{ "name": "@biomejs/biome", "version": "1.0.0" }');
  write("packages/biome/bin/biome", "");
  write("packages/emoji/package.json", '{ "name": "emoji", "version": "1.0.0" }');
  const dependencies = { next: "file:packages/next" };
  const devDependencies = { "@biomejs/biome": "file:packages/biome" };
  write("package.json", JSON.stringify({ dependencies, devDependencies }));
  write("tests/bench/package.json", '{ "dependencies": { "emoji": "file:../../packages/emoji" } }');
  const lock = ["install", "--package-lock-only", "--ignore-scripts", "--offline"];
  for (const prefix of [".", "tests/bench"]) {
    execFileSync("npm", [...lock, "--prefix", prefix], { cwd: folder });
  }
  write("lib/programs/messages.mjs", "export function writeMessages() {}");
  for (const name of ["steps.mjs", "cpu-time.mjs"]) {
    copyFileSync(join("lib", "programs", name), join(folder, "lib", "programs", name));
  }
});

/** Runs `install`, `installProduct` or `installBench`; returns what it says. */
const run = (name: string) =>
  execFileSync(
    process.execPath,
    ["--input-type=module", "-e", `(await import("./lib/programs/steps.mjs")).${name}()`],
    { cwd: folder, encoding: "utf8" },
  );
const has = (path: string) => existsSync(join(folder, path));
const NEXT = "node_modules/next";
const BIOME = "node_modules/@biomejs/biome";

test("`up` installs the product alone; `verify` adds the rest, and `up` keeps it", () => {
  expect(run("installProduct")).toContain("Installing");
  expect([has(NEXT), has(BIOME)]).toEqual([true, false]);
  expect(run("installProduct")).toBe("");

  // A server may be running from these files.
  const { ino } = lstatSync(join(folder, NEXT));
  expect(run("install")).toContain("Installing");
  expect(has(BIOME)).toBe(true);
  expect(lstatSync(join(folder, NEXT)).ino).toBe(ino);
  expect(run("install")).toBe("");

  expect(run("installProduct")).toBe("");
  expect(has(BIOME)).toBe(true);
});

test("`up` installs all packages of another lock file in a folder that has all", () => {
  run("install");
  write("package-lock.json", `${readFileSync(join(folder, "package-lock.json"), "utf8")}\n`);
  expect(run("installProduct")).toContain("Installing");
  expect(has(BIOME)).toBe(true);
});

test("only a benchmark installs the packages of tests/bench", () => {
  run("install");
  expect(has("tests/bench/node_modules")).toBe(false);
  expect(run("installBench")).toContain("tests/bench");
  expect(has("tests/bench/node_modules/emoji")).toBe(true);
  expect(run("installBench")).toBe("");
});
