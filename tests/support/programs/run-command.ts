import { type ChildProcess, execFile, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { afterAll } from "vitest";
import { PROJECT_ROOT } from "../files/project-files";

/** What a command ended with, and all that it wrote to standard output and standard error. */
export type CommandOutcome = { code: number; said: string; complained: string };
type Environment = Record<string, string | undefined>;
type Place = { env: Environment; cwd?: string };
type Run = Required<Place> & { program: string; words: readonly string[] };

const started = new Set<string>();
let shared: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

afterAll(async () => {
  if (shared === null) return;
  const ended = once(shared, "exit");
  shared.kill();
  await ended;
});

/**
 * Runs a built command as `npm run <name> -- <words>` does. The first run of each command in a test file
 * has a process of its own, and shows that it ends; the later ones share a process
 * (command-process.mjs), which saves the time of loading packages.
 */
export function runCommand(
  name: "accounts" | "backup" | "doctor" | "keys" | "library" | "restore",
  words: readonly string[],
  { env, cwd = "." }: Place,
): Promise<CommandOutcome> {
  const program = join(PROJECT_ROOT, ".programs", `${name}.mjs`);
  const run = { program, words, env, cwd: resolve(cwd) };
  if (!started.has(name)) {
    started.add(name);
    return inOwnProcess(run);
  }
  const outcome = last.then(() => inSharedProcess(run));
  last = outcome.catch(() => {});
  return outcome;
}

function inOwnProcess({ program, words, env, cwd }: Run): Promise<CommandOutcome> {
  const options = { env: env as NodeJS.ProcessEnv, cwd };
  return new Promise((done) => {
    execFile(process.execPath, [program, ...words], options, (error, said, complained) =>
      done({ code: error === null ? 0 : Number(error.code), said, complained }),
    );
  });
}

async function inSharedProcess(run: Run): Promise<CommandOutcome> {
  shared ??= fork(join(PROJECT_ROOT, "tests/support/programs/command-process.mjs"), {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { stdout, stderr } = shared;
  if (stdout === null || stderr === null) throw new Error("the process has no outputs");
  const endMark = randomUUID();
  const ended = Promise.all([
    once(shared, "message"),
    upTo(endMark, stdout),
    upTo(endMark, stderr),
  ]);
  shared.send({ ...run, endMark });
  const [[{ code }], said, complained] = await ended;
  return { code, said, complained };
}

/** Resolves with what an output says before the mark. */
function upTo(mark: string, output: Readable): Promise<string> {
  return new Promise((done) => {
    let text = "";
    const read = (part: string) => {
      text += part;
      if (!text.endsWith(mark)) return;
      output.off("data", read);
      done(text.slice(0, -mark.length));
    };
    output.setEncoding("utf8").on("data", read);
  });
}
