import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { startPostgresServer } from "../../support/databases/postgres-server";
import { sharedSecrets } from "../../support/servers/shared-secrets";
import { findViolations } from "../support/axe";
import { startInstallation } from "../support/installation";
import { ready } from "../support/ready";

const run = promisify(execFile);

const STORES = ["SQLite", "PostgreSQL"];
/** Smaller than that of any plan, so that a month's searches fit into a test. */
const QUOTA = 10;

/** As fast as the test. */
const fast = { requestsPerSecond: 500, burst: 500 };
const PLANS = {
  plans: [
    { id: "free", name: "Free", searchesPerMonth: QUOTA, ...fast },
    { id: "team", name: "Team", searchesPerMonth: 10_000, ...fast },
  ],
};
const PASSWORD = "four quiet yellow boats";

for (const store of STORES) {
  test(`from an invitation to a key, the end of its quota, and a larger plan, on ${store}`, async ({
    browser,
  }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "vitrine-service-"));
    const plansFile = join(dataDir, "plans.json");
    writeFileSync(plansFile, JSON.stringify(PLANS));
    const postgres = store === "PostgreSQL" ? await startPostgresServer() : null;
    const settings = {
      VITRINE_PLANS_FILE: plansFile,
      ...(postgres !== null && { DATABASE_URL: postgres.url, ...sharedSecrets() }),
    };
    const installation = await startInstallation(settings, dataDir);
    const { address } = installation;
    try {
      const accounts = async (...args: string[]) => {
        const env = {
          ...process.env,
          ...settings,
          VITRINE_DATA_DIR: dataDir,
          PORT: new URL(address).port,
        };
        const { stdout } = await run(process.execPath, [".programs/accounts.mjs", ...args], {
          env,
        });
        return stdout.split("\n")[0] ?? "";
      };
      const operator = await signUp(browser, await accounts("operator"), "desk@operator.example");
      const complaints: string[] = [];
      operator.on("pageerror", ({ message }) => complaints.push(message));
      await operator.goto(`${address}/console/accounts`);
      await operator.getByText("Invite", { exact: true }).click();
      await operator.getByLabel("E-mail", { exact: true }).fill("layout@team.example");
      await operator.getByRole("button", { name: "Create the link" }).click();
      const member = await signUp(
        browser,
        await onceShown(operator, "Invitation link"),
        "layout@team.example",
      );
      await expect(member.getByRole("heading", { name: "No keys yet" })).toBeVisible();

      await member.getByText("Create a key", { exact: true }).first().click();
      await member.getByRole("textbox", { name: /^Name/ }).fill("Layout import");
      await member.getByRole("button", { name: "Create a key" }).click();
      const key = await onceShown(member, "New key");
      expect(key).toMatch(/^vt_live_[0-9A-Za-z]{36}$/);

      await member.goto(`${address}/v1/docs`);
      for (const control of await member.locator("#try :is(input, select)").all()) {
        await expect(control).not.toHaveCSS("border-top-width", "0px");
      }
      const curl = await member.locator("pre", { hasText: "curl" }).first().textContent();
      const search = async () => {
        const env = { ...process.env, VITRINE_KEY: key };
        // The command keeps its answer in the folder.
        const cwd = mkdtempSync(join(dataDir, "curl-"));
        const { stdout } = await run("bash", ["-c", curl ?? ""], { env, cwd }).catch(
          (failed: { stdout: string }) => failed,
        );
        return JSON.parse(stdout);
      };
      expect((await search()).value).toHaveLength(24);

      for (let used = 1; used < QUOTA - 1; used++) {
        const headers = { "x-api-key": key };
        const { status } = await fetch(`${address}/v1/search?q=sea&count=10`, { headers });
        expect(status).toBe(200);
      }
      await member.goto(`${address}/account`);
      const low = member.getByText(`${QUOTA - 1} of this month’s ${QUOTA} searches are used`);
      await expect(low).toBeVisible();
      expect(await findViolations(member)).toEqual([]);
      expect((await search()).value).toHaveLength(24);
      expect(await search()).toEqual({ error: expect.stringMatching(/quota/i) });

      await member.reload();
      await expect(member.getByText(`This month’s ${QUOTA} searches are used`)).toBeVisible();

      await operator.goto(`${address}/console/accounts`);
      await operator.getByRole("link", { name: "layout@team.example" }).click();
      await expect(operator.getByRole("heading", { level: 1 })).toContainText(
        "layout@team.example",
      );
      // Where the server's HTML differs, React replaces the form, and with it what was chosen.
      await ready(operator);
      expect(complaints).toEqual([]);
      await operator.getByRole("combobox", { name: "Plan" }).selectOption("team");
      await operator.getByRole("button", { name: "Save" }).click();
      await expect(operator.getByText("layout@team.example is changed")).toBeVisible();
      expect((await search()).value).toHaveLength(24);
      await member.reload();
      await expect(member.getByText(`This month’s ${QUOTA} searches are used`)).toBeHidden();
    } finally {
      await installation.stop();
      await postgres?.remove();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

async function onceShown(page: Page, label: string): Promise<string> {
  return (await page.getByLabel(label).textContent()) ?? "";
}

/** Opens an invitation as another person, in a separate context. */
async function signUp(browser: Browser, link: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  const field = page.getByLabel("E-mail");
  if (await field.isEditable()) await field.fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  return page;
}
