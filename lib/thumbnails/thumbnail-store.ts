import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DiskCache } from "./disk-cache";
import type { EncodeEffort } from "./encode-settings";
import type { ThumbnailFormat } from "./negotiate";

/** What is kept beside a thumbnail's bytes. */
export type ThumbnailLabel = {
  /** What it was encoded as, which may be less than what the browser could take. */
  format: ThumbnailFormat;
  effort: EncodeEffort;
};

export type Thumbnail = ThumbnailLabel & { body: Buffer; etag: string };

/** The thumbnails there are: the ones in use in memory, all of them on disk. */
export class ThumbnailStore {
  readonly #memory: LRUCache<string, Thumbnail>;
  readonly #writing = new Set<Promise<unknown>>();

  constructor(
    private readonly disk: Pick<DiskCache<ThumbnailLabel>, "get" | "set" | "stats">,
    memoryBytesMax: number,
  ) {
    this.#memory = new LRUCache({
      maxSize: memoryBytesMax,
      sizeCalculation: ({ body }) => body.length + 256,
    });
  }

  stats() {
    return { ...this.disk.stats(), memoryBytes: this.#memory.calculatedSize };
  }

  /** What is at hand without waiting. */
  peek(key: string): Thumbnail | null {
    return this.#memory.get(key) ?? null;
  }

  async get(key: string): Promise<Thumbnail | null> {
    const held = this.peek(key);
    if (held !== null) return held;
    const entry = await this.disk.get(key);
    // What was made meanwhile is better than what was on disk before it.
    const newer = this.peek(key);
    if (newer !== null || entry === null) return newer;
    const thumbnail = { ...entry.label, body: entry.body, etag: etagOf(entry.body) };
    this.#memory.set(key, thumbnail);
    return thumbnail;
  }

  /** Keeps a thumbnail; it is at hand at once, the disk follows. */
  set(key: string, { format, effort }: ThumbnailLabel, body: Buffer): Thumbnail {
    const thumbnail = { format, effort, body, etag: etagOf(body) };
    this.#memory.set(key, thumbnail);
    const write = this.disk.set(key, { label: { format, effort }, body });
    this.#writing.add(write);
    void write.finally(() => this.#writing.delete(write));
    return thumbnail;
  }

  /** Waits for the disk. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }
}

function etagOf(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
}
