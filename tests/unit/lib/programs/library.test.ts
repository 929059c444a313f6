import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LIBRARIES } from "@/tests/support/databases/libraries";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { announce, productFolder } from "@/tests/support/programs/product-folder";
import { runCommand } from "@/tests/support/programs/run-command";
import {
  type RunningEmbeddedService,
  startEmbeddedService,
} from "@/tests/support/servers/embedded-service";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";

describe.each(LIBRARIES)("a library in $name", ({ newPlace }) => {
  let running: RunningEmbeddedService;
  let settings: Record<string, string>;
  beforeEach(async () => {
    const { databaseUrl } = await newPlace();
    running = await startEmbeddedService(databaseUrl ? { databaseUrl } : {});
    settings = {
      VITRINE_DATA_DIR: running.dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, ...sharedSecrets() }),
    };
  });
  afterEach(() => running.stop());

  /** Runs the command as `npm run library --` does, on the running service's library. */
  const library = (...words: string[]) =>
    runCommand("library", words, { env: { ...process.env, ...settings } });

  test("a folder is added while the service runs, listed, rescanned and removed", async () => {
    const folder = temporaryFolder();
    copyPhotographs(folder);
    writeFileSync(join(folder, "broken.jpg"), "not a picture");
    writeFileSync(join(folder, "red\u001b[31m.jpg"), "not a picture");
    expect((await running.service.label()).kind).toBe("demo");

    const added = await library("add", folder);
    expect(added.code).toBe(0);
    expect(added.said).toContain("9 added, 0 changed, 0 unchanged, 0 gone, 2 skipped");
    expect(added.said).toContain("skipped broken.jpg: not a JPEG");
    expect(added.said).toContain("skipped red\\x1b[31m.jpg: not a JPEG");
    expect(await running.service.label()).toMatchObject({ kind: "library", pictureCount: 9 });
    // On PostgreSQL, another process applies the change to its index within seconds.
    await expect.poll(() => running.service.find({ q: "nagasaki" })).toHaveLength(1);

    expect((await library("scan")).said).toContain("0 added, 0 changed, 9 unchanged");
    expect((await library("list")).said).toContain(`9  ${folder}`);

    expect((await library("rescan", folder)).said).toContain("9 changed, 0 unchanged");
    expect((await library("rescan", "/nowhere")).code).toBe(1);

    const removed = await library("remove", folder);
    expect(removed.said).toContain("Its files are untouched");
    expect((await running.service.label()).kind).toBe("demo");
  });

  test("an exported manifest imports the same pictures without decoding them", async () => {
    const folder = temporaryFolder();
    copyPhotographs(folder);
    await library("add", folder);
    const pictures = () => running.service.find({ q: "boats" });
    await expect.poll(pictures).not.toHaveLength(0);
    const [before] = await pictures();
    const { said } = await library("export", folder);
    await library("remove", folder);
    const manifest = join(folder, "manifest.json");
    writeFileSync(manifest, said);
    expect((await library("add", manifest)).said).toContain("9 added");
    const after = async () => (await pictures())[0];
    const { name, keywords, widthPx, accentColor } = before ?? {};
    await expect.poll(after).toMatchObject({ name, keywords, widthPx, accentColor });
  });

  test("a manifest with mistakes is refused with all of them, and nothing is added", async () => {
    const manifest = join(temporaryFolder(), "manifest.json");
    writeFileSync(manifest, JSON.stringify({ pictures: [{ file: "../a.jpg", rating: "x" }, {}] }));
    const { code, complained } = await library("add", manifest);
    expect(code).toBe(1);
    for (const place of ["pictures.0.file", "pictures.0.rating", "pictures.1.file"]) {
      expect(complained).toContain(place);
    }
    expect((await library("list")).said).toContain("The library is empty.");
  });

  test("a missing folder is an error, and an unknown command shows the usage", async () => {
    const [added, removed, ...misunderstood] = await Promise.all([
      library("add", "/nowhere"),
      library("remove", "/nowhere"),
      library(),
      library("list", "x"),
      library("add", "a", "b"),
    ]);
    expect([added.code, removed.code]).toEqual([1, 1]);
    for (const { code, complained } of misunderstood) {
      expect(code).toBe(2);
      expect(complained).toContain("Usage:");
    }
  });
});

describe("beside a running server whose settings are only in its own environment", () => {
  /** Runs `npm run library -- add` on a folder whose pictures are all below "Private". */
  const addBeside = async (server: { hasDatabase: boolean }, own: Record<string, string> = {}) => {
    const [cwd, dataDir, pictures] = [productFolder(), temporaryFolder(), temporaryFolder()];
    mkdirSync(join(pictures, "Private"));
    copyPhotographs(join(pictures, "Private"));
    const settings = { VITRINE_DATA_DIR: dataDir, VITRINE_LIBRARY_EXCLUDE: "private" };
    announce(cwd, { pid: process.pid, ...server, settings });
    const { VITRINE_DATA_DIR: _, ...env } = process.env;
    const outcome = await runCommand("library", ["add", pictures], {
      env: { ...env, ...own },
      cwd,
    });
    return { ...outcome, hasLibrary: existsSync(join(dataDir, "library.db")) };
  };

  test("a command scans nothing that the server excludes", async () => {
    const { said, complained } = await addBeside({ hasDatabase: false });
    expect(said).toContain("0 added, 0 changed, 0 unchanged, 0 gone, 0 skipped");
    expect(complained).toBe("");
  });

  test.each([
    ["a server with a database", true, {}, "set it here too"],
    [
      "a server without one",
      false,
      { DATABASE_URL: "postgres://localhost/other", ...sharedSecrets() },
      "unset it here",
    ],
  ])("a command with another library is refused: %s", async (_, hasDatabase, own, mend) => {
    const { code, complained, hasLibrary } = await addBeside({ hasDatabase }, own);
    expect([code, hasLibrary]).toEqual([1, false]);
    expect(complained).toContain(mend);
  });
});
