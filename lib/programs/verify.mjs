/**
 * `npm run verify`: everything that must hold before a change lands, in one command, from a fresh
 * clone: install, browser, format and lint, types, tests, build, secrets, end-to-end tests.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildPages, install, requireNode, root, run, runTool, say } from "./steps.mjs";

requireNode();
await install();
const { getChromium } = await import("./chromium.mjs");

/** Stands in for a real key during the build; `secrets` then looks for it in all that was built. */
const CANARY = "canary-key-that-must-never-leave-the-server";
const canaryEnv = {
  SEARCH_API_URL: "https://images.invalid",
  SEARCH_API_KEY: CANARY,
  VITRINE_SERVICE_KEY: CANARY,
};

let chromium = "";
const steps = [
  [
    "browser",
    async () => {
      chromium = await getChromium();
      say(chromium);
      return 0;
    },
  ],
  ["programs", () => run(process.execPath, ["lib/programs/build.mjs"])],
  ["format and lint", () => runTool("biome", ["check", "--error-on-warnings", "."])],
  ["types", async () => (await runTool("next", ["typegen"])) || runTool("tsc", ["--noEmit"])],
  ["tests", () => runTool("vitest", ["run"])],
  [
    "build",
    () => {
      rmSync(join(root, ".next"), { recursive: true, force: true });
      return buildPages({ env: canaryEnv });
    },
  ],
  ["secrets", () => run(process.execPath, ["lib/programs/find-secret.mjs", CANARY])],
  [
    "end-to-end tests",
    () => runTool("playwright", ["test"], { env: { VITRINE_CHROMIUM: chromium } }),
  ],
];

const outcomes = [];
for (const [name, work] of steps) {
  say(`\n── ${name} ──`);
  const startedAtMs = Date.now();
  let code = 1;
  try {
    code = await work();
  } catch (error) {
    say(error.message);
  }
  outcomes.push({
    name,
    isPassed: code === 0,
    seconds: Math.round((Date.now() - startedAtMs) / 1000),
  });
  if (code !== 0) break;
}

say("");
for (const { name, isPassed, seconds } of outcomes) {
  say(`${isPassed ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
}
const failedCount = outcomes.filter(({ isPassed }) => !isPassed).length;
say(`\nsteps: ${outcomes.length - failedCount} passed, ${failedCount} failed`);
process.exit(failedCount === 0 ? 0 : 1);
