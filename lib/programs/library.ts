/**
 * `npm run library`: manages the library from the command line, also while the server runs.
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error. Files that cannot be imported are listed
 * and are not a failure.
 */
import { resolve } from "node:path";
import { Presets, SingleBar } from "cli-progress";
import { config } from "@/lib/config";
import { DecodingFailed } from "@/lib/decoding/decoders";
import { createInspector, scanDecoder } from "@/lib/decoding/inspector";
import { AppError } from "@/lib/platform/errors";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import {
  configBesideServer,
  loadEnvironment,
  runCommand,
  say,
  warn,
} from "@/lib/programs/command-line";
import { ManifestError, toManifestEntry } from "@/lib/service/library/manifest";
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
  npm run library -- rescan [folder | manifest.json]  read every file again
  npm run library -- export <folder | manifest.json>  write a manifest of its pictures to the output
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
  const source = await sourceAt(library, path);
  if (source === null) return 1;
  const { location, origin, pictureCount } = source;
  if (origin === "settings") {
    warn(`${location} is a folder of VITRINE_LIBRARY_DIRS: remove it there.`);
    return 1;
  }
  await library.removeSource(location);
  say(`Removed ${location} with ${pictureCount} pictures. Its files are untouched.`);
  return 0;
}

/** Scans all sources, or one. */
async function scanAll(
  library: LibraryStore,
  path: string | null,
  isRereading: boolean,
): Promise<number> {
  const sources = path === null ? await library.sources() : [await sourceAt(library, path)];
  let worst = 0;
  for (const source of sources) {
    worst = Math.max(worst, source === null ? 1 : await scan(library, source, isRereading));
  }
  return worst;
}

async function sourceAt(library: LibraryStore, path: string): Promise<Source | null> {
  const location = resolve(path);
  const source = (await library.sources()).find((each) => each.location === location) ?? null;
  if (source === null) warn(`${path} is not in the library.`);
  return source;
}

/** Writes a manifest of the pictures, whose paths are relative to the source. */
async function exportSource(library: LibraryStore, path: string): Promise<number> {
  const source = await sourceAt(library, path);
  if (source === null) return 1;
  process.stdout.write('{ "pictures": [');
  let isFirst = true;
  for (let after: string | null = null; ; ) {
    const files = await library.pictures(source.number, after);
    for (const file of files) {
      after = file.path;
      const entry = toManifestEntry(file);
      if (entry === null) warn(`A manifest can't have ${file.path}.`);
      else process.stdout.write(`${isFirst ? "\n" : ",\n"}${JSON.stringify(entry)}`);
      isFirst &&= entry === null;
    }
    if (files.length === 0) break;
  }
  process.stdout.write("\n] }\n");
  return 0;
}

async function scan(library: LibraryStore, source: Source, isRereading = false): Promise<number> {
  say(source.location);
  const bar = new SingleBar(
    { format: "  {bar} {value}/{total} pictures, {eta_formatted} left", hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(await countCandidates(source), 0);
  const inspector = createInspector(scanDecoder(config().hiddenPaths));
  const skippedSidecars: { path: string; reason: string }[] = [];
  try {
    const result = await scanSource(library, source, {
      ...inspector,
      isRereading,
      excluded: config().libraryExcluded,
      onProgress: (counts) => bar.update(filesIn(counts)),
      onSidecarSkipped: (path, reason) => skippedSidecars.push({ path, reason }),
    });
    bar.stop();
    report([...(await library.brokenFiles(source.number)), ...skippedSidecars], result);
    return result.problem === null ? 0 : 1;
  } catch (cause) {
    const isPassing = cause instanceof DecodingFailed && !(cause.cause instanceof AppError);
    if (!isPassing && !isOutOfResources(cause)) throw cause;
    bar.stop();
    warn("  No decoder starts: too many processes or open files, or too little memory. Try again.");
    return 1;
  } finally {
    bar.stop();
    inspector.close();
  }
}

async function countCandidates(source: Source): Promise<number> {
  let count = 0;
  try {
    for await (const _ of candidatesOf(source, { excluded: config().libraryExcluded })) count++;
  } catch {
    // The scan reports the problem.
  }
  return count;
}

function report(
  skipped: readonly Pick<BrokenFile, "path" | "reason">[],
  { counts, problem }: ScanResult,
): void {
  const { added, changed, unchanged, removed, broken } = counts;
  say(
    `  ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} gone, ${broken} skipped`,
  );
  for (const { path, reason } of skipped) say(`  skipped ${path}: ${reason}`);
  if (problem !== null) warn(`  ${problem}`);
}

type Command = {
  path: "required" | "optional" | "none";
  /** `path` is empty if there is none. */
  run(library: LibraryStore, path: string): Promise<number>;
};

const COMMANDS: Partial<Record<string, Command>> = {
  add: { path: "required", run: add },
  list: { path: "none", run: list },
  remove: { path: "required", run: remove },
  scan: { path: "none", run: (library) => scanAll(library, null, false) },
  rescan: { path: "optional", run: (library, path) => scanAll(library, path || null, true) },
  export: { path: "required", run: exportSource },
};

async function main([command, path, ...rest]: readonly string[]): Promise<number> {
  const run = COMMANDS[command ?? ""];
  const isPathFitting = run?.path === "optional" || (run?.path === "required") === Boolean(path);
  if (run === undefined || !isPathFitting || rest.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  loadEnvironment();
  const library = openLibrary(configBesideServer());
  try {
    return await run.run(library, path ?? "");
  } finally {
    await library.close();
  }
}

await runCommand(main);
