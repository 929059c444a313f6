import { defineConfig } from "@playwright/test";
import { type EngineName, findEngines } from "../../lib/programs/engines.mjs";
import type { EngineOptions } from "./support/journey";

const NAMES: readonly EngineName[] = ["chromium", "firefox", "webkit"];

/**
 * Journeys that a person depends on, in each engine that this machine has: see docs/operating.md.
 * Playwright only runs them; tests/engines/support drives the browsers, because Playwright's own
 * Firefox and WebKit are not those that people use.
 */
export default defineConfig<object, EngineOptions>({
  testDir: ".",
  testIgnore: process.env.VITRINE_TEST_DEEP ? [] : "languages.spec.ts",
  outputDir: "../../test-results/engines",
  globalSetup: "./support/start-installation.ts",
  workers: 1,
  forbidOnly: !!process.env.CI,
  reporter: [
    ["list"],
    ["./support/seconds-reporter.ts"],
    ["json", { outputFile: "../../test-results/verify/engines.json" }],
  ],
  timeout: 240_000,
  expect: { timeout: 60_000 },
  projects: NAMES.filter((name) => findEngines()[name] !== null).map((name) => ({
    name,
    use: { engineName: name },
  })),
});
