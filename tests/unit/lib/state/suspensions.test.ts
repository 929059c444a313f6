import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/lib/state/sqlite/database";
import { createSqliteSuspensions, type Suspensions } from "@/lib/state/suspensions";
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

const LIMIT = { code: "service_rate_limited", suspendedUntilMs: 100, durationMs: 30 };
const at = (nowMs: number) => ({ nowMs, probeMs: 10 });

describe.each(Object.entries(STORES))("suspensions in %s", (_, create) => {
  test("a service that was never suspended is admitted", async () => {
    const suspensions = create(temporaryFolder());
    expect(await suspensions.find("s")).toBeNull();
    expect(await suspensions.admit("s", at(0))).toEqual({ isAdmitted: true, probed: null });
  });

  test("a suspended service is refused until the end, and the others are not", async () => {
    const suspensions = create(temporaryFolder());
    await suspensions.suspend("s", LIMIT);
    expect(await suspensions.find("s")).toEqual(LIMIT);
    expect(await suspensions.admit("s", at(99))).toEqual({ isAdmitted: false, suspension: LIMIT });
    expect(await suspensions.admit("other", at(99))).toMatchObject({ isAdmitted: true });
  });

  test("after the end one caller of all processes is the probe", async () => {
    const folder = temporaryFolder();
    const [one, other] = [create(folder), create(folder)];
    await one.suspend("s", LIMIT);
    expect(await one.admit("s", at(100))).toEqual({ isAdmitted: true, probed: LIMIT });
    expect(await other.admit("s", at(109))).toMatchObject({ isAdmitted: false });
    // The probe's process died: the next one probes.
    expect(await other.admit("s", at(110))).toMatchObject({ isAdmitted: true });
  });

  test("a suspension survives a restart until it is removed", async () => {
    const folder = temporaryFolder();
    await create(folder).suspend("s", LIMIT);
    const suspensions = create(folder);
    expect(await suspensions.find("s")).toEqual(LIMIT);
    await suspensions.remove("s");
    expect(await suspensions.admit("s", at(0))).toEqual({ isAdmitted: true, probed: null });
  });

  test("of two suspensions the later end counts", async () => {
    const suspensions = create(temporaryFolder());
    await suspensions.suspend("s", LIMIT);
    await suspensions.suspend("s", { ...LIMIT, suspendedUntilMs: 50 });
    expect(await suspensions.find("s")).toEqual(LIMIT);
    const later = { code: "service_key_refused", suspendedUntilMs: 500, durationMs: 400 };
    await suspensions.suspend("s", later);
    expect(await suspensions.find("s")).toEqual(later);
  });
});

test("a store of an earlier version loses the service's own text", async () => {
  const database = openDatabase(join(temporaryFolder(), "vitrine.db"));
  onTestFinished(() => {
    database.close();
  });
  database.exec(
    `CREATE TABLE migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
     INSERT INTO migrations VALUES ('service-gates', 1);
     CREATE TABLE service_gates (service TEXT PRIMARY KEY, code TEXT NOT NULL, service_said TEXT, until_ms INTEGER) STRICT;
     INSERT INTO service_gates VALUES ('s', 'service_key_refused', 'Bad key for my secret', NULL);`,
  );
  expect(await createSqliteSuspensions(database).find("s")).toBeNull();
  const tables = database.prepare("SELECT name FROM sqlite_schema").all() as { name: string }[];
  expect(tables.map(({ name }) => name)).not.toContain("service_gates");
});
