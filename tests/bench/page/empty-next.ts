import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, NEXT, runNode } from "../support/next-server";

const FILES = {
  "package.json": '{ "type": "module", "private": true }\n',
  "next.config.js": "export default {};\n",
  "app/layout.jsx":
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  "app/page.jsx": "export default function Page() {\n  return <p>Nothing</p>;\n}\n",
};

/** The version of the installed Next. */
export function installedNext(): string {
  return JSON.parse(readFileSync("node_modules/next/package.json", "utf8")).version;
}

/**
 * Builds an empty page with the installed version of Next, as the baseline for the size of the
 * product's scripts. Builds once per version.
 *
 * @returns the folder of the build
 */
export async function buildEmptyNext(): Promise<string> {
  const folder = join("test-results", "bench", "empty-next");
  const version = installedNext();
  const mark = join(folder, "built-with");
  if (isBuilt(folder) && existsSync(mark) && readFileSync(mark, "utf8") === version) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "app"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const { child, said } = runNode([NEXT, "build"], folder);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The empty page could not be built: ${said()}`);
  // Otherwise the project's type check would include these routes.
  rmSync(join(folder, ".next", "types"), { recursive: true, force: true });
  writeFileSync(mark, version);
  return folder;
}
