import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import Database from "libsql";
import { freePort } from "../../support/servers/listen";

test("a server with the store of an earlier build ends, and says what the operator must do", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-earlier-"));
  const database = new Database(join(dataDir, "vitrine.db"));
  database.exec("CREATE TABLE migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL)");
  database.close();
  const server = spawn(process.execPath, [".programs/server.mjs"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...process.env,
      PORT: String(await freePort()),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_LOG_LEVEL: "silent",
    },
  });
  const [said, [exitCode]] = await Promise.all([text(server.stderr), once(server, "exit")]);
  expect(exitCode).toBe(1);
  expect(said).toMatch(
    /^Vitrine can't start: a build before 1\.0\.0 made the store, .* The operator must set VITRINE_DATA_DIR .*\.$/m,
  );
  rmSync(dataDir, { recursive: true, force: true });
});
