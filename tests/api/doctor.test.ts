import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateSettingsOf } from "@/lib/gallery/paid-search";
import { openState } from "@/lib/state/open-state";
import { createSearchState } from "@/lib/state/searches/create-search-state";
import { migrate, openDatabase } from "@/lib/state/sqlite/database";
import { SQLITE_SCHEMA } from "@/lib/state/sqlite/sqlite-schema";
import { createSqliteStore } from "@/lib/state/sqlite/sqlite-store";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { openedLibrary } from "@/tests/support/databases/libraries";
import { temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { aSearchEnd, SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { simulateStoreTime } from "@/tests/support/databases/store-time";
import { PROJECT_ROOT } from "@/tests/support/files/project-files";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { runCommand } from "@/tests/support/programs/run-command";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import { SPENDING } from "@/tests/support/servers/paid-gallery";
import { sharedSecrets } from "@/tests/support/servers/shared-secrets";

const fixture = await fixtureOfFile();

async function doctor(settings: Record<string, string>, ...options: string[]) {
  // A folder without settings files.
  const cwd = temporaryFolder();
  symlinkSync(join(PROJECT_ROOT, ".programs"), join(cwd, ".programs"));
  const env = { PATH: process.env.PATH, ...settings };
  const { code, said } = await runCommand("doctor", options, { env, cwd });
  return { code, stdout: said };
}

function remote(key = fixture.key) {
  return {
    VITRINE_DATA_DIR: temporaryFolder(),
    SEARCH_API_URL: fixture.baseUrl,
    SEARCH_API_KEY: key,
  };
}

/** Opens the searches of an installation, and its database. */
function openSearches(settings: ReturnType<typeof remote>, spending = SPENDING) {
  const { VITRINE_DATA_DIR: dataDir, SEARCH_API_URL: url, SEARCH_API_KEY: key } = settings;
  const database = openDatabase(join(dataDir, "vitrine.db"));
  migrate(database, SQLITE_SCHEMA);
  const service = { url, key, keyHeader: "x-api-key" } as const;
  return {
    database,
    searches: createSearchState(
      createSqliteStore({ open: () => database, recover: () => {} }),
      stateSettingsOf(service, spending),
    ),
  };
}

test("a fresh installation has no problems, and the check spends nothing", async () => {
  const settings = remote();
  fixture.searches.length = 0;
  const { code, stdout } = await doctor(settings);
  expect(stdout).toMatch(/^ok +Budget +0 of 250 searches used this month/m);
  expect(stdout).not.toContain("WRONG");
  expect([code, fixture.searches.length]).toEqual([0, 0]);
});

const onPostgres = (databaseUrl: string) => ({
  ...remote(),
  ...sharedSecrets(),
  DATABASE_URL: databaseUrl,
});

test("a store of a build before 1.0.0 is a problem, with what the operator must do", async () => {
  const env = remote();
  const database = openDatabase(join(env.VITRINE_DATA_DIR, "vitrine.db"));
  database.exec("CREATE TABLE migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL)");
  database.close();
  const { code, stdout } = await doctor(env);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^WRONG +Store +a build before 1\.0\.0 made the store, .* The operator must set VITRINE_DATA_DIR .*$/m,
  );
});

test("either store is named, with the version of its tables", async () => {
  const sqlite = await doctor(remote());
  expect(sqlite.stdout).toMatch(
    /^ok +Store +\/.*; version (\d+), and this program knows version \1$/m,
  );
  const postgres = await doctor(onPostgres(await temporaryPostgresUrl()));
  expect(postgres.stdout).toMatch(
    /^ok +Store +PostgreSQL \d+.*, schema vitrine; version (\d+), and this program knows version \1$/m,
  );
  expect(postgres.stdout).toMatch(/^ok +Budget +0 of 250 searches used this month/m);
  expect([sqlite.code, postgres.code]).toEqual([0, 0]);
});

test("a changed or removed event of the audit log is reported", async () => {
  const settings = remote();
  const { VITRINE_DATA_DIR: dataDir } = settings;
  const state = openState({ dataDir });
  const accounts = state.accounts({ plans: [] });
  for (const number of [1, 2, 3]) {
    const event = {
      action: "session.started",
      subject: "account:a",
      details: { number },
    } as const;
    await accounts.record(event, AN_ACTOR);
  }
  await state.close();
  const sound = await doctor(settings);
  expect(sound.stdout).toMatch(/^ok +Audit +3 events, intact up to [0-9a-f]{64}$/m);
  const database = openDatabase(join(dataDir, "vitrine.db"));
  const change = "UPDATE audit_events SET details = '{}' WHERE sequence = 2";
  expect(() => database.exec(change)).toThrow(/append-only/);
  database.exec(`DROP TRIGGER audit_events_no_update; ${change}`);
  database.close();
  const broken = await doctor(settings);
  expect(broken.stdout).toMatch(/^WRONG +Audit +event 2 of the audit log was changed/m);
  expect(broken.code).toBe(1);
});

test("an unreachable database is reported without its URL", async () => {
  const { code, stdout } = await doctor(
    onPostgres("postgres://hidden-user:hidden-password@hidden-host.invalid:1/hidden-name"),
  );
  expect(stdout).toMatch(/^WRONG +Store +PostgreSQL is unreachable \((?:ENOTFOUND|EAI_AGAIN)\)/m);
  expect(stdout).not.toContain("hidden");
  expect(code).toBe(1);
});

test("--spend-one spends one search, counts it, and reports whether the key is valid", async () => {
  const settings = remote();
  fixture.searches.length = 0;
  const good = await doctor(settings, "--spend-one");
  expect(good.stdout).toMatch(/^ok +Key /m);
  expect(good.stdout).toMatch(/^ok +Budget +1 of 250/m);
  expect([good.code, fixture.searches.length]).toEqual([0, 1]);
  const bad = await doctor(remote("a-wrong-key"), "--spend-one");
  expect(bad.stdout).toMatch(/^WRONG +Key .*doesn’t accept this server’s key/m);
  expect(bad.stdout).not.toContain("a-wrong-key");
  expect(bad.code).toBe(1);
});

test("--spend-one keeps the searches that visitors share, whatever its environment", async () => {
  const settings = remote();
  const { database, searches } = openSearches(settings, { ...SPENDING, sharesRecent: true });
  const answer = {
    family: "f",
    count: 24,
    freshMs: 60_000,
    keepMs: 60_000,
    body: "[]",
    query: "q=a",
  };
  await searches.finish(aSearchEnd({ answer }));
  expect((await doctor(settings, "--spend-one")).stdout).toMatch(/^ok +Key /m);
  expect((await searches.recent(5)).answers).toMatchObject([{ query: "q=a" }]);
  database.close();
});

test("all invalid settings are reported at once, without their values", async () => {
  const { code, stdout } = await doctor({ PORT: "no-port", VITRINE_CACHE_MINUTES: "3" });
  expect(stdout).toMatch(/^WRONG +Settings +PORT: /m);
  expect(stdout).toMatch(/^WRONG +Settings +VITRINE_CACHE_MINUTES: a whole number from 5 to 60$/m);
  expect(stdout).not.toContain("no-port");
  expect(code).toBe(1);
});

test("a missing folder and a store that is not writable are problems", async () => {
  const { code, stdout } = await doctor({
    VITRINE_DATA_DIR: "/dev/null/nowhere",
    VITRINE_LIBRARY_DIRS: "/nowhere/pictures",
  });
  expect(stdout).toMatch(/^WRONG +Store /m);
  expect(stdout).toMatch(/^WRONG +Library +\/nowhere\/pictures /m);
  expect(code).toBe(1);
});

test("searches counted while the clock was ahead are reported, and moved on request", async () => {
  const settings = remote();
  const { VITRINE_DATA_DIR: dataDir } = settings;
  const simulated = simulateStoreTime(dataDir, Date.now() + 400 * 86_400_000);
  const { database, searches } = openSearches(settings);
  await searches.reserve();
  await simulated.setTime(Date.now());
  simulated.close();
  database.close();
  expect((await doctor(settings)).stdout).toMatch(/^WRONG +Clock .*--mend-clock/m);
  const mended = await doctor(settings, "--mend-clock");
  expect(mended.stdout).toMatch(/^ok +Clock +1 searches moved/m);
  expect(mended.stdout).toMatch(/^ok +Budget +1 of 250/m);
  expect(mended.code).toBe(0);
});

test("a pause is reported with its end, and --resume ends it", async () => {
  const settings = remote("a-wrong-key");
  expect((await doctor(settings, "--spend-one")).code).toBe(1);
  const { database, searches } = openSearches(settings);
  const code = "service_key_refused";
  const pause = { code, durationMs: 900_000, wasProbe: false } as const;
  const { nowMs } = await searches.finish(aSearchEnd({ pause }));
  const until = new Date(nowMs + 900_000).toISOString();
  const named = await doctor(settings);
  expect(named.stdout).toMatch(
    new RegExp(`^WRONG +Service +searches are suspended until ${until} after ${code}`, "m"),
  );
  const resumed = await doctor(settings, "--resume");
  expect(resumed.stdout).toMatch(/^ok +Service +searches resume/m);
  expect(await searches.pause()).toBeNull();
  database.close();
});

test("a damaged store is reported, with what to do", async () => {
  const settings = remote();
  writeFileSync(join(settings.VITRINE_DATA_DIR, "vitrine.db"), "this is no database; ".repeat(400));
  const { code, stdout } = await doctor(settings);
  expect(stdout).toMatch(
    /^WRONG +Store .*vitrine\.db is damaged: stop the server and move it away, with vitrine\.db-wal/m,
  );
  expect(code).toBe(1);
});

test("the webhook’s last failure is reported, and --test-webhook sends an event", async () => {
  const settings = {
    ...remote(),
    // It accepts GET only.
    VITRINE_WEBHOOK_URL: `${fixture.baseUrl}/a-secret-path`,
    VITRINE_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    VITRINE_WEBHOOK_PRIVATE: "on",
  };
  const state = openState({ dataDir: settings.VITRINE_DATA_DIR });
  const searches = state.searches({ ...SEARCH_SETTINGS, budget: { limit: 1, isPaced: false } });
  await searches.reserve();
  const warning = await state.warnings().claim(60_000);
  await state.warnings().settle(warning ?? { id: "", attempts: 1 }, "the host answered 500");
  await state.close();
  const { code, stdout } = await doctor(settings, "--test-webhook");
  const { host } = new URL(fixture.baseUrl);
  expect(stdout).toMatch(
    new RegExp(`^WRONG +Webhook +${host}, attempt of .* failed: the host answered 500; next`, "m"),
  );
  expect(stdout).toMatch(/^WRONG +Webhook +the test event failed: the host answered 40\d$/m);
  expect(stdout).not.toContain("a-secret-path");
  expect(code).toBe(1);
});

test("an unknown option prints the usage", async () => {
  expect((await doctor({}, "--spend-all")).code).toBe(2);
});

test("a damaged library is reported, with what to do", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "library.db"), "this is no database; ".repeat(400));
  const { code, stdout } = await doctor({ VITRINE_DATA_DIR: dataDir });
  expect(stdout).toMatch(/^WRONG +Library +.*library\.db is damaged: the server replaces it/m);
  expect(stdout).toMatch(/^ok +Store/m);
  expect(code).toBe(1);
});

test("a source of the library that cannot be read is named, also if a command added it", async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const [missing, unread] = [join(folder, "missing"), join(folder, "unread")];
  mkdirSync(unread);
  writeFileSync(join(unread, "notes.txt"), "");
  const library = openedLibrary({ dataDir });
  for (const location of [missing, unread]) {
    await library.addSource({ location, kind: "folder", origin: "command" });
  }
  await library.recordScan(2, "can't read trip", []);
  const { code, stdout } = await doctor({ VITRINE_DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stdout).toContain(`WRONG  Library   ${missing} can't be read`);
  expect(stdout).toContain(`WRONG  Library   ${unread}: can't read trip`);
});
