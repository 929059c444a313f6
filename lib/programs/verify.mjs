/**
 * `npm run verify`: every check of a change, in one command, from a fresh clone: install, browser,
 * database and image tools, format and lint, types, tests, build, secrets, end-to-end tests. With
 * `--deep`, tests with random inputs or kills repeat them many more times.
 *
 * Steps of one row run in parallel. The first one's output is shown as it comes, that of the others
 * only if they fail.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildProduct } from "./build-product.mjs";
import { install, requireNode, root, run, runTool, say } from "./steps.mjs";

requireNode("`npm run verify`");
await install();
const { getChromium } = await import("./chromium.mjs");
const { getImageTools } = await import("./image-tools.mjs");
const { getPostgres } = await import("./postgres.mjs");

/** Stands in for a real key during the build; the step `secrets` looks for it in the output. */
const CANARY = "canary-key-that-must-never-leave-the-server";
const canaryEnv = {
  SEARCH_API_URL: "https://images.invalid",
  SEARCH_API_KEY: CANARY,
  VITRINE_SERVICE_KEY: CANARY,
};

const deepEnv = { VITRINE_TEST_DEEP: process.argv.includes("--deep") ? "1" : "" };

/** Each step resolves with an exit code. */
const steps = {
  // In sequence: all may need the distribution's package manager, which locks.
  "browser, database, image tools": async () => {
    say(await getChromium());
    say(process.env.VITRINE_TEST_DATABASE_URL ? "VITRINE_TEST_DATABASE_URL" : await getPostgres());
    say(Object.values(await getImageTools()).join(", "));
    return 0;
  },
  "format and lint": (options) => runTool("biome", ["check", "--error-on-warnings", "."], options),
  types: async (options) =>
    (await runTool("next", ["typegen"], options)) || runTool("tsc", ["--noEmit"], options),
  tests: (options) => runTool("vitest", ["run"], { ...options, env: deepEnv }),
  build: async (options) => {
    rmSync(join(root, ".next"), { recursive: true, force: true });
    return (
      (await buildProduct({ ...options, env: canaryEnv })) ||
      // A journey needs this build, and would otherwise build it beside other journeys.
      run(process.execPath, ["tests/bench/run.mjs", "empty-next"], options)
    );
  },
  secrets: (options) => run(process.execPath, ["lib/programs/find-secret.mjs", CANARY], options),
  "end-to-end tests": (options) => runTool("playwright", ["test"], { ...options, env: deepEnv }),
};

/** Tests mostly wait for processes and timers, which leaves a core for the build. */
const rows = [
  ["browser, database, image tools", "types", "format and lint"],
  ["tests", "build"],
  ["secrets"],
  ["end-to-end tests"],
];

async function runStep(name, isShown) {
  if (isShown) say(`\n── ${name} ──`);
  const startedAtMs = Date.now();
  const output = [];
  const options = isShown ? {} : { onOutput: (piece) => output.push(piece) };
  const code = await steps[name](options).catch((error) => {
    say(error.message);
    return 1;
  });
  const seconds = Math.round((Date.now() - startedAtMs) / 1000);
  return { name, isPassed: code === 0, seconds, output: Buffer.concat(output).toString() };
}

const startedAtMs = Date.now();
const outcomes = [];
for (const row of rows) {
  const ended = await Promise.all(row.map((name, index) => runStep(name, index === 0)));
  for (const { name, output, isPassed } of ended.slice(1)) {
    if (!isPassed) say(`\n── ${name} ──\n${output}`);
  }
  outcomes.push(...ended);
  if (ended.some(({ isPassed }) => !isPassed)) break;
}

say("");
for (const { name, isPassed, seconds } of outcomes) {
  say(`${isPassed ? "passed" : "FAILED"}  ${name} (${seconds} s)`);
}
const failedCount = outcomes.filter(({ isPassed }) => !isPassed).length;
const minutes = ((Date.now() - startedAtMs) / 60_000).toFixed(1);
say(`\nsteps: ${outcomes.length - failedCount} passed, ${failedCount} failed, ${minutes} minutes`);
process.exit(failedCount === 0 ? 0 : 1);
