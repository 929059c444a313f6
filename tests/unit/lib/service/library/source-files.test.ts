import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { walkFolder } from "@/lib/service/library/source-files";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

function put(...parts: string[]): string {
  const path = join(...parts);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "x");
  return path;
}

async function pathsIn(folder: string, except: ReadonlySet<string> = new Set()) {
  const paths: string[] = [];
  for await (const { path } of walkFolder(folder, { except })) paths.push(path);
  return paths;
}

test("files named like pictures are found at every depth, in order", async () => {
  const root = temporaryFolder();
  for (const path of ["b.JPG", "a/z.png", "a/deep/er.webp", "c.tif", "notes.txt", "x.svg"]) {
    put(root, path);
  }
  expect(await pathsIn(root)).toEqual(["a/deep/er.webp", "a/z.png", "b.JPG", "c.tif", "x.svg"]);
});

test("hidden files and folders are skipped", async () => {
  const root = temporaryFolder();
  put(root, ".hidden.jpg");
  put(root, ".trash/old.jpg");
  expect(await pathsIn(root)).toEqual([]);
});

test("links that leave the folder are not followed, nor links to folders or other pictures", async () => {
  const parent = temporaryFolder();
  const outside = put(parent, "secret.jpg");
  const root = join(parent, "photographs");
  put(root, "inside.jpg");
  symlinkSync(outside, join(root, "out.jpg"));
  symlinkSync(put(`${root} of others`, ".hidden/store"), join(root, "beside.jpg"));
  symlinkSync(join(outside, ".."), join(root, "out"));
  symlinkSync(root, join(root, "circle"));
  symlinkSync(join(root, "inside.jpg"), join(root, "same.jpg"));
  symlinkSync("/nowhere.jpg", join(root, "broken.jpg"));
  put(root, ".hidden/store");
  symlinkSync(join(root, ".hidden/store"), join(root, "stored.jpg"));
  expect(await pathsIn(root)).toEqual(["inside.jpg", "stored.jpg"]);
});

test("a folder that is a separate source is skipped", async () => {
  const root = temporaryFolder();
  put(root, "a.jpg");
  put(root, "own/b.jpg");
  expect(await pathsIn(root, new Set([join(root, "own")]))).toEqual(["a.jpg"]);
});

test("a missing folder is an error, not an empty folder", async () => {
  await expect(pathsIn(join(temporaryFolder(), "gone"))).rejects.toThrow("ENOENT");
});

test("a file whose name is not UTF-8 is reported", async () => {
  const root = temporaryFolder();
  writeFileSync(
    Buffer.concat([Buffer.from(join(root, "caf")), Buffer.from([0xe9]), Buffer.from(".jpg")]),
    "x",
  );
  const unreadable: string[] = [];
  const options = { onUnreadable: (path: string) => unreadable.push(path) };
  for await (const { path } of walkFolder(root, options)) expect(path).toBe("nothing");
  expect(unreadable).toEqual(["caf\ufffd.jpg"]);
});
