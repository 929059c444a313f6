import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { libraryPath, openLibraryDatabase } from "@/lib/state/sqlite/library-database";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

const READ_ONLY =
  'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 97; shift; exec "$@"';

test.for(["closed", "in use"])(
  "a library in a read-only data folder is searched; its file was %s",
  async (state, { skip }) => {
    let folder = temporaryFolder();
    const library = openedLibrary({ dataDir: folder });
    await savePictures(library, [aPictureRecord({ name: "Sea" })]);
    if (state === "closed") {
      const database = openLibraryDatabase(folder);
      folder = temporaryFolder();
      // A complete file, which needs no write-ahead log.
      database.exec(`VACUUM INTO '${libraryPath(folder)}'`);
      database.close();
    }
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
