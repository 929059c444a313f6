import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  installedVersion,
  isAtLeast,
  VERSION_FLOORS,
  versionProblems,
} from "@/lib/platform/version-floors";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";

const readJson = (name: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, name), "utf8"));

test("every installed package has at least its minimum version", () => {
  expect(versionProblems((name) => installedVersion(name, PROJECT_ROOT))).toEqual([]);
});

test.each(Object.entries(VERSION_FLOORS))(
  "package.json and the lock file require %s %s or later",
  (name, floor) => {
    const wanted = readJson("package.json").dependencies[name] as string;
    const locked = readJson("package-lock.json").packages[`node_modules/${name}`].version as string;
    expect(wanted).toMatch(/^[\^~]?\d+\.\d+\.\d+$/);
    expect([isAtLeast(wanted.replace(/^[\^~]/, ""), floor), isAtLeast(locked, floor)]).toEqual([
      true,
      true,
    ]);
  },
);

test.each([
  ["0.35.5", true],
  ["0.35.10", true],
  ["0.36.0", true],
  ["1.0.0", true],
  ["0.35.4", false],
  ["0.34.9", false],
  ["0.35.5-rc.1", false],
  ["0.35.6-rc.1", true],
  ["0.35", false],
  ["", false],
  ["latest", false],
])("%s is at least 0.35.5: %s", (version, expected) => {
  expect(isAtLeast(version, "0.35.5")).toBe(expected);
});

test("a package that is missing or too old is reported with the required version", () => {
  const installed: Record<string, string> = { sharp: "0.35.4" };
  expect(versionProblems((name) => installed[name] ?? null)).toEqual([
    "sharp 0.35.4 has known security holes; use 0.35.5 or later.",
    "next is not found; 16.4.6 or later is needed.",
  ]);
});
