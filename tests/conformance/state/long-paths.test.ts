/** Paths that are too long for PostgreSQL's index. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scanSource } from "@/lib/service/library/scan-source";
import { LIBRARIES, openedLibrary } from "@/tests/support/databases/libraries";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { solidPng } from "@/tests/support/pictures/solid-png";

/** A name of 249 bytes that PostgreSQL cannot compress. */
const longName = (level: number) =>
  String.fromCodePoint(
    ...Array.from({ length: 83 }, (_, i) => 0x4e00 + (((level * 83 + i) * 37) % 20_000)),
  );

describe.each(LIBRARIES)("a library on $name", ({ newPlace }) => {
  test("keeps scanning after a folder whose path is too long, and names it", async () => {
    const folder = temporaryFolder();
    const picture = solidPng(8, 8, "#14406b");
    writeFileSync(join(folder, "a.png"), picture);
    writeFileSync(join(folder, "\u{1f3d4}.png"), picture);
    const names = Array.from({ length: 12 }, (_, level) => longName(level));
    mkdirSync(join(folder, ...names), { recursive: true });
    for (const levels of [9, 12]) {
      writeFileSync(join(folder, ...names.slice(0, levels), "deep.png"), picture);
    }
    const library = openedLibrary(await newPlace());
    const source = await library.addSource({ location: folder, kind: "folder", origin: "command" });
    const { counts, unread } = await scanSource(library, source, PICTURE_READER);
    expect(counts).toMatchObject({ added: 3, broken: 0 });
    expect(unread).toEqual([names.slice(0, 11).join("/")]);
  });
});
