import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/servers/listen";

export type Installation = {
  address: string;
  process: ChildProcess;
  /** Stops it; resolves with its exit code. */
  stop(): Promise<number | null>;
};

/**
 * Starts the built product with its own settings, on a free port or on the setting's, with a given
 * data folder or with its own, which is removed afterwards. It drains at once.
 */
export async function startInstallation(
  settings: Record<string, string>,
  givenDataDir?: string,
  /** A command that runs the server's command line, such as `unshare`. */
  prefix: readonly string[] = [],
): Promise<Installation> {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), "vitrine-installation-"));
  const port = settings.PORT ?? (await freePort());
  const address = `http://localhost:${port}`;
  const [command = "", ...rest] = [...prefix, process.execPath, ".programs/server.mjs"];
  const server = spawn(command, rest, {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_DRAIN_SECONDS: "0",
      VITRINE_LOG_LEVEL: "error",
      ...settings,
    },
  });
  await untilAnswering(server, address);
  return {
    address,
    process: server,
    async stop() {
      server.kill();
      if (server.exitCode === null) await once(server, "exit");
      if (givenDataDir === undefined) {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      }
      return server.exitCode;
    },
  };
}

async function untilAnswering(server: ChildProcess, address: string): Promise<void> {
  const giveUpAtMs = Date.now() + 180_000;
  while (Date.now() < giveUpAtMs && server.exitCode === null) {
    const isUp = await fetch(`${address}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  throw new Error("the installation did not answer within three minutes");
}
