import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_PLANS } from "@/lib/service/api/plans";
import { createServiceKeys } from "@/lib/service/service-keys";
import { openState } from "@/lib/state/open-state";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";

const PASSPHRASE = "a passphrase of an operator";

function run(program: "backup" | "restore", dataDir: string, ...words: string[]) {
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    execFile(
      process.execPath,
      [`.programs/${program}.mjs`, ...words],
      { env: { ...process.env, VITRINE_DATA_DIR: dataDir } },
      (error, said, complained) =>
        resolve({ code: error === null ? 0 : Number(error.code), said, complained }),
    );
  });
}

function open(dataDir: string) {
  const state = openState({ dataDir });
  return { state, accounts: state.accounts({ plans: DEFAULT_PLANS }) };
}

const account = (number: number) =>
  ({
    id: `account-${number}`,
    email: `a${number}@b.example`,
    role: "account",
    plan: "free",
  }) as const;

test("a backup during writes has everything that was acknowledged before, and is restored", async () => {
  const dataDir = temporaryFolder();
  const { state, accounts } = open(dataDir);
  let isClosed = false;
  onTestFinished(() => (isClosed ? undefined : state.close()));
  const pepper = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  const digest = pepper.digest("vt_live_key");
  const acknowledged: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    for (let number = 1; isWriting; number += 1) {
      await accounts.createAccount(account(number), AN_ACTOR);
      acknowledged.push(`account-${number}`);
    }
  })();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);

  const before = [...acknowledged];
  const work = temporaryFolder();
  const passphraseFile = join(work, "passphrase");
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
  const folder = join(work, "backup");
  const backup = await run("backup", dataDir, folder, "--passphrase-file", passphraseFile);
  isWriting = false;
  await writing;
  expect(backup).toMatchObject({ code: 0, complained: "" });
  await state.close();
  isClosed = true;
  rmSync(dataDir, { recursive: true });

  const restored = await run("restore", dataDir, folder, "--passphrase-file", passphraseFile);
  expect(restored).toMatchObject({ code: 0, complained: "" });
  const again = open(dataDir);
  onTestFinished(() => again.state.close());
  for (const id of before) expect(await again.accounts.account(id)).toMatchObject({ id });
  expect(before.length).toBeLessThanOrEqual(acknowledged.length);
  // The same pepper: API keys stay valid.
  const secrets = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  expect(secrets.digest("vt_live_key")).toBe(digest);
});

test("a damaged backup, a wrong passphrase and a folder in use change nothing", async () => {
  const dataDir = temporaryFolder();
  const { state, accounts } = open(dataDir);
  await accounts.createAccount(account(1), AN_ACTOR);
  createServiceKeys({ serviceKey: null, keyPepper: null, dataDir }).digest("vt_live_key");
  await state.close();
  const work = temporaryFolder();
  const passphraseFile = join(work, "passphrase");
  writeFileSync(passphraseFile, PASSPHRASE);
  const folder = join(work, "backup");
  await run("backup", dataDir, folder, "--passphrase-file", passphraseFile);
  // No file of the backup has a secret in plain text.
  const [secret = ""] = readdirSync(dataDir).filter((name) => name.endsWith(".secret"));
  const text = readFileSync(join(dataDir, secret), "utf8").trim();
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(text)).toBe(false);
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
  expect(readdirSync(work)).not.toContain("restored");
});
