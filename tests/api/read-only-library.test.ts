import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { openDatabase } from "@/lib/state/sqlite/database";
import { libraryPath, openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

const READ_ONLY =
  'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 97; shift; exec "$@"';

/** Copies the library's file, complete, into a new folder: it needs no write-ahead log. */
function aClosedCopy(dataDir: string): string {
  const copy = temporaryFolder();
  const database = openLibraryDatabase(dataDir);
  database.exec(`VACUUM INTO '${libraryPath(copy)}'`);
  database.close();
  // In WAL mode, as a server leaves it.
  openDatabase(libraryPath(copy)).close();
  return copy;
}

test.for(["closed", "in use"])(
  "a library in a read-only data folder is searched; its file was %s",
  async (state, { skip }) => {
    let folder = temporaryFolder();
    const library = openedLibrary({ dataDir: folder });
    await savePictures(library, [aPictureRecord({ name: "Sea" })]);
    if (state === "closed") folder = aClosedCopy(folder);
    await library.close();
    const readOnly = (...command: string[]) => [
      ...["--map-root-user", "--mount", "--", "/bin/sh", "-c", READ_ONLY, "sh", folder],
      ...command,
    ];
    const isPossible = spawnSync("unshare", readOnly("true")).status === 0;
    skip(!isPossible, "skipped: this system allows no mount namespace");
    const program = await bundleProgram("read-only-library");
    const { status, signal, stdout, stderr } = spawnSync(
      "unshare",
      readOnly(process.execPath, program, folder),
      { encoding: "utf8", env: { ...process.env, VITRINE_LOG_LEVEL: "silent" } },
    );
    expect({ status, signal }, stderr).toEqual({ status: 0, signal: null });
    expect(JSON.parse(stdout)).toEqual({ statuses: [401, 200], names: ["Sea"] });
  },
);

test("a library in a folder that the server may not write is searched", async ({ skip }) => {
  skip(process.getuid?.() !== 0, "skipped: only root can become another user");
  const dataDir = temporaryFolder();
  const library = openedLibrary({ dataDir });
  await savePictures(library, [aPictureRecord({ name: "Sea" })]);
  const folder = aClosedCopy(dataDir);
  chmodSync(libraryPath(folder), 0o666);
  chmodSync(folder, 0o555);
  const program = await bundleProgram("read-only-library");
  const otherUser = { uid: 65534, gid: 65534, encoding: "utf8" } as const;
  const isReadable = spawnSync("test", ["-r", program], otherUser).status === 0;
  skip(!isReadable, "skipped: other users cannot read the checkout");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], {
    ...otherUser,
    env: { ...process.env, VITRINE_LOG_LEVEL: "silent" },
  });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ statuses: [401, 200], names: ["Sea"] });
});
