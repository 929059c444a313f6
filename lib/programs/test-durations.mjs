/** Reads how long each test file took from the reports of Vitest and Playwright. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./steps.mjs";

/** Returns the seconds of each file in Vitest's report; none if there is no report. */
export function testFiles(report) {
  if (!existsSync(report)) return [];
  return JSON.parse(readFileSync(report, "utf8")).testResults.map(
    ({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }),
  );
}

/** Returns the seconds of each file in Playwright's report, all its projects together. */
export function journeyFiles(report) {
  if (!existsSync(report)) return [];
  const { suites } = JSON.parse(readFileSync(report, "utf8"));
  const seconds = new Map();
  const add = ({ file, suites: inner = [], specs = [] }) => {
    for (const { tests } of specs) {
      for (const { duration } of tests.flatMap(({ results }) => results)) {
        seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
      }
    }
    inner.forEach(add);
  };
  suites.forEach(add);
  return [...seconds].map(([file, total]) => ({ file: `tests/${file}`, seconds: total }));
}
