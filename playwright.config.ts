import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";
import type { LanguageTag } from "./lib/contract/languages";
import { installedChromium, installedShell } from "./lib/programs/chromium.mjs";
import { PROGRAM_ORIGINS } from "./tests/e2e/picker/support/programs";
import { FIXTURE_KEY, FIXTURE_PORT } from "./tests/e2e/support/start-fixture";
import { copyPhotographs } from "./tests/support/pictures/photographs";

/**
 * The built product as four installations side by side: the demo collection, a library of
 * photographs, a remote service that a local server simulates, and the demo collection in the
 * pseudo-locale. `npm run verify` builds first.
 */
const PORTS = { demo: 3100, library: 3101, remote: 3102, pseudo: 3104 };

const root = fileURLToPath(new URL(".", import.meta.url));
const photographsFolder = `${root}test-results/photographs`;
copyPhotographs(photographsFolder);
// Each run starts with empty data. Workers read this file too, and must not empty it again.
if (process.env.TEST_WORKER_INDEX === undefined) {
  rmSync(`${root}test-results/installations`, { recursive: true, force: true });
}

// If no browser is configured or installed, Playwright uses its own download.
const shell = process.env.VITRINE_CHROMIUM ?? installedShell();
const browser = process.env.VITRINE_CHROMIUM ?? installedChromium();
const viewport = { width: 1280, height: 900 };

function launchOptions(executablePath: string | null) {
  return {
    ...(executablePath && { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--host-resolver-rules=MAP *.lan 127.0.0.1",
    ],
  };
}

/** Pop-ups and restored sessions need a browser with windows. */
const WINDOWS = "e2e/remote/who-may-spend.spec.ts";
const RESTART = "e2e/remote/rolling-restart.spec.ts";

/** The journeys of tests/languages in one language at one width. */
export const inLanguage = (locale: LanguageTag, width: number, port: number) => ({
  name: `${locale}-${width}`,
  testMatch: "languages/**/*.spec.ts",
  use: {
    baseURL: `http://localhost:${port}`,
    locale,
    viewport: { width, height: width < 700 ? 780 : 900 },
  },
});

/** The journeys in other languages that every run has: long texts and mirrored pages on a phone. */
const SAMPLE = (
  [
    ["ar", 360],
    ["de", 360],
    ["es", 1280],
    ["fr", 1280],
    ["ja", 360],
  ] as const
).map(([locale, width]) => ({ ...inLanguage(locale, width, PORTS.demo), grep: /@sample/ }));

export function server(port: number, name: string, env: Record<string, string> = {}) {
  return {
    cwd: root,
    command: "node .programs/server.mjs",
    url: `http://localhost:${port}/api/service`,
    reuseExistingServer: false,
    timeout: 60_000,
    stdout: "pipe" as const,
    stderr: "pipe" as const,
    env: {
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      VITRINE_DATA_DIR: `test-results/installations/${name}`,
      VITRINE_LOG_LEVEL: "error",
      ...env,
    },
  };
}

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results/output",
  globalSetup: "./tests/e2e/support/start-fixture.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env.CI,
  // A journey that fails at times has a cause: find it.
  retries: 0,
  failOnFlakyTests: true,
  reporter: [["list"]],
  // Ends a test that hangs. Benchmarks measure durations; a busy machine is slow.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices["Desktop Chrome"],
    viewport,
    launchOptions: launchOptions(shell),
  },
  projects: [
    { name: "readme", testMatch: "e2e/{readme,packed-server}.spec.ts" },
    // Asks the built product over HTTP alone, without a browser.
    {
      name: "server",
      testMatch: "e2e/server/**/*.spec.ts",
      use: { baseURL: `http://localhost:${PORTS.demo}` },
    },
    {
      name: "demo",
      testMatch: "e2e/demo/**/*.spec.ts",
      use: { baseURL: `http://localhost:${PORTS.demo}` },
    },
    {
      name: "picker",
      testMatch: "e2e/picker/**/*.spec.ts",
      use: { baseURL: `http://localhost:${PORTS.demo}` },
    },
    {
      name: "library",
      testMatch: "e2e/library/**/*.spec.ts",
      use: { baseURL: `http://localhost:${PORTS.library}` },
    },
    {
      name: "remote",
      testMatch: "e2e/remote/**/*.spec.ts",
      testIgnore: [RESTART, WINDOWS],
      use: { baseURL: `http://localhost:${PORTS.remote}` },
    },
    {
      name: "windows",
      testMatch: WINDOWS,
      use: { launchOptions: launchOptions(browser) },
    },
    {
      name: "pseudo",
      testMatch: "e2e/pseudo/**/*.spec.ts",
      // No language of ours, so that the installation's is shown.
      use: { baseURL: `http://localhost:${PORTS.pseudo}`, locale: "en-XA" },
    },
    ...SAMPLE,
    // Runs last and alone: beside other journeys, three more servers would refuse requests.
    {
      name: "restart",
      testMatch: RESTART,
      dependencies: [
        "readme",
        "server",
        "demo",
        "picker",
        "library",
        "remote",
        "windows",
        "pseudo",
        ...SAMPLE.map(({ name }) => name),
      ],
    },
  ],
  webServer: [
    server(PORTS.demo, "demo", { VITRINE_PICKER_ORIGINS: PROGRAM_ORIGINS.join(",") }),
    server(PORTS.pseudo, "pseudo", { VITRINE_LOCALE: "pseudo" }),
    server(PORTS.library, "library", { VITRINE_LIBRARY_DIRS: photographsFolder }),
    server(PORTS.remote, "remote", {
      SEARCH_API_URL: `http://127.0.0.1:${FIXTURE_PORT}`,
      SEARCH_API_KEY: FIXTURE_KEY,
      VITRINE_THUMBNAIL_PRIVATE_HOSTS: `127.0.0.1:${FIXTURE_PORT}`,
    }),
  ],
});
