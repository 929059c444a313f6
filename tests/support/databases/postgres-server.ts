import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
// Vitest loads this file without the alias too.
import { getPostgres } from "../../../lib/programs/postgres.mjs";
import { freePort } from "../servers/listen";

export type PostgresServer = {
  /** The URL of its database `postgres`, for a user who may create databases. */
  url: string;
  /** Ends the server as an operator would: open transactions are rolled back. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  crash(): Promise<void>;
  /** Starts it again on the same port, after `stop`. */
  start(): Promise<void>;
  /**
   * Starts a standby, to which this server replicates synchronously from now on: a commit here waits
   * until the standby has it.
   */
  startStandby(): Promise<PostgresServer>;
  /** Makes a standby the primary. */
  promote(): void;
  /** Ends the server and deletes its data. */
  remove(): Promise<void>;
};

const USER = "vitrine_test";

/**
 * Starts a PostgreSQL server with an empty data folder on a free port of this machine. Gets the
 * programs if they are missing (lib/programs/postgres.mjs).
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  return startServer(null);
}

/** Starts a server with an empty database, or a standby of `primary`. */
async function startServer(
  primary: { url: string; password: string } | null,
): Promise<PostgresServer> {
  // Beside the programs themselves, which links may lead to, are those for a standby.
  const programs = dirname(realpathSync(join(await getPostgres(), "postgres")));
  const owner = userForServer();
  const folder = mkdtempSync(join(tmpdir(), "vitrine-postgres-"));
  const password = primary?.password ?? randomBytes(18).toString("base64url");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner !== null) {
    for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  }
  const data = join(folder, "data");
  const run = (program: string, options: string[]) =>
    execFileSync(join(programs, program), [`--pgdata=${data}`, ...options], {
      ...(owner ?? {}),
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
  if (primary !== null) {
    const from = [`--dbname=${primary.url}`, "--write-recovery-conf", "--checkpoint=fast"];
    run("pg_basebackup", [...from, "--no-sync"]);
  } else {
    run("initdb", [
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
    ]);
  }
  const port = await freePort();
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const child = spawn(
      join(programs, "postgres"),
      [
        ...["-D", data, "-p", String(port)],
        ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
        // Many tests, each with a pool of its own; the data is thrown away.
        ...["-c", "max_connections=500", "-c", "shared_buffers=64MB", "-c", "fsync=off"],
      ],
      { ...(owner ?? {}), cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    );
    server = child;
    await readiness(child);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === null || server.exitCode !== null) return;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
    server = null;
  }
  // "Fast shutdown" and "immediate shutdown" (PostgreSQL, "Shutting Down the Server").
  const stop = () => end("SIGINT");
  const crash = () => end("SIGQUIT");

  async function remove(): Promise<void> {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    stop,
    crash,
    start,
    async startStandby() {
      const standby = await startServer({ url, password });
      // Read again, with the other settings, at the signal.
      appendFileSync(join(data, "postgresql.conf"), "synchronous_standby_names = '*'\n");
      server?.kill("SIGHUP");
      return standby;
    },
    promote: () => void run("pg_ctl", ["--no-wait", "promote"]),
    remove,
  };
}

/** Resolves when the server accepts connections. */
function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (/ready to accept (?:read.only )?connections/.test(output)) resolve();
    });
    child.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
    child.once("error", reject);
  });
}

/** Linux's user and group without any rights. */
const UNPRIVILEGED = 65_534;

/** PostgreSQL refuses to run as root, as tests in a container do. Null: this user will do. */
function userForServer(): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : null;
}

/** Returns the URL of two servers with the same user and password, in this order. */
export function urlOfBoth(
  { url }: Pick<PostgresServer, "url">,
  other: Pick<PostgresServer, "url">,
): string {
  return url.replace(/@[^/]+/, `$&,${new URL(other.url).host}`);
}
