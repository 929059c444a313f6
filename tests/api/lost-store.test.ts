import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { type PaidGallery, startPaidGallery } from "@/tests/support/servers/paid-gallery";

const fixture = await fixtureOfFile();

function start(dataDir: string): PaidGallery {
  const gallery = startPaidGallery({ url: fixture.baseUrl, key: fixture.key, dataDir });
  onTestFinished(gallery.stop);
  return gallery;
}

/** Deletes the database and its side files. */
function deleteDatabase(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith("vitrine.db"))) {
    rmSync(join(dataDir, name));
  }
}

test("deleting the database does not grant the month's searches again", async () => {
  const dataDir = temporaryFolder();
  const before = start(dataDir);
  for (const q of ["sea", "barn", "night"]) await before.outcomeOf(q);
  deleteDatabase(dataDir);
  const after = start(dataDir);
  expect(await after.budget.status()).toEqual({ limit: 250, used: 3 });
  expect(await after.outcomeOf("sea")).toBe("service");
  expect(await after.budget.status()).toEqual({ limit: 250, used: 4 });
});

test("a damaged copy of the counts changes nothing, and is replaced", async () => {
  const dataDir = temporaryFolder();
  const gallery = start(dataDir);
  await gallery.outcomeOf("sea");
  for (const text of ["", "{", "[1]", '{"x":1}', "null", `{"${fixture.baseUrl}":{"x":"y"}}`]) {
    writeFileSync(join(dataDir, "searches-used.json"), text);
    expect(await gallery.budget.status()).toEqual({ limit: 250, used: 1 });
  }
  await gallery.outcomeOf("barn");
  deleteDatabase(dataDir);
  expect(await start(dataDir).budget.status()).toEqual({ limit: 250, used: 2 });
});

/** Overwrites the first page of a file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill("damaged!", 0, Math.min(bytes.length, 4096)));
}

test("with the database damaged while the server runs, cached answers are served", async () => {
  const dataDir = temporaryFolder();
  const gallery = start(dataDir);
  expect(await gallery.outcomeOf("sea")).toBe("service");
  for (const name of ["vitrine.db", "vitrine.db-wal"]) damage(join(dataDir, name));
  expect(await gallery.outcomeOf("sea")).toBe("cache");
});

test("with the database damaged before the start, nothing is sent until the file is moved away", async () => {
  const dataDir = temporaryFolder();
  const before = startPaidGallery({ url: fixture.baseUrl, key: fixture.key, dataDir });
  await before.outcomeOf("sea");
  await before.stop();
  for (const name of ["vitrine.db-wal", "vitrine.db-shm"])
    rmSync(join(dataDir, name), { force: true });
  damage(join(dataDir, "vitrine.db"));
  expect(await start(dataDir).outcomeOf("barn")).toBe("budget_unknown");
  expect(fixture.searches).toHaveLength(1);
  deleteDatabase(dataDir);
  const repaired = start(dataDir);
  expect(await repaired.outcomeOf("barn")).toBe("service");
  expect(await repaired.budget.status()).toMatchObject({ used: 2 });
});

test("while a disk does not answer, searches fail at once, and go on when it does", async () => {
  const dataDir = temporaryFolder();
  const gallery = start(dataDir);
  expect(await gallery.outcomeOf("sea")).toBe("service");
  const copy = join(dataDir, "searches-used.json");
  rmSync(copy);
  // The store's thread waits until another process opens the pipe for writing.
  execFileSync("mkfifo", [copy]);
  expect(await gallery.outcomeOf("barn")).toBe("budget_unknown");
  const { searchOffer } = gallery;
  const next = searchOffer("a").then(({ cost, ...rest }) => cost === "paid" && rest.refusal?.code);
  const later = setImmediate().then(() => "waits");
  expect(await Promise.race([next, later])).toBe("budget_unknown");
  expect(await gallery.outcomeOf("night")).toBe("budget_unknown");
  expect(await gallery.outcomeOf("sea")).toBe("cache");

  const pipe = openSync(copy, "r+");
  rmSync(copy);
  closeSync(pipe);
  await expect.poll(() => gallery.outcomeOf("night")).toBe("service");
  expect(fixture.searches).toHaveLength(2);
});

test("the service's own text is in no file of the data folder", async () => {
  const dataDir = temporaryFolder();
  const gallery = start(dataDir);
  const said = "Nothing for your secret hobby.";
  for (const status of [500, 422, 402]) {
    fixture.answerWith({ status, body: { error: said } });
    await expect(gallery.search({ q: `word ${status}` })).rejects.toMatchObject({
      serviceSaid: said,
    });
  }
  const files = readdirSync(dataDir);
  expect(files).toContain("vitrine.db");
  for (const name of files) {
    expect(readFileSync(join(dataDir, name)).includes("secret hobby")).toBe(false);
  }
});

describe.each([
  ["that was closed", true],
  ["whose server was killed", false],
])("in a folder %s that is no longer writable", (_, isClosed) => {
  test("cached answers are served and nothing is sent", async () => {
    const dataDir = temporaryFolder();
    const program = await bundleProgram("searcher");
    const search = (options: object, ...queries: string[]) =>
      promisify(execFile)(
        process.execPath,
        [program, fixture.baseUrl, fixture.key, dataDir, ...queries],
        options,
      ).catch(({ stdout }) => JSON.parse(stdout));
    expect(await search({}, "sea", "barn")).toEqual(["service", "service"]);
    const path = join(dataDir, "vitrine.db");
    if (isClosed) openDatabase(path).close();
    expect(existsSync(`${path}-wal`)).toBe(!isClosed);
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o444);
    chmodSync(dataDir, 0o555);
    onTestFinished(() => chmodSync(dataDir, 0o755));
    // File permissions do not apply to root, so root runs this as another user.
    const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    expect(await search(otherUser, "sea", "barn", "night")).toEqual([
      "cache",
      "cache",
      "budget_unknown",
    ]);
    expect(fixture.searches).toHaveLength(2);
  });
});
