import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openState } from "@/lib/state/open-state";
import { ACCOUNT_SETTINGS, AN_ACTOR, anAccount } from "@/tests/support/accounts/accounts";
import { startPostgresServer, urlOfBoth } from "@/tests/support/databases/postgres-server";
import { SEARCH_SETTINGS } from "@/tests/support/databases/searches";
import { repetitions } from "@/tests/support/deep";

const isDeep = repetitions({ few: 0, all: 1 }) === 1;
const WRITERS = 4;

test.runIf(isDeep)(
  "when a synchronous standby becomes the primary, no counted search and no account is lost",
  async () => {
    const primary = await startPostgresServer();
    onTestFinished(() => primary.remove());
    const standby = await primary.startStandby();
    onTestFinished(() => standby.remove());
    const state = openState({ dataDir: "", databaseUrl: urlOfBoth(primary, standby) });
    onTestFinished(() => state.close());
    const accounts = state.accounts(ACCOUNT_SETTINGS);
    const budget = { limit: 1_000_000, isPaced: false };
    const searches = state.searches({ ...SEARCH_SETTINGS, budget });
    const created: string[] = [];
    let counted = 0;
    let failed = 0;
    let isEnding = false;
    const write = async () => {
      while (!isEnding) {
        const id = randomUUID();
        const isCreated = await accounts.createAccount(anAccount(id), AN_ACTOR).catch(() => false);
        if (isCreated) created.push(id);
        const isCounted = await searches.reserve().then(
          () => true,
          () => false,
        );
        if (isCounted) counted += 1;
        else failed += 1;
        await sleep(isCounted ? 0 : 20);
      }
    };
    await searches.usage();
    const writers = Array.from({ length: WRITERS }, write);
    await expect.poll(() => counted).toBeGreaterThan(200);
    // Commits must wait for the standby now; otherwise it would lack them.
    await standby.stop();
    await sleep(300);
    await primary.crash();
    const before = counted;
    await standby.start();
    standby.promote();
    await expect.poll(() => counted, { timeout: 10_000 }).toBeGreaterThan(before + 50);
    isEnding = true;
    await Promise.all(writers);

    const { usedThisMonth } = await searches.usage();
    expect(usedThisMonth).toBeGreaterThanOrEqual(counted);
    // A commit whose answer was lost.
    expect(usedThisMonth).toBeLessThanOrEqual(counted + Math.min(failed, WRITERS));
    for (const id of created) expect(await accounts.account(id)).toMatchObject({ id });
  },
);
