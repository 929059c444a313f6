import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/lib/platform/sqlite";
import { createSqliteSuspensions } from "@/lib/state/sqlite-suspensions";
import type { Suspensions } from "@/lib/state/suspensions";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const STORES: Record<string, (folder: string) => Suspensions> = {
  SQLite: (folder) => {
    const database = openDatabase(join(folder, "vitrine.db"));
    onTestFinished(() => {
      database.close();
    });
    return createSqliteSuspensions(database);
  },
};

const LIMIT = { code: "service_rate_limited", serviceSaid: "slow down", untilMs: 100 };
const KEY = { code: "service_key_refused", serviceSaid: null, untilMs: null };

describe.each(Object.entries(STORES))("gates in %s", (_, create) => {
  test("a gate is open until it is closed, and again when its time is over", async () => {
    const gates = create(temporaryFolder());
    expect(await gates.find("s", 0)).toBeNull();
    await gates.close("s", LIMIT);
    expect(await gates.find("s", 99)).toEqual(LIMIT);
    expect(await gates.find("other", 99)).toBeNull();
    expect(await gates.find("s", 100)).toBeNull();
  });

  test("a gate without an end stays closed, over a restart too, until it is opened", async () => {
    const folder = temporaryFolder();
    await create(folder).close("s", KEY);
    const gates = create(folder);
    expect(await gates.find("s", Number.MAX_SAFE_INTEGER)).toEqual(KEY);
    await gates.open("s");
    expect(await gates.find("s", 0)).toBeNull();
  });

  test("of two closings the later end counts", async () => {
    const gates = create(temporaryFolder());
    await gates.close("s", LIMIT);
    await gates.close("s", { ...LIMIT, untilMs: 50 });
    expect((await gates.find("s", 60))?.untilMs).toBe(100);
    await gates.close("s", KEY);
    await gates.close("s", { ...LIMIT, untilMs: 500 });
    expect(await gates.find("s", 0)).toEqual(KEY);
  });
});
