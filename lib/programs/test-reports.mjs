/** Reads from the reports of Vitest and Playwright how long each test file took, and what failed. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./steps.mjs";

const NOTHING = { files: [], failures: [] };
const firstLine = (text) => text?.split("\n")[0] ?? "";

/** Returns the seconds of each file in Vitest's report, and its failures; nothing without a report. */
export function readTests(report) {
  if (!existsSync(report)) return NOTHING;
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const read = testResults.map((result) => ({ ...result, file: relative(root, result.name) }));
  return {
    files: read.map(({ file, startTime, endTime }) => ({
      file,
      seconds: (endTime - startTime) / 1000,
    })),
    failures: read.flatMap(({ file, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === "failed");
      // A file that could not be loaded has no failed test.
      if (failed.length === 0 && status === "failed") return [`${file}: ${firstLine(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
      );
    }),
  };
}

/** The same of Playwright's report. A file's seconds are those of all its projects together. */
export function readJourneys(report) {
  if (!existsSync(report)) return NOTHING;
  const { config, suites, errors } = JSON.parse(readFileSync(report, "utf8"));
  const seconds = new Map();
  // Errors outside of tests: the setup, and browsers that did not end.
  const failures = errors.map(({ message, value }) => firstLine(message ?? value));
  const add = ({ file: path, suites: inner = [], specs = [] }) => {
    const file = relative(root, join(config.rootDir, path));
    for (const { title, ok, tests } of specs) {
      const results = tests.flatMap((test) => test.results);
      for (const { duration } of results) {
        seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
      }
      if (ok) continue;
      const message = results.find(({ error }) => error)?.error.message;
      failures.push(`${file}: ${title}: ${firstLine(message)}`);
    }
    inner.forEach(add);
  };
  suites.forEach(add);
  const files = [...seconds].map(([file, total]) => ({ file, seconds: total }));
  return { files, failures };
}
