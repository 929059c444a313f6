import { defineConfig } from "@playwright/test";
import base from "../../playwright.config";

/** Screenshots of every screen: `npm run screens`. Not part of `verify`. */
export default defineConfig({
  ...base,
  testDir: ".",
  outputDir: "../../test-results/output",
  globalSetup: "../e2e/support/start-fixture.ts",
  projects: [{ name: "screens" }],
});
