import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export type NextServer = { origin: string; pid: number; stop(): Promise<void> };

const START_TIMEOUT_MS = 60_000;

/** The command of the installed Next. */
export const NEXT = resolve("node_modules/next/dist/bin/next");

/** Starts a Node program in production mode; `said` returns the end of what it wrote to stderr. */
export function runNode(args: string[], folder: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", ...env },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  return { child, said: () => said };
}

/** Whether the folder holds a finished production build. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, ".next", "BUILD_ID"));
}

/**
 * Starts the built product of a folder, which listens on `port`, and waits until it is healthy, or
 * until `isReady` returns true for its origin.
 *
 * @throws as `startNext`
 */
export function startProduct({
  folder,
  port,
  env,
  isReady = async (origin) => (await fetch(`${origin}/healthz`)).ok,
}: {
  folder: string;
  port: number;
  env: Record<string, string>;
  isReady?: (origin: string) => Promise<boolean>;
}): Promise<NextServer> {
  const program = resolve(folder, ".programs", "server.mjs");
  return startNext({ folder, program, port, env: { PORT: String(port), ...env }, isReady });
}

/**
 * Starts a production build and waits until `isReady` returns true for its origin.
 *
 * @throws if there is no build, if the server exits, or if it is not ready within a minute.
 */
export async function startNext(options: {
  folder: string;
  /** The command that starts the server; `next start` by default. */
  program?: string;
  port: number;
  env?: Record<string, string>;
  isReady: (origin: string) => Promise<boolean>;
}): Promise<NextServer> {
  const { folder, program, port, env = {}, isReady } = options;
  if (!isBuilt(folder)) throw new Error("There is no build to measure: npm run build");
  const args = program === undefined ? [NEXT, "start", "--port", String(port)] : [program];
  const { child, said } = runNode(args, folder, env);
  // After an error of the benchmark.
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(origin).catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`The server on port ${port} ended: ${said()}`);
    if (Date.now() > deadlineMs) {
      await end(child);
      throw new Error(`The server on port ${port} was not ready in time: ${said()}`);
    }
    await new Promise((done) => setTimeout(done, 250));
  }
  return { origin, pid: child.pid ?? 0, stop: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once("exit", () => done());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5000).unref();
  });
}
