import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_PLANS } from "@/lib/service/api/plans";
import { openState } from "@/lib/state/open-state";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { announce, productFolder } from "@/tests/support/programs/product-folder";
import { runCommand } from "@/tests/support/programs/run-command";
import { listen } from "@/tests/support/servers/listen";

/** Runs `npm run accounts -- operator` in a folder, without settings in its environment. */
function invite(cwd: string, ...email: string[]) {
  const { VITRINE_DATA_DIR: _, PORT: __, ...env } = process.env;
  return runCommand("accounts", ["operator", ...email], { env, cwd });
}

test("a command finds the data folder and the URL of the running server", async () => {
  const folder = productFolder();
  const dataDir = temporaryFolder();
  const publicUrl = await listen(createServer((_request, response) => response.end()));
  const settings = { VITRINE_DATA_DIR: dataDir, PORT: "3999", VITRINE_PUBLIC_URL: publicUrl };
  announce(folder, { pid: process.pid, hasDatabase: false, settings });
  const { said, complained } = await invite(folder);
  expect([said.startsWith(`${publicUrl}/invitation/`), complained]).toEqual([true, ""]);
  expect(existsSync(join(folder, ".data"))).toBe(false);
  const state = openState({ dataDir });
  onTestFinished(() => state.close());
  expect(await state.accounts({ plans: DEFAULT_PLANS }).invitations()).toHaveLength(1);
});

test("without a server or its database, a command says what is missing, and creates nothing", async () => {
  const folder = productFolder();
  const alone = await invite(folder);
  expect(alone.code).toBe(1);
  expect(alone.complained).toContain(`VITRINE_DATA_DIR: there is no ${join(folder, ".data")}`);
  const settings = { VITRINE_DATA_DIR: join(folder, ".data"), PORT: "1", VITRINE_PUBLIC_URL: "" };
  announce(folder, { pid: process.pid, hasDatabase: true, settings });
  const beside = await invite(folder);
  expect([beside.code, beside.complained]).toEqual([1, expect.stringContaining("DATABASE_URL")]);
  expect(existsSync(join(folder, ".data"))).toBe(false);
});

test.each(["jörg@example.com", "anna@почта.рф", "anna@localhost", "anna"])(
  "no invitation is made for %s, with which sign-in would refuse the invited person",
  async (email) => {
    const folder = productFolder();
    const dataDir = temporaryFolder();
    const settings = { VITRINE_DATA_DIR: dataDir, PORT: "1", VITRINE_PUBLIC_URL: "" };
    announce(folder, { pid: process.pid, hasDatabase: false, settings });
    const { code, said, complained } = await invite(folder, email);
    expect([code, said]).toEqual([1, ""]);
    expect(complained).toContain(`People cannot sign in with ${email}`);
    const state = openState({ dataDir });
    onTestFinished(() => state.close());
    expect(await state.accounts({ plans: DEFAULT_PLANS }).invitations()).toEqual([]);
  },
);
