import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { EncodeEffort, ThumbnailFormat } from "@/lib/decoding/encode-settings";
import type { DiskCache } from "./disk-cache";

/** The label of a stored thumbnail. */
export type ThumbnailLabel = {
  /** Its real format, which may differ from the requested one. */
  format: ThumbnailFormat;
  effort: EncodeEffort;
};

export type Thumbnail = ThumbnailLabel & { body: Buffer; etag: string };

export type ThumbnailStore = ReturnType<typeof createThumbnailStore>;

/** Creates the store of thumbnails: recently used ones in memory, all of them on disk. */
export function createThumbnailStore(
  disk: Pick<DiskCache<ThumbnailLabel>, "get" | "set" | "remove" | "stats">,
  memoryBytesMax: number,
) {
  const memory = new LRUCache<string, Thumbnail>({
    maxSize: memoryBytesMax,
    sizeCalculation: ({ body }) => body.length + 256,
  });
  const pendingWrites = new Set<Promise<unknown>>();
  return {
    async get(key: string): Promise<Thumbnail | null> {
      const cached = memory.get(key);
      if (cached !== undefined) return cached;
      const entry = await disk.get(key);
      // A thumbnail that was made meanwhile is newer than the thumbnail on disk.
      const newer = memory.get(key);
      if (newer !== undefined || entry === null) return newer ?? null;
      const thumbnail = { ...entry.label, body: entry.body, etag: etagOf(entry.body) };
      memory.set(key, thumbnail);
      return thumbnail;
    },
    /** Stores a thumbnail; it is in memory at once and on disk later. */
    set(key: string, { format, effort }: ThumbnailLabel, body: Buffer): Thumbnail {
      const thumbnail = { format, effort, body, etag: etagOf(body) };
      memory.set(key, thumbnail);
      const write = disk.set(key, { label: { format, effort }, body });
      pendingWrites.add(write);
      void write.finally(() => pendingWrites.delete(write));
      return thumbnail;
    },
    async remove(key: string): Promise<void> {
      memory.delete(key);
      await disk.remove(key);
    },
    stats: () => ({ ...disk.stats(), memoryBytes: memory.calculatedSize }),
    /** Waits for pending writes. */
    async settled(): Promise<void> {
      await Promise.allSettled(pendingWrites);
    },
  };
}

function etagOf(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
}
