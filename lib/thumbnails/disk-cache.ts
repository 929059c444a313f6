import "server-only";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { createCooldown } from "@/lib/platform/cooldown";

/** A cached file: its label, which is JSON, and its bytes. */
export type CacheEntry<Label> = { label: Label; body: Buffer };

/** The writing part of the file system; tests replace it with a failing one. */
export type DiskWriter = Pick<typeof fs, "mkdir" | "rename" | "writeFile">;

export type DiskCache<Label> = ReturnType<typeof createDiskCache<Label>>;

type DiskCacheOptions = {
  folder: string;
  bytesMax: number;
  clock?: () => number;
  disk?: DiskWriter | undefined;
};

const CHECKSUM_BYTES = 32;
const PREFIX_BYTES = CHECKSUM_BYTES + 4;
const KEY = /^[0-9a-f]{8,64}$/;
/** How long writes stop after a failed one. */
const WRITE_COOLDOWN_MS = 30_000;
/** Interval at which the time of last use is written to the file, by which a restart sorts. */
const TOUCH_MS = 3_600_000;
/** The block size of nearly all file systems. */
const BLOCK_BYTES = 4_096;
/** After writing this part of the cap, counts the folder again, because other processes write too. */
const RECOUNT_AFTER = 1 / 8;
/** Older temporary files were left by a crashed process. */
const DRAFT_MAX_AGE_MS = 60_000;

type FileFacts = { bytes: number; usedMs: number; touchedMs: number };

/**
 * Creates a cache of files below `folder`, at most `bytesMax` in total; the least recently used are
 * evicted. Keys are 8 to 64 lower-case hexadecimal digits. No method rejects because of the disk.
 *
 * Every read verifies a checksum, so that a crash or a bad disk causes a miss. On a full or read-only
 * disk the cache still serves reads. Processes that share a folder count it from time to time, and
 * exceed the cap by at most an eighth each.
 */
export function createDiskCache<Label>({
  folder,
  bytesMax,
  clock = Date.now,
  disk = fs,
}: DiskCacheOptions) {
  const drafts = join(folder, "drafts");
  let evictions: Promise<void>[] = [];
  const files = new LRUCache<string, FileFacts>({
    maxSize: Math.floor(bytesMax),
    sizeCalculation: ({ bytes }) => bytes,
    dispose(_facts, key, reason) {
      if (reason === "evict") evictions.push(fs.unlink(pathOf(key)).catch(() => {}));
    },
  });
  let writtenBytes = 0;
  let failedWrites = 0;
  let counting: Promise<void> | null = null;
  const writes = createCooldown({ firstMs: WRITE_COOLDOWN_MS }, clock);

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new RangeError("a cache key is hexadecimal");
    return join(folder, key.slice(0, 2), key);
  }

  function markUsed(key: string, fileBytes: number): void {
    const now = clock();
    const touchedMs = files.get(key)?.touchedMs ?? 0;
    const isStale = now - touchedMs >= TOUCH_MS;
    const facts = { bytes: onDisk(fileBytes), usedMs: now, touchedMs: isStale ? now : touchedMs };
    files.set(key, facts);
    if (isStale) void fs.utimes(pathOf(key), now / 1_000, now / 1_000).catch(() => {});
  }

  async function remove(key: string): Promise<void> {
    files.delete(key);
    await fs.unlink(pathOf(key)).catch(() => {});
  }

  async function evicted(): Promise<void> {
    const pending = evictions;
    evictions = [];
    await Promise.all(pending);
  }

  /** Counts the folder's files; concurrent calls share one count. */
  function recount(): Promise<void> {
    counting ??= countFiles().finally(() => {
      counting = null;
    });
    return counting;
  }

  async function countFiles(): Promise<void> {
    writtenBytes = 0;
    const startMs = clock();
    const found = new Map<string, FileFacts>();
    for (const shard of await namesIn(folder)) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      for (const key of await namesIn(join(folder, shard))) {
        const facts = KEY.test(key) ? await fs.stat(pathOf(key)).catch(() => null) : null;
        if (facts === null) continue;
        const usedMs = Math.max(facts.mtimeMs, files.peek(key)?.usedMs ?? 0);
        found.set(key, { bytes: onDisk(facts.size), usedMs, touchedMs: facts.mtimeMs });
      }
    }
    // The count may have missed files that were written meanwhile.
    for (const [key, facts] of files.entries()) {
      if (facts.usedMs >= startMs) found.set(key, facts);
    }
    files.clear();
    for (const [key, facts] of [...found].sort(([, a], [, b]) => a.usedMs - b.usedMs)) {
      files.set(key, facts);
    }
    await evicted();
  }

  async function open(): Promise<void> {
    await fs.mkdir(drafts, { recursive: true, mode: 0o700 }).catch(() => {});
    for (const name of await namesIn(drafts)) {
      const path = join(drafts, name);
      const facts = await fs.stat(path).catch(() => null);
      const isOld = facts !== null && clock() - facts.mtimeMs > DRAFT_MAX_AGE_MS;
      if (isOld) await fs.unlink(path).catch(() => {});
    }
    await recount();
  }

  return {
    /** Resolves when the entries of earlier processes are counted. */
    ready: open(),
    /** Returns the entry if it exists and is intact. Removes a damaged one. */
    async get(key: string): Promise<CacheEntry<Label> | null> {
      let file: Buffer;
      try {
        // Reads even an unknown key: another process may have written it.
        file = await fs.readFile(pathOf(key));
      } catch {
        files.delete(key);
        return null;
      }
      const entry = decode<Label>(file);
      if (entry === null) await remove(key);
      else markUsed(key, file.length);
      return entry;
    },
    /** Writes an entry; resolves to false if the write failed. */
    async set(key: string, entry: CacheEntry<Label>): Promise<boolean> {
      const file = encode(entry);
      const bytes = onDisk(file.length);
      if (writes.remainingMs() > 0 || bytes > bytesMax) return false;
      const draft = join(drafts, `${process.pid}-${randomBytes(8).toString("hex")}`);
      try {
        const path = pathOf(key);
        await disk.writeFile(draft, file, { mode: 0o600 });
        await disk.mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await disk.rename(draft, path);
      } catch (cause) {
        failedWrites += 1;
        writes.fail(cause);
        await fs.rm(draft, { force: true }).catch(() => {});
        return false;
      }
      const now = clock();
      files.set(key, { bytes, usedMs: now, touchedMs: now });
      writtenBytes += bytes;
      if (writtenBytes > bytesMax * RECOUNT_AFTER) await recount();
      await evicted();
      return true;
    },
    remove,
    stats: () => ({ entries: files.size, bytes: files.calculatedSize, failedWrites }),
  };
}

/** Returns the bytes that a file occupies on the disk, in whole blocks. */
function onDisk(fileBytes: number): number {
  return Math.max(1, Math.ceil(fileBytes / BLOCK_BYTES)) * BLOCK_BYTES;
}

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}

/** A checksum of everything after it, the label's length, the label, the body. */
function encode<Label>({ label, body }: CacheEntry<Label>): Buffer {
  const text = Buffer.from(JSON.stringify(label), "utf8");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const rest = Buffer.concat([length, text, body]);
  return Buffer.concat([createHash("sha256").update(rest).digest(), rest]);
}

function decode<Label>(file: Buffer): CacheEntry<Label> | null {
  if (file.length < PREFIX_BYTES) return null;
  const rest = file.subarray(CHECKSUM_BYTES);
  const checksum = createHash("sha256").update(rest).digest();
  if (!checksum.equals(file.subarray(0, CHECKSUM_BYTES))) return null;
  const labelBytes = rest.readUInt32BE(0);
  try {
    const label = JSON.parse(rest.toString("utf8", 4, 4 + labelBytes)) as Label;
    return { label, body: rest.subarray(4 + labelBytes) };
  } catch {
    return null;
  }
}
