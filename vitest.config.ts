import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { installedShell } from "./lib/programs/chromium.mjs";
import { pictureServer } from "./tests/component/support/picture-server.ts";
import { zippedNames } from "./tests/component/support/zipped-names.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = {
  "@": root.replace(/\/$/, ""),
  // A marker for Next's bundler, without effect elsewhere.
  "server-only": fileURLToPath(new URL("./lib/programs/nothing.mjs", import.meta.url)),
};
// No test measures time: limits only end tests that hang, even on a busy machine.
const expect = { requireAssertions: true, poll: { timeout: 200_000 } };

/**
 * The PostgreSQL client throws this outside of any call, at random, if a connection ends between a
 * statement and the next turn of the event loop. A server logs it, and the statement has a deadline.
 */
const isOfEndedConnection = (error: { message?: string; stack?: string }) =>
  error.message === "Cannot read properties of null (reading 'write')" &&
  /postgres\/src\/connection\.js/.test(error.stack ?? "");
const chromium = process.env.VITRINE_CHROMIUM ?? installedShell();

/** Whether this is `vitest run`; in watch mode, files change while the browser is open. */
const isOneRun = process.argv.includes("run");

const limits = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    env: { VITRINE_LOG_LEVEL: "silent" },
    globalSetup: [
      "tests/support/setup/build-programs.ts",
      "tests/support/setup/postgres-on-demand.ts",
    ],
    // Tests spend more than half of their time waiting for processes, sockets and time limits.
    maxWorkers: "150%",
    onUnhandledError: (error) => (isOfEndedConnection(error) ? false : undefined),
    projects: [
      {
        resolve: { alias },
        test: {
          name: "node",
          environment: "node",
          // node-setup.ts gives each file modules without state.
          isolate: false,
          setupFiles: ["tests/support/setup/node-setup.ts"],
          include: ["tests/{unit,api,conformance,guard}/**/*.test.ts"],
          expect,
          ...limits,
        },
      },
      {
        plugins: [react(), pictureServer],
        // Each file has a page of its own; in one run, all use the modules that the first one loaded.
        server: isOneRun ? { headers: { "cache-control": "max-age=3600" } } : {},
        resolve: {
          alias: {
            ...alias,
            "next/navigation": fileURLToPath(
              new URL("./tests/component/support/next-navigation.ts", import.meta.url),
            ),
          },
        },
        test: {
          name: "component",
          include: ["tests/component/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/setup/need-chromium.ts"],
          setupFiles: ["tests/support/setup/component-setup.ts"],
          // A second page costs CPU seconds, and other projects use the other cores.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { zippedNames },
            viewport: { width: 1280, height: 900 },
            provider: playwright({
              launchOptions: {
                // Without either, Playwright uses its own download.
                ...(chromium && { executablePath: chromium }),
                args: [
                  "--no-sandbox",
                  "--disable-background-networking",
                  "--disable-component-update",
                  // No test reaches another host.
                  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
                ],
              },
              contextOptions: { reducedMotion: "reduce", permissions: ["clipboard-write"] },
            }),
            instances: [{ browser: "chromium" }],
          },
          expect,
          ...limits,
        },
      },
    ],
  },
});
