import { join } from "node:path";
import { build } from "esbuild";
import { PROJECT_ROOT } from "../files/project-files";

/** Bundles `tests/<folder>/<name>.ts` into a program for Node and returns its path. */
export async function bundleProgram(name: string, folder = "support/programs"): Promise<string> {
  const outfile = join(PROJECT_ROOT, ".programs", "tests", `${name}.mjs`);
  await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [join(PROJECT_ROOT, "tests", folder, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
    alias: { "server-only": join(PROJECT_ROOT, "lib", "programs", "nothing.mjs") },
  });
  return outfile;
}
