import { existsSync } from "node:fs";
import nextEnv from "@next/env";
import { adoptSettings, type Config, ConfigError, config } from "@/lib/config";
import { printableLine } from "@/lib/programs/printable-line";
import { runningServer } from "@/lib/programs/running-server";
import type { Actor } from "@/lib/state/account-state";

/* What the commands of the operator's shell have in common. */

/** Who acts, for the audit log. */
export const BY_COMMAND: Actor = { id: "command", from: "local" };

/** Writes a line to standard output. */
export function say(line: string): void {
  process.stdout.write(`${printableLine(line)}\n`);
}

/** Writes a line to standard error. */
export function warn(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`);
}

/**
 * Reads the files of the environment that the server reads too, and the settings of a running server:
 * both must use the same.
 */
export function loadEnvironment(): void {
  nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: warn });
  const server = runningServer();
  if (server !== null) adoptSettings(server.settings);
}

/**
 * Returns the configuration of a command that uses the data of a running server.
 *
 * @throws ConfigError if only one of them uses a database
 */
export function configBesideServer(): Config {
  const settings = config();
  const server = runningServer();
  if (server?.settings.VITRINE_DATA_DIR !== settings.dataDir) return settings;
  if (server.hasDatabase === (settings.databaseUrl !== null)) return settings;
  const mend = server.hasDatabase ? "a database; set it here too" : "no database; unset it here";
  throw new ConfigError([`DATABASE_URL: the running server uses ${mend}`]);
}

/**
 * Returns the configuration of an installation that a server has used.
 *
 * @throws ConfigError if there is none, or as `configBesideServer`
 */
export function configOfServer(): Config {
  const settings = configBesideServer();
  if (settings.databaseUrl !== null || existsSync(settings.dataDir)) return settings;
  const problem = `there is no ${settings.dataDir}; start the server first, or name its data folder`;
  throw new ConfigError([`VITRINE_DATA_DIR: ${problem}`]);
}

/** Runs a command with this process's arguments; `main` resolves with the exit code. */
export async function runCommand(main: (args: readonly string[]) => Promise<number>) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
