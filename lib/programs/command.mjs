/**
 * `npm run accounts`, `backup`, `doctor`, `keys`, `library` and `restore`: runs the program that the
 * last build wrote. Builds only if there is no build: a running server starts its threads and decoders
 * from the same files, and they must stay those of its own build.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail, root } from "./steps.mjs";

const programs = join(root, ".programs");
const [name] = process.argv.splice(2, 1);
if (!existsSync(join(programs, "server.mjs"))) {
  const [{ writeMessages }, { buildPrograms }] = await Promise.all([
    import("./messages.mjs"),
    import("./build.mjs"),
  ]);
  writeMessages();
  await buildPrograms();
}
const program = join(programs, `${name}.mjs`);
if (!existsSync(program)) {
  fail(`This build has no ${name}. Stop the server, build with npm run build, and start it again.`);
}
await import(pathToFileURL(program).href);
