/**
 * `npm run verify`: every check of a change, in one command, from a fresh clone: install, browsers,
 * database and image tools, format and lint, types, tests, build, secrets, end-to-end tests. With
 * `--deep`, tests with random inputs or kills repeat them many more times, ten journeys run in every
 * language, and all tests run again as on a slow machine.
 *
 * A step starts when the steps that it needs have passed. Lines of steps that run together start with
 * the step's name; the output of a step that failed, and the names of failed tests, are repeated at
 * the end.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { collected, install, requireNode, root, run, runTool, say } from "./steps.mjs";
import { readJourneys, readTests } from "./test-reports.mjs";

requireNode("`npm run verify`");
await install();
const { getChromium } = await import("./chromium.mjs");
const { findEngines, getEngines } = await import("./engines.mjs");
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

const reports = join(root, "test-results", "verify");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const testsReport = join(reports, "tests.json");
const journeysReport = join(reports, "journeys.json");
// tests/engines/playwright.config.ts names it too.
const enginesReport = join(reports, "engines.json");

const PREPARED = ["browsers, database, image tools", "format and lint", "types"];

/** Each step resolves with an exit code. */
const steps = {
  "browsers, database, image tools": {
    needs: [],
    // In sequence: all may need the distribution's package manager, which locks.
    async work({ onOutput }) {
      const report = (text) => onOutput(Buffer.from(`${text}\n`));
      report(await getChromium());
      report(
        process.env.VITRINE_TEST_DATABASE_URL ? "VITRINE_TEST_DATABASE_URL" : await getPostgres(),
      );
      report(Object.values(await getImageTools()).join(", "));
      report(await getEngines());
      return 0;
    },
  },
  "format and lint": {
    needs: [],
    work: (options) => runTool("biome", ["check", "--error-on-warnings", "."], options),
  },
  types: {
    needs: [],
    work: async (options) =>
      (await runTool("next", ["typegen"], options)) || runTool("tsc", ["--noEmit"], options),
  },
  tests: {
    needs: PREPARED,
    work: (options) =>
      runTool(
        "vitest",
        ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${testsReport}`],
        { ...options, env: deepEnv },
      ),
  },
  build: {
    // Deletes the folder that the step `types` writes to.
    needs: PREPARED,
    work(options) {
      rmSync(join(root, ".next"), { recursive: true, force: true });
      const program = ["lib/programs/build-product.mjs"];
      return run(process.execPath, program, { ...options, env: canaryEnv });
    },
  },
  secrets: {
    needs: ["build"],
    work: (options) => run(process.execPath, ["lib/programs/find-secret.mjs", CANARY], options),
  },
  // Beside the tests: both use free ports, and databases of their own; the journeys' installations
  // have fixed ports below those that the system gives away.
  "end-to-end tests": {
    needs: ["build"],
    work: (options) =>
      runTool("playwright", ["test", "--reporter=list,json"], {
        ...options,
        env: { ...deepEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
      }),
  },
  // Not beside the other journeys: both would only become slower.
  "journeys in each engine": {
    needs: ["end-to-end tests"],
    async work(options) {
      if (Object.values(findEngines()).every((found) => found === null)) return 0;
      const config = "tests/engines/playwright.config.ts";
      return runTool("playwright", ["test", "--config", config], { ...options, env: deepEnv });
    },
  },
};

if (deepEnv.VITRINE_TEST_DEEP) {
  steps["journeys in each language"] = {
    needs: ["journeys in each engine"],
    work: (options) =>
      runTool("playwright", ["test", "--config", "tests/languages/playwright.config.ts"], options),
  };
}

if (deepEnv.VITRINE_TEST_DEEP && process.platform === "linux") {
  steps["on a slow machine"] = {
    needs: ["tests", "journeys in each language"],
    async work(options) {
      for (const mode of ["busy", "one-core", "paused"]) {
        const slow = ["tests/support/slow-machine.mjs", mode];
        const code = await run(process.execPath, slow, options);
        if (code !== 0) return code;
      }
      return 0;
    },
  };
}

/** Returns an `onOutput` that shows whole lines, each after the step's name. */
function shownLines(name) {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece.toString()).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.trim() !== "") say(`${name}: ${line}`);
  };
}

/** A log that is kept may be cut: its end should say why a step failed. */
const lastLines = (output) => output.trimEnd().split("\n").slice(-15).join("\n");

async function runStep(name) {
  const startedAtMs = Date.now();
  const output = collected();
  const show = shownLines(name);
  const onOutput = (piece) => {
    output.onOutput(piece);
    show(piece);
  };
  const cpu = { seconds: 0, isComplete: true };
  const onCpu = ({ seconds, isComplete }) => {
    cpu.seconds += seconds;
    cpu.isComplete &&= isComplete;
  };
  const code = await steps[name].work({ onOutput, onCpu }).catch((error) => {
    onOutput(Buffer.from(`${error.message}\n`));
    return 1;
  });
  const seconds = Math.round((Date.now() - startedAtMs) / 1000);
  return { name, isPassed: code === 0, seconds, cpu, output: output.text() };
}

const startedAtMs = Date.now();
const outcomes = [];
const started = {};
/** Starts a step after what it needs. Resolves with whether it passed; false if it could not start. */
function start(name) {
  started[name] ??= Promise.all(steps[name].needs.map(start)).then(async (needs) => {
    if (!needs.every(Boolean)) return false;
    const outcome = await runStep(name);
    outcomes.push(outcome);
    return outcome.isPassed;
  });
  return started[name];
}
await Promise.all(Object.keys(steps).map(start));

for (const { name, output, isPassed } of outcomes) {
  if (!isPassed) say(`\n── ${name} ──\n${output}`);
}

say("\nThe slowest files, in seconds:");
const read = [readTests(testsReport), readJourneys(journeysReport), readJourneys(enginesReport)];
for (const { file, seconds } of read
  .flatMap(({ files }) => files)
  .sort((one, other) => other.seconds - one.seconds)
  .slice(0, 20)) {
  say(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}

say("");
for (const { name, isPassed, seconds, cpu } of outcomes) {
  const atLeast = cpu.isComplete ? "" : "at least ";
  const cost = cpu.seconds > 0 ? `, ${atLeast}${Math.round(cpu.seconds)} CPU s` : "";
  say(`${isPassed ? "passed" : "FAILED"}  ${name} (${seconds} s${cost})`);
}
for (const name of Object.keys(steps)) {
  if (!outcomes.some((outcome) => outcome.name === name)) say(`not run ${name}`);
}
const failures = read.flatMap((report) => report.failures);
if (failures.length > 0) say(`\nWhat failed:\n${failures.join("\n")}`);
for (const { name, output, isPassed } of outcomes) {
  if (!isPassed) say(`\nThe last lines of ${name}:\n${lastLines(output)}`);
}

const failedCount = outcomes.filter(({ isPassed }) => !isPassed).length;
const minutes = ((Date.now() - startedAtMs) / 60_000).toFixed(1);
say(`\nsteps: ${outcomes.length - failedCount} passed, ${failedCount} failed, ${minutes} minutes`);
process.exit(failedCount === 0 ? 0 : 1);
