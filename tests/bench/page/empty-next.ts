import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isBuilt } from "../support/next-server";

const FILES = {
  "package.json": '{ "type": "module", "private": true }\n',
  "next.config.js": "export default {};\n",
  "app/layout.jsx":
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  "app/page.jsx": "export default function Page() {\n  return <p>Nothing</p>;\n}\n",
};

/**
 * Builds an empty page with the installed version of Next, as the baseline for the size of the
 * product's scripts. Builds once per version.
 *
 * @returns the folder of the build
 */
export async function buildEmptyNext(): Promise<string> {
  const folder = join("test-results", "bench", "empty-next");
  const { version } = JSON.parse(readFileSync("node_modules/next/package.json", "utf8"));
  const mark = join(folder, "built-with");
  if (isBuilt(folder) && existsSync(mark) && readFileSync(mark, "utf8") === version) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "app"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  await nextBuild(folder);
  // Otherwise the project's type check would include these routes.
  rmSync(join(folder, ".next", "types"), { recursive: true, force: true });
  writeFileSync(mark, version);
  return folder;
}

function nextBuild(folder: string): Promise<void> {
  const child = spawn(process.execPath, [resolve("node_modules/next/dist/bin/next"), "build"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  return new Promise((done, fail) => {
    child.once("exit", (code) =>
      code === 0 ? done() : fail(new Error(`The empty page could not be built: ${said}`)),
    );
  });
}
