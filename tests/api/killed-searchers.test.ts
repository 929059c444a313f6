import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateSettingsOf } from "@/lib/gallery/paid-search";
import { createSearchState } from "@/lib/state/searches/create-search-state";
import { openDatabase } from "@/lib/state/sqlite/database";
import { createSqliteStore } from "@/lib/state/sqlite/sqlite-store";
import { repetitions } from "@/tests/support/deep";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import { type FixtureService, startFixtureService } from "@/tests/support/servers/fixture-service";
import { SPENDING } from "@/tests/support/servers/paid-gallery";

const KILLS = repetitions({ few: 20, all: 100 });
const AT_ONCE = 4;

let fixture: FixtureService;
let program: string;

beforeAll(async () => {
  fixture = await startFixtureService();
  // Slow enough that every kill interrupts calls.
  fixture.answerWith({ delayMs: 15, body: { value: [{ imageUrl: "https://a.example/1.jpg" }] } });
  program = await bundleProgram("endless-searcher");
});

afterAll(async () => {
  await fixture.stop();
});

/** Starts a process that searches, and kills it while it or others have calls in progress. */
async function searchAndKill(dataDir: string, lifeMs: number): Promise<void> {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, fixture.baseUrl, fixture.key, dataDir],
    { stdio: "ignore" },
  );
  const exited = once(child, "exit");
  await fixture.nextSearch();
  await sleep(lifeMs);
  child.kill("SIGKILL");
  await exited;
}

test(`after ${KILLS} processes killed during calls, the ledger counts at least as many as the service`, async () => {
  const dataDir = temporaryFolder();
  for (let round = 0; round < KILLS / AT_ONCE; round += 1) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        searchAndKill(dataDir, 10 + ((round * 37 + index * 53) % 90)),
      ),
    );
  }
  const database = openDatabase(join(dataDir, "vitrine.db"));
  const remote = { url: fixture.baseUrl, key: fixture.key, keyHeader: "x-api-key" } as const;
  const searches = createSearchState(
    createSqliteStore({ open: () => database, recover: () => {} }),
    stateSettingsOf(remote, SPENDING),
  );
  const { usedThisMonth } = await searches.usage();
  const check = database.prepare("PRAGMA quick_check").get() as { quick_check: string };
  database.close();
  expect(fixture.searches.length).toBeGreaterThan(KILLS / 2);
  expect(usedThisMonth).toBeGreaterThanOrEqual(fixture.searches.length);
  // A kill costs at most the calls in progress, four per process.
  expect(usedThisMonth - fixture.searches.length).toBeLessThanOrEqual(KILLS * 4);
  expect(check.quick_check).toBe("ok");
}, 240_000);
