import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

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
/**
 * Tests whose modules keep no state that another file could notice: they share processes and loaded
 * modules. What starts workers, opens stores or replaces a global runs in a process of its own.
 */
const PURE = [
  "tests/unit/lib/{core,gallery,http,messages,platform,protocol,thumbnails}/**/*.test.ts",
  "tests/unit/components/**/*.test.ts",
  "tests/guard/**/*.test.ts",
];

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
          name: "pure",
          environment: "node",
          isolate: false,
          setupFiles: ["tests/support/setup/quiet-log.ts"],
          include: PURE,
          expect,
          ...limits,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "node",
          environment: "node",
          setupFiles: ["tests/support/setup/quiet-log.ts"],
          include: ["tests/{unit,api,conformance}/**/*.test.ts"],
          exclude: PURE,
          expect,
          ...limits,
        },
      },
      {
        plugins: [react()],
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
          environment: "jsdom",
          // component-setup.ts gives each file modules without state, and an empty page.
          isolate: false,
          include: ["tests/component/**/*.test.tsx"],
          setupFiles: ["tests/support/setup/component-setup.ts"],
          expect,
          ...limits,
        },
      },
    ],
  },
});
