import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_PLANS } from "@/lib/service/api/plans";
import { isApiKey } from "@/lib/service/api-key-format";
import { createServiceKeys } from "@/lib/service/identify-key";
import { openState } from "@/lib/state/open-state";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { runCommand } from "@/tests/support/programs/run-command";

async function installation() {
  const dataDir = temporaryFolder();
  const state = openState({ dataDir });
  onTestFinished(() => state.close());
  const accounts = state.accounts({ plans: DEFAULT_PLANS });
  await accounts.createAccount(
    { id: "account-1", email: "Ada@example.com", role: "account", plan: "free" },
    AN_ACTOR,
  );
  // Contains the e-mail of the other.
  await accounts.createAccount(
    { id: "account-2", email: "nada@example.com", role: "account", plan: "free" },
    AN_ACTOR,
  );
  const serviceKeys = createServiceKeys({ serviceKey: null, keyPepper: null, dataDir });
  return {
    accounts,
    checkKey: (key: string) =>
      accounts.checkKey({ digest: serviceKeys.digest(key), scope: "search", search: null }),
    /** Runs the command as `npm run keys --` does. */
    keys: (...words: string[]) =>
      runCommand("keys", words, { env: { ...process.env, VITRINE_DATA_DIR: dataDir } }),
  };
}

test("a key is created, listed, rotated and revoked", async () => {
  const { accounts, checkKey, keys } = await installation();
  const created = await keys(
    ...["create", "ada@EXAMPLE.com", "--name", "Newsroom", "--site", "a.example", "--days", "9"],
  );
  const text = created.said.trim();
  expect([created.code, isApiKey(text)]).toEqual([0, true]);
  expect(created.complained).not.toContain(text);
  expect(await checkKey(text)).toMatchObject({ outcome: "allowed", account: "account-1" });

  const { keys: stored } = await accounts.keys({ account: "account-1", offset: 0, limit: 9 });
  const [{ id = "" } = {}] = stored;
  expect(stored).toMatchObject([
    { name: "Newsroom", sites: ["a.example"], scopes: ["search"], prefix: text.slice(0, 12) },
  ]);
  const { said } = await keys("list", "account-1");
  expect(said).toContain(`active   ${id}  ${text.slice(0, 12)}…`);
  expect(said).not.toContain(text);

  const rotated = await keys("rotate", id, "--overlap", "0");
  expect(await checkKey(rotated.said.trim())).toMatchObject({ outcome: "allowed" });
  expect(await checkKey(text)).toEqual({ outcome: "revoked" });

  const [successor] = (await accounts.keys({ account: null, offset: 0, limit: 9 })).keys;
  expect((await keys("revoke", successor?.id ?? "")).code).toBe(0);
  expect(await checkKey(rotated.said.trim())).toEqual({ outcome: "revoked" });
  expect((await keys("rotate", id)).code).toBe(1);
});

test.each([
  [2, [], "Usage:"],
  [2, ["create"], "Usage:"],
  [2, ["rotate", "x", "--overlap", "2h"], "Usage:"],
  [2, ["create", "account-1", "--name", "a", "--days", "-1"], "Usage:"],
  [1, ["create", "absent@example.com", "--name", "a"], "There is no account"],
  [1, ["create", "account-1"], "Give the key a name."],
  [1, ["create", "account-1", "--name", "a", "--scope", "admin"], "search or usage"],
  [1, ["create", "account-1", "--name", "a", "--site", "https://a.example/"], "host name"],
  [1, ["revoke", "nothing"], "There is no key nothing"],
])("exits with %i for %j", async (code, words, complaint) => {
  const { keys } = await installation();
  const outcome = await keys(...words);
  expect([outcome.code, outcome.said]).toEqual([code, ""]);
  expect(outcome.complained).toContain(complaint);
});
