import "server-only";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";

export type KeptFiles = {
  read(name: string): Promise<Buffer | null>;
  /** Keeps a file; one that can't be written is not kept, and that is all. */
  keep(name: string, bytes: Uint8Array): Promise<void>;
};

type KeptFile = { name: string; bytes: number; modifiedMs: number };

/**
 * Files that can be made again, kept in `folder` up to `bytesMax`; the longest unused go first.
 * Sister folders of it are versions of before, and are removed.
 *
 * A file appears under its name only when it is written to the end.
 */
export async function openKeptFiles(folder: string, bytesMax: number): Promise<KeptFiles> {
  const sizes = new LRUCache<string, number>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_bytes, name, reason) => {
      if (reason === "evict") unlink(join(folder, name)).catch(() => {});
    },
  });
  // A folder that can't be made or read keeps nothing; pictures are drawn all the same.
  await removeSisters(folder).catch(() => {});
  for (const { name, bytes } of await listOldestFirst(folder).catch(() => [])) {
    sizes.set(name, bytes);
  }

  return {
    async read(name) {
      if (sizes.get(name) === undefined) return null;
      const bytes = await readFile(join(folder, name)).catch(() => null);
      if (bytes === null) sizes.delete(name);
      return bytes;
    },
    async keep(name, bytes) {
      if (bytes.length > bytesMax) return;
      // The bundler takes a name that begins with a dot for any file of the project.
      const draft = join(
        /* turbopackIgnore: true */ folder,
        `.${name}.${randomBytes(6).toString("hex")}`,
      );
      try {
        await writeFile(draft, bytes);
        await rename(draft, join(folder, name));
        sizes.set(name, bytes.length);
      } catch {
        await rm(draft, { force: true }).catch(() => {}); // a full or read-only disk
      }
    },
  };
}

async function removeSisters(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    const sister = join(parent, name);
    if (sister !== folder) await rm(sister, { recursive: true, force: true });
  }
}

async function listOldestFirst(folder: string): Promise<KeptFile[]> {
  const found: KeptFile[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith(".")) {
      await rm(path, { force: true }); // was being written when its process ended
    } else {
      const { size, mtimeMs } = await stat(path);
      found.push({ name, bytes: size, modifiedMs: mtimeMs });
    }
  }
  return found.sort((a, b) => a.modifiedMs - b.modifiedMs);
}
