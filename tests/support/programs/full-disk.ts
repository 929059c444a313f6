/**
 * Runs in a mount namespace with a small disk: fills the disk with thumbnails, remounts it read-only
 * and requests pictures in both states. Prints a `FullDiskReport` as JSON.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { createDiskCache } from "@/lib/thumbnails/disk-cache";
import { createThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";

export type FullDiskReport = {
  kept: number;
  refused: number;
  /** Stored entries that were read back unchanged while the disk was full. */
  whole: number;
  /** Entries that were read back with a different body. */
  partial: number;
  freeBlocks: number;
  statusesWhileFull: number[];
  statusesWhileReadOnly: number[];
  /** Cache hits of a new process for pictures stored before the disk was full. */
  hitsWhileReadOnly: number;
};

const [dataDir = "", photographPath = "", decoderPath = ""] = process.argv.slice(2);
const photograph = readFileSync(photographPath);
const never = new AbortController().signal;
const keyOf = (n: number) => n.toString(16).padStart(40, "0");
const bodyOf = (n: number) => Buffer.alloc(3_000 + ((n * 977) % 9_000), n);

const folder = join(dataDir, "thumbnails");
// The clock advances a minute with each write, so that the cache's cooldown never applies.
let nowMs = Date.now();
const cache = createDiskCache<{ n: number }>({
  folder,
  bytesMax: 1e9,
  clock: () => (nowMs += 60_000),
});
await cache.ready;
const kept: number[] = [];
let refused = 0;
// Stored before the disk is full.
const before = startThumbnails();
await statusOf(before, "lib:before");
await before.settled();
before.close();
for (let n = 0; n < 1_000; n += 20) {
  await Promise.all(
    Array.from({ length: 20 }, async (_, more) => {
      const entry = { label: { n: n + more }, body: bodyOf(n + more) };
      if (await cache.set(keyOf(n + more), entry)) kept.push(n + more);
      else refused += 1;
    }),
  );
}
let whole = 0;
let partial = 0;
for (let n = 0; n < 1_000; n += 1) {
  const entry = await cache.get(keyOf(n));
  if (entry?.body.equals(bodyOf(n))) whole += 1;
  else if (entry !== null) partial += 1;
}
const freeBlocks = statfsSync(dataDir).bavail;
const report: FullDiskReport = {
  kept: kept.length,
  refused,
  whole,
  partial,
  freeBlocks,
  statusesWhileFull: await askForThree(),
  statusesWhileReadOnly: [],
  hitsWhileReadOnly: 0,
};
execFileSync("mount", ["-o", "remount,ro", dataDir]);
report.statusesWhileReadOnly = await askForThree();
const after = startThumbnails();
await statusOf(after, "lib:before");
report.hitsWhileReadOnly = after.stats().hits;
after.close();
process.stdout.write(JSON.stringify(report));
process.exit(0);

function startThumbnails() {
  return createThumbnailPipeline({
    keys: ["a key for a full disk, thirty-two bytes or more"],
    dataDir,
    cacheBytesMax: 1e9,
    ownHosts: [],
    allowedPrivateHosts: [],
    readLibraryImage: async () => photograph,
    decoderPath,
  });
}

async function statusOf(thumbnails: ReturnType<typeof startThumbnails>, source: string) {
  const target = `${thumbnails.sign(source, 320)?.path}320`;
  const context = { visitor: "a", signal: never, target };
  return (await thumbnails.handle({ headers: new Headers() }, context)).status;
}

async function askForThree(): Promise<number[]> {
  const thumbnails = startThumbnails();
  const statuses: number[] = [];
  for (const name of ["lib:one", "lib:two", "lib:one"]) {
    statuses.push(await statusOf(thumbnails, name));
  }
  await thumbnails.settled();
  thumbnails.close();
  return statuses;
}
