import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import fsp from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createDiskCache, type DiskWriter } from "@/lib/thumbnails/disk-cache";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const key = (n: number) => n.toString(16).padStart(8, "0");
/** The space that a small file takes on a disk. */
const BLOCK = 4_096;
const anEntry = (bytes = 4_000) => ({ label: { effort: "quick" }, body: randomBytes(bytes) });
const open = async (bytesMax = 1_000_000, disk?: DiskWriter) => {
  const cache = createDiskCache<{ effort: string }>({ folder, bytesMax, ...(disk && { disk }) });
  await cache.ready;
  return cache;
};

test("a stored entry is read back, even by another process", async () => {
  const entry = anEntry();
  expect(await (await open()).set(key(1), entry)).toBe(true);
  expect(await (await open()).get(key(1))).toEqual(entry);
});

test("a flipped bit anywhere in the file is a miss, and the file is gone", async () => {
  const cache = await open();
  await cache.set(key(1), anEntry(50));
  const path = join(folder, "00", key(1));
  const good = readFileSync(path);
  for (let byte = 0; byte < good.length; byte += 1) {
    const bad = Buffer.from(good);
    bad[byte] = (bad[byte] ?? 0) ^ (1 << (byte % 8));
    writeFileSync(path, bad);
    expect(await cache.get(key(1))).toBeNull();
  }
  expect(readdirSync(join(folder, "00"))).toEqual([]);
});

test("a file cut short at any length is a miss", async () => {
  const cache = await open();
  await cache.set(key(1), anEntry(20));
  const path = join(folder, "00", key(1));
  const good = readFileSync(path);
  for (let length = 0; length < good.length; length += 1) {
    writeFileSync(path, good.subarray(0, length));
    expect(await cache.get(key(1))).toBeNull();
  }
});

test("the limit holds, and the least recently used entries go first", async () => {
  const cache = await open(10.5 * BLOCK);
  for (let n = 0; n < 9; n += 1) await cache.set(key(n), anEntry());
  await cache.get(key(0));
  for (let n = 9; n < 12; n += 1) await cache.set(key(n), anEntry());
  expect(cache.stats().bytes).toBeLessThanOrEqual(10.5 * BLOCK);
  expect(await cache.get(key(0))).not.toBeNull();
  expect(await cache.get(key(1))).toBeNull();
  const onDisk = readdirSync(join(folder, "00")).length;
  expect(onDisk).toBe(cache.stats().entries);
});

test("a restart keeps the limit and drops unfinished entries", async () => {
  const before = await open();
  for (let n = 0; n < 20; n += 1) await before.set(key(n), anEntry());
  const draft = join(folder, "drafts", "1-left");
  writeFileSync(draft, "half of a thumb");
  await fsp.utimes(draft, 1, 1);
  const after = await open(10.5 * BLOCK);
  expect(after.stats().bytes).toBeLessThanOrEqual(10.5 * BLOCK);
  expect(after.stats().entries).toBeGreaterThan(5);
  expect(readdirSync(join(folder, "drafts"))).toEqual([]);
});

test.each(["ENOSPC", "EROFS", "EACCES", "EIO"])(
  "with %s from the disk, entries are lost but requests do not fail",
  async (code) => {
    const failing = {
      ...fsp,
      writeFile: async () => {
        throw Object.assign(new Error(code), { code });
      },
    };
    const cache = await open(1_000_000, failing);
    expect(await cache.set(key(1), anEntry())).toBe(false);
    expect(await cache.get(key(1))).toBeNull();
    expect(cache.stats()).toMatchObject({ entries: 0, failedWrites: 1 });
  },
);

test("an interrupted write leaves no file with the entry's name", async () => {
  const halfWay = {
    ...fsp,
    writeFile: async (
      path: Parameters<typeof fsp.writeFile>[0],
      file: Parameters<typeof fsp.writeFile>[1],
    ) => {
      await fsp.writeFile(path, (file as Buffer).subarray(0, 30));
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    },
  };
  const cache = await open(1_000_000, halfWay);
  await cache.set(key(1), anEntry());
  expect(await cache.get(key(1))).toBeNull();
  expect(readdirSync(join(folder, "drafts"))).toEqual([]);
});

test("the limit counts the disk space of files, not their sizes", async () => {
  const cache = await open(10 * BLOCK);
  for (let n = 0; n < 30; n += 1) await cache.set(key(n), anEntry(10));
  expect(readdirSync(join(folder, "00")).length).toBe(10);
});

test("two processes that share a folder exceed the limit by at most an eighth each", async () => {
  const caches = [await open(40 * BLOCK), await open(40 * BLOCK)];
  let most = 0;
  for (let n = 0; n < 300; n += 1) {
    await caches[n % 2]?.set(key(n), anEntry());
    most = Math.max(most, readdirSync(join(folder, "00")).length);
  }
  expect(most).toBeLessThanOrEqual(40 + 2 * 6);
  expect(most).toBeGreaterThan(30);
  expect(await caches[0]?.get(key(299))).not.toBeNull();
});

test("a file with a valid checksum and an invalid label is a miss", async () => {
  const cache = await open();
  await cache.set(key(1), anEntry(20));
  const rest = Buffer.from("\0\0\0\x03{x}body", "latin1");
  const checksum = createHash("sha256").update(rest).digest();
  writeFileSync(join(folder, "00", key(1)), Buffer.concat([checksum, rest]));
  expect(await cache.get(key(1))).toBeNull();
});
