import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Config } from "@/lib/config";

/*
 * A running server writes its settings into a file of the product's folder, for commands: a setting
 * that is only in the server's start line is not in their environment.
 */

const FILE = join(".programs", "server.json");

type RunningServer = {
  pid: number;
  hasDatabase: boolean;
  /** By variable of the environment; no secrets. */
  settings: {
    VITRINE_DATA_DIR: string;
    PORT: string;
    VITRINE_PUBLIC_URL: string;
    /** A command that scans must not add what the server leaves out. */
    VITRINE_LIBRARY_EXCLUDE: string;
  };
};

/** Call it when the server listens. Does nothing if the folder cannot be written. */
export function announceServer(config: Config): void {
  const server: RunningServer = {
    pid: process.pid,
    hasDatabase: config.databaseUrl !== null,
    settings: {
      VITRINE_DATA_DIR: config.dataDir,
      PORT: String(config.port),
      VITRINE_PUBLIC_URL: config.publicUrl,
      VITRINE_LIBRARY_EXCLUDE: [...config.libraryExcluded].join(delimiter),
    },
  };
  try {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(server));
  } catch {
    // Commands then need the settings in their own environment.
  }
}

/** Returns the server that was started last from this folder; null if it has ended. */
export function runningServer(): RunningServer | null {
  try {
    const server = JSON.parse(readFileSync(FILE, "utf8")) as RunningServer;
    process.kill(server.pid, 0);
    return server;
  } catch {
    return null;
  }
}
