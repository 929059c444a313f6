/** Writes what the package contains into `dist`; `npm pack` runs it first. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPicker } from "../../lib/programs/build.mjs";
import { root, runTool } from "../../lib/programs/steps.mjs";

const folder = join(root, "packages", "picker");
const dist = join(folder, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
writeFileSync(join(dist, "picker.js"), (await buildPicker()).contents);
process.exit(await runTool("tsc", ["--project", folder]));
