import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { installedPostgres } from "@/lib/programs/postgres.mjs";
import { DEFAULT_PLANS } from "@/lib/service/api/plans";
import { createServiceKeys } from "@/lib/service/identify-key";
import type { AccountState } from "@/lib/state/account-state";
import { openState } from "@/lib/state/open-state";
import {
  AN_ACTOR,
  aKeyRequest,
  anAccount,
  createAccountWithKey,
} from "@/tests/support/accounts/accounts";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { runCommand } from "@/tests/support/programs/run-command";

const PASSPHRASE = "a passphrase of an operator";

const run = (program: "backup" | "restore" | "doctor", dataDir: string, ...words: string[]) =>
  runCommand(program, words, { env: { ...process.env, VITRINE_DATA_DIR: dataDir } });

function open(dataDir: string, databaseUrl: string | null = null) {
  const state = openState({ dataDir, databaseUrl });
  return { state, accounts: state.accounts({ plans: DEFAULT_PLANS }) };
}

/** Creates one account after another. */
function startWriting(accounts: AccountState) {
  const acknowledged: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    for (let number = 1; isWriting; number += 1) {
      await accounts.createAccount(anAccount(`account-${number}`), AN_ACTOR);
      acknowledged.push(`account-${number}`);
    }
  })();
  return {
    acknowledged,
    stop() {
      isWriting = false;
      return writing;
    },
  };
}

test("a backup during writes has everything that was acknowledged before, and is restored", async () => {
  const dataDir = temporaryFolder();
  const { state, accounts } = open(dataDir);
  let isClosed = false;
  onTestFinished(() => (isClosed ? undefined : state.close()));
  const pepper = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  const digest = pepper.digest("vt_live_key");
  const writing = startWriting(accounts);
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20);

  const before = [...writing.acknowledged];
  const work = temporaryFolder();
  const passphraseFile = join(work, "passphrase");
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
  const folder = join(work, "backup");
  const backup = await run("backup", dataDir, folder, "--passphrase-file", passphraseFile);
  await writing.stop();
  expect(backup).toMatchObject({ code: 0, complained: "" });
  await state.close();
  isClosed = true;
  rmSync(dataDir, { recursive: true });

  const restored = await run("restore", dataDir, folder, "--passphrase-file", passphraseFile);
  expect(restored).toMatchObject({ code: 0, complained: "" });
  const again = open(dataDir);
  onTestFinished(() => again.state.close());
  for (const id of before) expect(await again.accounts.account(id)).toMatchObject({ id });
  // The same pepper: API keys stay valid.
  const secrets = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  expect(secrets.digest("vt_live_key")).toBe(digest);
  const doctor = await run("doctor", dataDir);
  expect(doctor.said).toMatch(/^ok +Audit +\d+ events, intact/m);
  expect(doctor).toMatchObject({ code: 0, complained: "" });
});

const folders = [installedPostgres() ?? "", ...(process.env.PATH ?? "").split(delimiter)];
const programPath = (name: string) =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? "";

test.skipIf(programPath("pg_dump") === "")(
  "a dump of PostgreSQL during writes and searches has everything that was acknowledged before",
  async () => {
    const databaseUrl = await temporaryPostgresUrl();
    const program = (name: string, ...args: string[]) =>
      promisify(execFile)(programPath(name), args);
    const { state, accounts } = open(temporaryFolder(), databaseUrl);
    await createAccountWithKey(accounts, { id: "searcher", plan: "studio" });
    const writing = startWriting(accounts);
    let counted = 0;
    let isSearching = true;
    const searching = (async () => {
      for (; isSearching; counted += 1) await accounts.checkKey(aKeyRequest("key-1"));
    })();
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20);

    const before = { accounts: [...writing.acknowledged], counted };
    const file = join(temporaryFolder(), "vitrine.dump");
    // As `npm run backup` says.
    const dump = ["--format=custom", "--schema=vitrine", `--file=${file}`, databaseUrl];
    await program("pg_dump", ...dump);
    isSearching = false;
    await Promise.all([writing.stop(), searching]);
    await state.close();
    const database = await temporaryPostgres({ url: databaseUrl });
    await database.run((sql) => sql`DROP SCHEMA vitrine CASCADE`);

    await program("pg_restore", `--dbname=${databaseUrl}`, file);
    const again = open(temporaryFolder(), databaseUrl);
    onTestFinished(() => again.state.close());
    for (const id of before.accounts)
      expect(await again.accounts.account(id)).toMatchObject({ id });
    const { usedThisMonth } = await again.accounts.usage("searcher", null);
    expect(usedThisMonth).toBeGreaterThanOrEqual(before.counted);
    expect(await again.accounts.checkKey(aKeyRequest("key-1"))).toMatchObject({
      outcome: "allowed",
    });
  },
);

test("copies that lie beside a secret are not backed up, and do not stop a restoring", async () => {
  const { dataDir, work, passphraseFile } = await aBackup({ isProtected: true });
  for (const name of ["visitors (copy).secret", "._service-key.secret"]) {
    writeFileSync(join(dataDir, name), "a copy");
  }
  const [folder, restored] = [join(work, "second"), join(work, "restored")];
  const protect = ["--passphrase-file", passphraseFile];
  expect(await run("backup", dataDir, folder, ...protect)).toMatchObject({ code: 0 });
  expect(await run("restore", restored, folder, ...protect)).toMatchObject({ code: 0 });
  const secrets = readdirSync(restored).filter((name) => name.endsWith(".secret"));
  expect(secrets.length).toBeGreaterThan(0);
  expect(secrets.filter((name) => !/^[\w-]+\.secret$/.test(name))).toEqual([]);
});

test("a damaged backup, a wrong passphrase and a folder in use change nothing", async () => {
  const { dataDir, work, folder, passphraseFile } = await aBackup({ isProtected: true });
  // Only the owner can read the backup, and no file of it has a secret in plain text.
  const [secret = ""] = readdirSync(dataDir).filter((name) => name.endsWith(".secret"));
  const text = readFileSync(join(dataDir, secret), "utf8").trim();
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(text)).toBe(false);
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }

  const empty = join(work, "restored");
  const refused = async (dir: string, ...words: string[]) => {
    const { code, complained } = await run("restore", dir, folder, ...words);
    return [code, complained];
  };
  expect(await refused(dataDir, "--passphrase-file", passphraseFile)).toEqual([
    1,
    expect.stringContaining("has a store"),
  ]);
  // Without its store, the log of a server that was killed would change the restored one.
  const logged = join(work, "logged");
  mkdirSync(logged);
  writeFileSync(join(logged, "vitrine.db-wal"), "");
  expect(await refused(logged, "--passphrase-file", passphraseFile)).toEqual([
    1,
    expect.stringContaining("has a store"),
  ]);
  expect(await refused(empty)).toEqual([1, expect.stringContaining("give the passphrase")]);
  // As a server with PostgreSQL has it, and a restoring that was interrupted.
  const used = join(work, "used");
  mkdirSync(used);
  writeFileSync(join(used, secret), "another secret");
  expect(await refused(used, "--passphrase-file", passphraseFile)).toEqual([
    1,
    expect.stringContaining(`already has ${secret}`),
  ]);
  expect(readdirSync(used)).toEqual([secret]);
  writeFileSync(passphraseFile, "another passphrase than that");
  expect(await refused(empty, "--passphrase-file", passphraseFile)).toEqual([
    1,
    expect.stringContaining("passphrase is wrong"),
  ]);
  writeFileSync(join(folder, "vitrine.db"), "damaged");
  expect(await refused(empty, "--passphrase-file", passphraseFile)).toEqual([
    1,
    expect.stringContaining("vitrine.db is damaged"),
  ]);
  writeFileSync(
    join(folder, "backup.json"),
    JSON.stringify({ vitrineBackup: 1, createdAt: "", files: { "..": "" } }),
  );
  expect(await refused(empty)).toEqual([1, expect.stringContaining("backup.json is damaged")]);
  expect(readdirSync(work)).not.toContain("restored");
});

/** Backs up an installation with an account and a secret; returns the parts of the command that restores it. */
async function aBackup({ isProtected }: { isProtected: boolean }) {
  const dataDir = temporaryFolder();
  const { state, accounts } = open(dataDir);
  await accounts.createAccount(anAccount(), AN_ACTOR);
  createServiceKeys({ serviceKey: null, keyPepper: null, dataDir }).digest("vt_live_key");
  await state.close();
  const work = temporaryFolder();
  const passphraseFile = join(work, "passphrase");
  writeFileSync(passphraseFile, PASSPHRASE);
  const folder = join(work, "backup");
  const withPassphrase = ["--passphrase-file", passphraseFile];
  const words = isProtected ? withPassphrase : [];
  expect(await run("backup", dataDir, folder, ...words)).toMatchObject({ code: 0 });
  const file = (name: string) => join(folder, name);
  return {
    ...{ dataDir, work, folder, passphraseFile, withPassphrase },
    file,
    /** Changes a file, and its hash in the list. */
    change(name: string, content: string | Buffer) {
      writeFileSync(file(name), content);
      const list = JSON.parse(readFileSync(file("backup.json"), "utf8"));
      list.files[name] = createHash("sha256").update(content).digest("hex");
      writeFileSync(file("backup.json"), JSON.stringify(list));
    },
    /** Expects that nothing is restored, and that the command says only this. */
    async expectRefusal(complaint: RegExp, given = words) {
      const restored = join(work, "restored");
      const { code, complained } = await run("restore", restored, folder, ...given);
      expect([code, complained]).toEqual([1, expect.stringMatching(complaint)]);
      expect(complained.trim().split("\n")).toHaveLength(1);
      expect(existsSync(restored)).toBe(false);
    },
  };
}

test.each(["vitrine.db", "secrets.enc", "backup.json"])(
  "%s is not read through a link",
  async (name) => {
    const { file, expectRefusal } = await aBackup({ isProtected: true });
    const elsewhere = join(temporaryFolder(), name);
    renameSync(file(name), elsewhere);
    symlinkSync(elsewhere, file(name));
    await expectRefusal(new RegExp(`The backup's ${name} is not a file`));
  },
);

test("a backup that was changed together with its list is refused by the passphrase", async () => {
  const { file, withPassphrase, change, expectRefusal } = await aBackup({ isProtected: true });
  const secrets = readFileSync(file("secrets.enc"));
  change("secrets.enc", secrets.subarray(0, 30));
  await expectRefusal(/secrets\.enc is damaged/);
  change("secrets.enc", secrets.subarray(0, 60));
  await expectRefusal(/passphrase is wrong, or the backup was changed/);
  change("secrets.enc", secrets);
  // The store of another installation.
  const other = await aBackup({ isProtected: false });
  change("vitrine.db", readFileSync(other.file("vitrine.db")));
  await expectRefusal(/passphrase is wrong, or the backup was changed/);
  await other.expectRefusal(/contains no secrets/, withPassphrase);
});

test("a damaged store, that of an earlier build, and a data folder that cannot be made, are named in one line", async () => {
  const { file, change, expectRefusal } = await aBackup({ isProtected: false });
  const store = readFileSync(file("vitrine.db"));
  change("vitrine.db", "this is no database; ".repeat(400));
  await expectRefusal(/The backup's store is damaged/);
  const broken = Buffer.from(store);
  broken.fill(0x5a, 4_096, 8_192);
  change("vitrine.db", broken);
  await expectRefusal(/The backup's store is damaged/);
  // No version stands in the file's head: bytes 60 to 63 (https://sqlite.org/fileformat.html, 1.3).
  const earlier = Buffer.from(store);
  earlier.fill(0, 60, 64);
  change("vitrine.db", earlier);
  await expectRefusal(/A build before 1\.0\.0 made the backup, and this version cannot read it/);
  change("vitrine.db", store);
  const nowhere = join(file("backup.json"), "data");
  const { code, complained } = await run("restore", nowhere, file("."));
  expect([code, complained]).toEqual([1, expect.stringMatching(/^ENOTDIR: .*\n$/)]);
});
