import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export type NextServer = { origin: string; pid: number; stop(): Promise<void> };

const START_TIMEOUT_MS = 60_000;

/** Whether the folder contains a finished production build. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, ".next", "BUILD_ID"));
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
  const child = spawn(
    process.execPath,
    program === undefined
      ? [resolve("node_modules/next/dist/bin/next"), "start", "--port", String(port)]
      : [program],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", ...env },
    },
  );
  // Kills the server if the benchmark ends with an error.
  process.once("exit", () => child.kill("SIGKILL"));
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  const origin = `http://127.0.0.1:${port}`;
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(origin).catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`The server on port ${port} ended: ${said}`);
    if (Date.now() > deadlineMs) {
      await end(child);
      throw new Error(`The server on port ${port} was not ready in time: ${said}`);
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
