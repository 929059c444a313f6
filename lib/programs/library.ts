/**
 * `npm run library`: manages the library from the command line, also while the server runs.
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error. Files that cannot be imported are listed
 * and are not a failure.
 */
import { resolve } from "node:path";
import { Presets, SingleBar } from "cli-progress";
import { config } from "@/lib/config";
import { createInspector, scanDecoder } from "@/lib/decoding/inspector";
import { loadEnvironment, runCommand, say, warn } from "@/lib/programs/command-line";
import { ManifestError } from "@/lib/service/library/manifest";
import { filesIn } from "@/lib/service/library/scan-counts";
import { type ScanResult, scanSource } from "@/lib/service/library/scan-source";
import { candidatesOf } from "@/lib/service/library/source-files";
import { locateSource } from "@/lib/service/library/sources";
import type { BrokenFile, LibraryStore, Source } from "@/lib/state/library-store";
import { openLibrary } from "@/lib/state/open-library";

const USAGE = `Usage:
  npm run library -- add <folder | manifest.json>     import its pictures
  npm run library -- list                             list the library's sources
  npm run library -- remove <folder | manifest.json>  remove its pictures; the files stay
  npm run library -- scan                             import changes in all sources
`;

async function add(library: LibraryStore, path: string): Promise<number> {
  const located = await locateSource(path).catch((error: unknown) => {
    if (!(error instanceof ManifestError)) throw error;
    warn(`${path} can't be used as a manifest:`);
    for (const problem of error.problems) warn(`  ${problem}`);
    return undefined;
  });
  if (located === undefined) return 1;
  if (located === null) {
    warn(`There is nothing at ${path}.`);
    return 1;
  }
  const source = await library.addSource({ ...located, origin: "command" });
  return scan(library, source);
}

async function list(library: LibraryStore): Promise<number> {
  const sources = await library.sources();
  if (sources.length === 0) say("The library is empty.");
  for (const { location, pictureCount, origin, problem } of sources) {
    const from = origin === "settings" ? " (VITRINE_LIBRARY_DIRS)" : "";
    say(`${String(pictureCount).padStart(9)}  ${location}${from}`);
    if (problem !== null) say(`           ${problem}`);
  }
  return 0;
}

async function remove(library: LibraryStore, path: string): Promise<number> {
  const location = resolve(path);
  const source = (await library.sources()).find((each) => each.location === location);
  if (source?.origin === "settings") {
    warn(`${location} is a folder of VITRINE_LIBRARY_DIRS: remove it there.`);
    return 1;
  }
  if (!(await library.removeSource(location))) {
    warn(`${path} is not in the library.`);
    return 1;
  }
  say(`Removed ${location} with ${source?.pictureCount ?? 0} pictures. Its files are untouched.`);
  return 0;
}

async function scanAll(library: LibraryStore): Promise<number> {
  let worst = 0;
  for (const source of await library.sources()) {
    worst = Math.max(worst, await scan(library, source));
  }
  return worst;
}

async function scan(library: LibraryStore, source: Source): Promise<number> {
  say(source.location);
  const bar = new SingleBar(
    { format: "  {bar} {value}/{total} pictures, {eta_formatted} left", hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(await countCandidates(source), 0);
  const inspector = createInspector(scanDecoder(config().hiddenPaths));
  const result = await scanSource(library, source, {
    inspect: inspector.inspect,
    onProgress: (counts) => bar.update(filesIn(counts)),
  }).finally(() => {
    bar.stop();
    inspector.close();
  });
  report(await library.brokenFiles(source.number), result);
  return result.problem === null ? 0 : 1;
}

async function countCandidates(source: Source): Promise<number> {
  let count = 0;
  try {
    for await (const _ of candidatesOf(source)) count++;
  } catch {
    // The scan reports the problem.
  }
  return count;
}

function report(skipped: readonly BrokenFile[], { counts, problem }: ScanResult): void {
  const { added, changed, unchanged, removed, broken } = counts;
  say(
    `  ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} gone, ${broken} skipped`,
  );
  for (const { path, reason } of skipped) say(`  skipped ${path}: ${reason}`);
  if (problem !== null) warn(`  ${problem}`);
}

async function main([command, path, ...rest]: readonly string[]): Promise<number> {
  const wantsPath = command === "add" || command === "remove";
  const isValid =
    ["add", "remove", "list", "scan"].includes(command ?? "") &&
    wantsPath === (path !== undefined) &&
    rest.length === 0;
  if (!isValid) {
    process.stderr.write(USAGE);
    return 2;
  }
  loadEnvironment();
  const library = openLibrary(config());
  try {
    if (command === "add" && path !== undefined) return await add(library, path);
    if (command === "remove" && path !== undefined) return await remove(library, path);
    return await (command === "list" ? list(library) : scanAll(library));
  } finally {
    await library.close();
  }
}

await runCommand(main);
