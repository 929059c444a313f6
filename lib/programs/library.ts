/**
 * `npm run library`: manages the library from the command line, also while the server runs.
 *
 * Exits with 0 on success, 1 on failure, 2 on a usage error. Files that cannot be imported are listed
 * and are not a failure.
 */
import { resolve } from "node:path";
import nextEnv from "@next/env";
import { Presets, SingleBar } from "cli-progress";
import sharp from "sharp";
import { ConfigError, config } from "@/lib/config";
import { printableLine } from "@/lib/core/printable-line";
import { openLibraryDatabase } from "@/lib/service/library/library-database";
import { listBrokenFiles } from "@/lib/service/library/library-reader";
import { ManifestError } from "@/lib/service/library/manifest";
import { filesIn, type ScanResult, scanSource } from "@/lib/service/library/scan-source";
import { candidatesOf } from "@/lib/service/library/source-files";
import {
  addSource,
  listSources,
  locateSource,
  removeCommandSource,
  type Source,
  syncSourcesCopy,
} from "@/lib/service/library/sources";
import type { SqliteDatabase } from "@/lib/state/sqlite/database";

const USAGE = `Usage:
  npm run library -- add <folder | manifest.json>     import its pictures
  npm run library -- list                             list the library's sources
  npm run library -- remove <folder | manifest.json>  remove its pictures; the files stay
  npm run library -- scan                             import changes in all sources
`;

function say(line: string): void {
  process.stdout.write(`${printableLine(line)}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`);
}

async function add(database: SqliteDatabase, path: string): Promise<number> {
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
  const source = addSource(database, { ...located, origin: "command" });
  syncSourcesCopy(database, config().dataDir);
  return scan(database, source);
}

function list(database: SqliteDatabase): number {
  const sources = listSources(database);
  if (sources.length === 0) say("The library is empty.");
  for (const { location, pictureCount, origin, problem } of sources) {
    const from = origin === "settings" ? " (VITRINE_LIBRARY_DIRS)" : "";
    say(`${String(pictureCount).padStart(9)}  ${location}${from}`);
    if (problem !== null) say(`           ${problem}`);
  }
  return 0;
}

async function remove(database: SqliteDatabase, path: string): Promise<number> {
  const location = resolve(path);
  const source = listSources(database).find((each) => each.location === location);
  if (source?.origin === "settings") {
    warn(`${location} is a folder of VITRINE_LIBRARY_DIRS: remove it there.`);
    return 1;
  }
  if (!(await removeCommandSource(database, config().dataDir, location))) {
    warn(`${path} is not in the library.`);
    return 1;
  }
  say(`Removed ${location} with ${source?.pictureCount ?? 0} pictures. Its files are untouched.`);
  return 0;
}

async function scanAll(database: SqliteDatabase): Promise<number> {
  let worst = 0;
  for (const source of listSources(database)) {
    worst = Math.max(worst, await scan(database, source));
  }
  return worst;
}

async function scan(database: SqliteDatabase, source: Source): Promise<number> {
  say(source.location);
  const bar = new SingleBar(
    { format: "  {bar} {value}/{total} pictures, {eta_formatted} left", hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(await countCandidates(source), 0);
  const result = await scanSource(database, source, {
    onProgress: (counts) => bar.update(filesIn(counts)),
  }).finally(() => bar.stop());
  report(database, source, result);
  return result.problem === null ? 0 : 1;
}

async function countCandidates(source: Source): Promise<number> {
  let count = 0;
  try {
    for await (const _ of candidatesOf(source)) count++;
  } catch {
    // The scan reports what is wrong.
  }
  return count;
}

function report(database: SqliteDatabase, source: Source, { counts, problem }: ScanResult): void {
  const { added, changed, unchanged, removed, broken } = counts;
  say(
    `  ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} gone, ${broken} skipped`,
  );
  for (const { path, reason } of listBrokenFiles(database, {
    source: source.number,
    limit: broken,
  })) {
    say(`  skipped ${path}: ${reason}`);
  }
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
  // The server reads these files too, and both must use the same data folder.
  nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: warn });
  sharp.concurrency(1);
  sharp.cache(false);
  const database = openLibraryDatabase(config().dataDir);
  try {
    if (command === "add" && path !== undefined) return await add(database, path);
    if (command === "remove" && path !== undefined) return await remove(database, path);
    return command === "list" ? list(database) : await scanAll(database);
  } finally {
    database.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
