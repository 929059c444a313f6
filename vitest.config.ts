import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = {
  "@": root.replace(/\/$/, ""),
  // Next alone gives this marker a meaning; elsewhere it must do nothing.
  "server-only": fileURLToPath(new URL("./lib/programs/nothing.mjs", import.meta.url)),
};
const expect = { requireAssertions: true };
// No test is about time: a limit only ends what hangs, also on a machine that is busy.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    env: { VITRINE_LOG_LEVEL: "silent" },
    globalSetup: "tests/support/build-programs.ts",
    // Many tests wait for processes; Vitest's own default leaves a core of two unused.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "node",
          environment: "node",
          setupFiles: ["tests/support/quiet-log.ts"],
          include: ["tests/{unit,api,conformance,guard}/**/*.test.ts"],
          expect,
          ...patience,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: "component",
          environment: "jsdom",
          include: ["tests/component/**/*.test.tsx"],
          setupFiles: ["tests/support/component-setup.ts"],
          expect,
          ...patience,
        },
      },
    ],
  },
});
