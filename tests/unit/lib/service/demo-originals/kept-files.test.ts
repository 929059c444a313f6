import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openKeptFiles } from "@/lib/service/demo-originals/kept-files";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const bytes = (length: number) => new Uint8Array(length).fill(7);

test("what was kept is read again, also after a restart", async () => {
  const folder = join(temporaryFolder(), "v1");
  await (await openKeptFiles(folder, 1000)).keep("a", bytes(100));
  const again = await openKeptFiles(folder, 1000);
  expect((await again.read("a"))?.length).toBe(100);
  expect(await again.read("b")).toBeNull();
});

test("over the cap the longest unused go, from the disk too", async () => {
  const folder = join(temporaryFolder(), "v1");
  const files = await openKeptFiles(folder, 250);
  await files.keep("a", bytes(100));
  await files.keep("b", bytes(100));
  await files.read("a");
  await files.keep("c", bytes(100));
  expect(await files.read("b")).toBeNull();
  await vi.waitFor(() => expect(readdirSync(folder).sort()).toEqual(["a", "c"]));
});

test("a restart counts what lies there, the oldest first", async () => {
  const folder = join(temporaryFolder(), "v1");
  mkdirSync(folder);
  for (const [i, name] of ["old", "new"].entries()) {
    writeFileSync(join(folder, name), bytes(100));
    utimesSync(join(folder, name), 1000 + i, 1000 + i);
  }
  const files = await openKeptFiles(folder, 250);
  await files.keep("newest", bytes(100));
  expect(await files.read("old")).toBeNull();
  expect(await files.read("new")).not.toBeNull();
});

test("half-written files and those of other versions go at the start", async () => {
  const parent = temporaryFolder();
  for (const path of ["v1/.a.jpeg.0123", "v0/a.jpeg"]) {
    mkdirSync(join(parent, path, ".."), { recursive: true });
    writeFileSync(join(parent, path), "x");
  }
  await openKeptFiles(join(parent, "v1"), 1000);
  expect(readdirSync(parent)).toEqual(["v1"]);
  expect(readdirSync(join(parent, "v1"))).toEqual([]);
});

test("a place that can't be written keeps nothing, and that is all", async () => {
  const parent = temporaryFolder();
  writeFileSync(join(parent, "file"), "x");
  const files = await openKeptFiles(join(parent, "file", "v1"), 1000);
  await files.keep("a", bytes(10));
  expect(await files.read("a")).toBeNull();
  expect(existsSync(join(parent, "file", "v1"))).toBe(false);
});
