import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { BrowserContext } from "@playwright/test";

const run = promisify(execFile);

export const OPERATOR_PASSWORD = "four quiet yellow boats";

/** Signs a context in as a new operator of a running installation, as its operator would: by a link. */
export async function signInAsOperator(
  context: BrowserContext,
  { dataDir, address }: { dataDir: string; address: string },
): Promise<void> {
  const env = { ...process.env, VITRINE_DATA_DIR: dataDir, PORT: new URL(address).port };
  const { stdout } = await run(process.execPath, [".programs/accounts.mjs", "operator"], { env });
  const page = await context.newPage();
  await page.goto(stdout.split("\n")[0] ?? "");
  await page.getByLabel("E-mail").fill(`operator-${randomUUID().slice(0, 8)}@example.com`);
  await page.getByLabel("Password").fill(OPERATOR_PASSWORD);
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(/\/account/);
  await page.close();
}
