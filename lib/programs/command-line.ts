import nextEnv from "@next/env";
import { ConfigError } from "@/lib/config";
import { printableLine } from "@/lib/programs/printable-line";
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

/** Reads the files of the environment that the server reads too: both must use the same settings. */
export function loadEnvironment(): void {
  nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: warn });
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
