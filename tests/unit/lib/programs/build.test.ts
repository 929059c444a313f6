import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { beforeEach, expect, test } from "vitest";
import type { ScanWorkerSettings } from "@/lib/service/library/background-scan";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { photographPath } from "@/tests/support/pictures/photographs";

const ANOTHER_BUILD = "0123456789abcdef";
const UPGRADED = "The server was upgraded on disk: restart it";

/** A folder of the product. */
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
});

function run(command: string, ...args: string[]) {
  return new Promise<{ code: number; output: string }>((done) => {
    const env = { ...process.env, VITRINE_DATA_DIR: join(folder, "data") };
    execFile(command, args, { cwd: folder, env }, (error, said, complained) =>
      done({ code: error === null ? 0 : Number(error.code), output: said + complained }),
    );
  });
}

test("a command runs the last build without replacing it, and builds if there is none", async () => {
  for (const name of ["lib", "packages", "package.json", "tsconfig.json"]) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  const keys = () => run("npm", "run", "--silent", "keys");
  const usage = { code: 2, output: expect.stringContaining("npm run keys -- create <account>") };
  expect(await keys()).toEqual(usage);
  const decoder = join(folder, ".programs", "decoder.mjs");
  expect(existsSync(decoder)).toBe(true);

  // A running server starts its decoders from this file, whatever the sources have become.
  appendFileSync(decoder, "// of an earlier build\n");
  expect(await keys()).toEqual(usage);
  expect(readFileSync(decoder, "utf8")).toContain("// of an earlier build");
});

/** Copies the programs. `program` is of another build, as a process from before an upgrade. */
function upgradeBeneath(program: string): string {
  const programs = join(folder, ".programs");
  mkdirSync(programs);
  for (const name of readdirSync(".programs").filter((each) => each.endsWith(".mjs"))) {
    copyFileSync(join(".programs", name), join(programs, name));
  }
  const path = join(programs, `${program}.mjs`);
  const text = readFileSync(path, "utf8");
  const [, build = ""] = /BUILD = .*"([0-9a-f]{16})"/.exec(text) ?? [];
  writeFileSync(path, text.replace(build, ANOTHER_BUILD));
  return path;
}

test("a process of another build gets no answer from its threads", async () => {
  const program = upgradeBeneath("accounts");
  mkdirSync(join(folder, "data"));
  const { code, output } = await run(process.execPath, program, "list");
  expect([code, output]).toEqual([1, expect.stringContaining(UPGRADED)]);
});

test("a process of another build starts no decoder", async () => {
  const program = upgradeBeneath("library");
  mkdirSync(join(folder, "pictures"));
  copyFileSync(photographPath("nagasaki-boats"), join(folder, "pictures", "boats.jpg"));
  const { code, output } = await run(process.execPath, program, "add", "pictures");
  expect([code, output]).toEqual([1, expect.stringContaining(UPGRADED)]);
});

test("a scan that a process of another build starts fails before it opens the library", async () => {
  const storeLocation = { dataDir: join(folder, "data"), databaseUrl: null };
  const settings: ScanWorkerSettings = {
    storeLocation,
    libraryDirs: [],
    hiddenPaths: [],
    wanted: null,
  };
  const workerData = { settings, logLevel: "silent", build: ANOTHER_BUILD };
  const scan = new Worker(resolve(".programs", "scan-worker.mjs"), { workerData });
  await expect(once(scan, "exit")).rejects.toThrow(UPGRADED);
  expect(existsSync(storeLocation.dataDir)).toBe(false);
});
