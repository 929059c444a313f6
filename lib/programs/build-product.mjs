/** `npm run build`: the bundled programs, Next's pages, and their compressed files. */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, onceFor, root, run, runTool, say } from "./steps.mjs";

/** The record of what the build was built from, and the sources of the product. */
export const BUILT = [
  ".next/.vitrine-built",
  [
    "app",
    "components",
    "lib",
    "public",
    "instrumentation.ts",
    "next.config.js",
    "package-lock.json",
    "packages/picker/src",
    "postcss.config.js",
    "proxy.ts",
    "tsconfig.json",
  ],
];

/** Builds the product unless its sources are unchanged. Resolves with an exit code. */
export async function buildProduct(options) {
  // Imported here, because `npm run up` loads this file before it installs packages.
  const { writeMessages } = await import("./messages.mjs");
  writeMessages();
  let code = 0;
  await onceFor(...BUILT, async () => {
    if (isServerRunning()) {
      say("A server runs from this folder. Restart it after the build: until then it fails.");
    }
    code =
      (await run(process.execPath, ["lib/programs/build.mjs"], options)) ||
      (await runTool("next", ["build"], options));
    if (code !== 0) return false;
    cpSync(
      join(root, "lib", "messages", "compiled", "scripts"),
      join(root, ".next", "static", "messages"),
      { recursive: true },
    );
    const { compressBuild } = await import("./compress.mjs");
    await compressBuild();
    return true;
  });
  return code;
}

/** Whether the server that was started last from this folder still runs (running-server.ts). */
function isServerRunning() {
  try {
    const { pid } = JSON.parse(readFileSync(join(root, ".programs", "server.json"), "utf8"));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(join(root, BUILT[0]), { force: true });
  if ((await buildProduct()) !== 0) fail("The build failed: see above.");
}
