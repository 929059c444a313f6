import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { beforeEach, expect, test } from "vitest";
import { createDiskCache } from "@/lib/thumbnails/disk-cache";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { photographPath } from "@/tests/support/pictures/photographs";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import type { FullDiskReport } from "@/tests/support/programs/full-disk";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const KILLS = repetitions({ few: 5, all: 20 });

test(`a server killed ${KILLS} times between writes loses no stored entry and serves no partial one`, async () => {
  const program = await bundleProgram("endless-cache-writer");
  const kept: string[] = [];
  for (let kills = 0; kills < KILLS; kills += 1) {
    const writer = spawn(process.execPath, [program, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    kept.push(...(await linesUntilKilled(writer, 50 + kills)));
  }
  expect(kept.length).toBeGreaterThan(KILLS * 50);

  const cache = createDiskCache<{ of: string }>({ folder, bytesMax: 1e9 });
  await cache.ready;
  for (const key of kept) {
    const entry = await cache.get(key);
    expect([entry?.label.of, entry?.body.toString() === key.repeat(500)]).toEqual([key, true]);
  }
  // An entry that was being written at a kill is complete or absent.
  const names = readdirSync(folder).flatMap((shard) =>
    shard === "drafts" ? [] : readdirSync(join(folder, shard)),
  );
  for (const name of names) expect((await cache.get(name))?.label.of).toBe(name);
  expect(cache.stats().entries).toBe(names.length);
});

/** Kills a writer after this many lines; returns all lines that it printed. */
async function linesUntilKilled(writer: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  if (writer.stdout === null) throw new Error("no output");
  const reader = createInterface(writer.stdout);
  const read = once(reader, "close");
  reader.on("line", (line) => {
    lines.push(line);
    if (lines.length === count) writer.kill("SIGKILL");
  });
  await Promise.all([once(writer, "exit"), read]);
  // The last line may be incomplete.
  return lines.filter((line) => line.length === 40);
}

/** Runs a command with a disk of 2 MiB. */
const WITH_SMALL_DISK = 'mount -t tmpfs -o size=2m none "$1" || exit 97; shift; exec "$@"';

function onSmallDisk(...command: string[]): string[] {
  const script = ["/bin/sh", "-c", WITH_SMALL_DISK, "sh", folder, ...command];
  return ["--map-root-user", "--mount", "--", ...script];
}

test("on a disk that is really full, then read-only, every picture is shown", async ({ skip }) => {
  const isPossible = spawnSync("unshare", onSmallDisk("true")).status === 0;
  skip(!isPossible, "skipped: this system allows no mount namespace");
  const program = await bundleProgram("full-disk");
  const output = execFileSync(
    "unshare",
    onSmallDisk(
      process.execPath,
      program,
      folder,
      resolve(photographPath("march-pastoral")),
      resolve(".programs/decoder.mjs"),
    ),
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  const report = JSON.parse(output) as FullDiskReport;
  expect(report.kept).toBeGreaterThan(50);
  expect(report.refused).toBeGreaterThan(500);
  expect([report.whole, report.partial]).toEqual([report.kept, 0]);
  expect(report.freeBlocks).toBeLessThan(8);
  expect(report.statusesWhileFull).toEqual([200, 200, 200]);
  expect(report.statusesWhileReadOnly).toEqual([200, 200, 200]);
  expect(report.hitsWhileReadOnly).toBe(1);
});
