/**
 * A process that runs commands one after another, so that each loads only its own bundle and not every
 * package again. Each begins as in a process of its own: with its arguments, environment, folder and
 * modules. Ends each with `endMark` on both outputs.
 */
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

let count = 0;

process.on("message", async ({ program, words, env, cwd, endMark }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...words];
  process.exitCode = undefined;
  try {
    await import(`${pathToFileURL(program)}?${++count}`);
  } catch (error) {
    process.stderr.write(`${error?.stack ?? error}\n`);
    process.exitCode = 1;
  }
  const code = process.exitCode ?? 0;
  for (const output of [1, 2]) writeSync(output, endMark);
  process.send({ code });
});
