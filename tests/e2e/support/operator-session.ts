import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { BrowserContext } from "@playwright/test";

const run = promisify(execFile);

export const OPERATOR_PASSWORD = "four quiet yellow boats";

/** Signs a context in as a new operator of a running installation, by an invitation link. */
export async function signInAsOperator(
  context: BrowserContext,
  { dataDir, address }: { dataDir: string; address: string },
): Promise<void> {
  const env = { ...process.env, VITRINE_DATA_DIR: dataDir, PORT: new URL(address).port };
  const { stdout } = await run(process.execPath, [".programs/accounts.mjs", "operator"], { env });
  const page = await context.newPage();
  await page.goto(stdout.split("\n")[0] ?? "");
  // By type, because the installation may use any language.
  await page
    .locator("main input[type=email]")
    .fill(`operator-${randomUUID().slice(0, 8)}@example.com`);
  await page.locator("main input[type=password]").fill(OPERATOR_PASSWORD);
  await page.locator("main form button[type=submit]").click();
  await page.waitForURL(/\/account/);
  await page.close();
}
