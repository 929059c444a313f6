import "server-only";
import { createHash, randomBytes } from "node:crypto";
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";

/** A kept thumbnail: what the writer said about it, and its bytes. */
export type CacheEntry<Label> = { label: Label; body: Buffer };

/** The part of the file system that writes, replaceable to try out disks that fail. */
export type DiskWriter = Pick<typeof import("node:fs/promises"), "mkdir" | "rename" | "writeFile">;

const LABEL_BYTES_MAX = 1_024;
const CHECKSUM_BYTES = 32;
const PREFIX_BYTES = CHECKSUM_BYTES + 4;
const KEY = /^[0-9a-f]{8,64}$/;
/** After a failed write the disk is left alone for this long. */
const WRITE_PAUSE_MS = 30_000;
/** How stale the time of a file's last use may get; it is what a restart sorts by. */
const TOUCH_MS = 3_600_000;
/** What files really take of a disk comes in blocks, of this size nearly everywhere. */
const BLOCK_BYTES = 4_096;
/** After writing this part of the cap the folder is counted again: others may write to it, too. */
const COUNTED_AFTER = 1 / 8;

type Held = { bytes: number; usedMs: number; touchedMs: number };

/**
 * Thumbnails on disk, at most so many bytes of them; the least recently used go first.
 *
 * A file appears under its name only when it is complete, and carries a checksum that is compared
 * at every read: what a crash or a bad disk left behind is a miss. A disk that is full or
 * read-only makes the cache forgetful, not broken: no method here throws for the disk's sake.
 * Several processes may share a folder: each counts what the others left there from time to time,
 * so that together they stay within an eighth of the cap for each.
 */
export class DiskCache<Label> {
  /** What is on disk by key, least recently used first. */
  #held = new Map<string, Held>();
  #bytes = 0;
  #writtenBytes = 0;
  #counting: Promise<void> | null = null;
  #writesFrom = 0;
  #failedWrites = 0;
  readonly ready: Promise<void>;

  constructor(
    private readonly folder: string,
    private readonly bytesMax: number,
    private readonly clock: () => number = Date.now,
    private readonly disk: DiskWriter = { mkdir, rename, writeFile },
  ) {
    this.ready = this.#open();
  }

  stats() {
    return { entries: this.#held.size, bytes: this.#bytes, failedWrites: this.#failedWrites };
  }

  /** The entry, if it is there and whole. A damaged one is removed. */
  async get(key: string): Promise<CacheEntry<Label> | null> {
    let file: Buffer;
    try {
      // Also for keys this process has not seen: another one may share the folder.
      file = await readFile(this.#path(key));
    } catch {
      this.#drop(key);
      return null;
    }
    const entry = decode<Label>(file);
    if (entry === null) {
      this.#drop(key);
      await unlink(this.#path(key)).catch(() => {});
      return null;
    }
    this.#use(key, file.length);
    return entry;
  }

  /** Keeps an entry, replacing an older one of this key. Answers whether the disk took it. */
  async set(key: string, entry: CacheEntry<Label>): Promise<boolean> {
    const file = encode(entry);
    if (this.clock() < this.#writesFrom || file.length > this.bytesMax) return false;
    const draft = join(this.folder, "drafts", `${process.pid}-${randomBytes(8).toString("hex")}`);
    try {
      await this.disk.writeFile(draft, file, { mode: 0o600 });
      await this.#put(draft, this.#path(key));
    } catch {
      this.#failedWrites += 1;
      this.#writesFrom = this.clock() + WRITE_PAUSE_MS;
      await rm(draft, { force: true }).catch(() => {});
      return false;
    }
    this.#drop(key);
    const now = this.clock();
    this.#hold(key, { bytes: onDisk(file.length), usedMs: now, touchedMs: now });
    this.#writtenBytes += onDisk(file.length);
    if (this.#writtenBytes > this.bytesMax * COUNTED_AFTER) await this.#count();
    await this.#evict();
    return true;
  }

  /** Moves a complete file to its place, whose folder is made for the first of its 256. */
  async #put(draft: string, path: string): Promise<void> {
    try {
      await this.disk.rename(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      await this.disk.mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
      await this.disk.rename(draft, path);
    }
  }

  #path(key: string): string {
    if (!KEY.test(key)) throw new RangeError("a cache key is hexadecimal");
    return join(this.folder, key.slice(0, 2), key);
  }

  #use(key: string, fileBytes: number): void {
    const now = this.clock();
    const touchedMs = this.#held.get(key)?.touchedMs ?? 0;
    const isStale = now - touchedMs >= TOUCH_MS;
    this.#drop(key);
    this.#hold(key, {
      bytes: onDisk(fileBytes),
      usedMs: now,
      touchedMs: isStale ? now : touchedMs,
    });
    if (isStale) void utimes(this.#path(key), now / 1_000, now / 1_000).catch(() => {});
  }

  #hold(key: string, held: Held): void {
    this.#held.set(key, held);
    this.#bytes += held.bytes;
  }

  #drop(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0;
    this.#held.delete(key);
  }

  async #evict(): Promise<void> {
    for (const key of this.#held.keys()) {
      if (this.#bytes <= this.bytesMax) return;
      this.#drop(key);
      await unlink(this.#path(key)).catch(() => {});
    }
  }

  /** Finds what an earlier process kept, and removes what it did not finish. */
  async #open(): Promise<void> {
    const drafts = join(this.folder, "drafts");
    try {
      await mkdir(drafts, { recursive: true, mode: 0o700 });
    } catch {
      return;
    }
    await removeOldDrafts(drafts, this.clock());
    await this.#count();
    await this.#evict();
  }

  /** Counts what the folder really holds; once, however many ask. */
  #count(): Promise<void> {
    this.#counting ??= this.#readFolder().finally(() => {
      this.#counting = null;
    });
    return this.#counting;
  }

  async #readFolder(): Promise<void> {
    this.#writtenBytes = 0;
    const startMs = this.clock();
    const found = new Map<string, Held>();
    for (const shard of await namesIn(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      for (const key of await namesIn(join(this.folder, shard))) {
        const about = KEY.test(key) ? await stat(this.#path(key)).catch(() => null) : null;
        if (about === null) continue;
        const usedMs = Math.max(about.mtimeMs, this.#held.get(key)?.usedMs ?? 0);
        found.set(key, { bytes: onDisk(about.size), usedMs, touchedMs: about.mtimeMs });
      }
    }
    // What came while the folder was read may not have been seen.
    for (const [key, held] of this.#held) if (held.usedMs >= startMs) found.set(key, held);
    this.#held = new Map([...found].sort(([, a], [, b]) => a.usedMs - b.usedMs));
    this.#bytes = [...found.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

function onDisk(fileBytes: number): number {
  return Math.ceil(fileBytes / BLOCK_BYTES) * BLOCK_BYTES;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Another process may be writing here: only what is old enough to be nobody's goes. */
async function removeOldDrafts(folder: string, nowMs: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => null);
    if (about !== null && nowMs - about.mtimeMs > 60_000) await unlink(path).catch(() => {});
  }
}

/** Checksum of the rest, length of the label, label, body. */
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
  if (labelBytes > LABEL_BYTES_MAX) return null;
  try {
    const label = JSON.parse(rest.toString("utf8", 4, 4 + labelBytes)) as Label;
    return { label, body: rest.subarray(4 + labelBytes) };
  } catch {
    return null;
  }
}
