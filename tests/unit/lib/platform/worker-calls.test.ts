import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { LibraryCalls } from "@/lib/service/library/library-calls";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import type { MortalCalls } from "@/tests/support/programs/mortal-worker";

function aClient(dataDir: string, slow?: { call: "find"; waitingMax: number }) {
  const settings = { place: { dataDir }, demoManifest: null };
  const client = createWorkerClient<LibraryCalls>("library-worker", settings, slow);
  onTestFinished(() => client.close());
  return client;
}

const QUERY = {
  ...DEFAULT_FILTERS,
  q: "sea",
  count: 5,
  isOwnSite: false,
  isExact: true,
  isGrouped: true,
} as const;
const NONE = { pictures: [] };

/**
 * Creates a worker that records each start in a file, and dies at the first call until it is
 * healed.
 */
async function aMortalClient() {
  await bundleProgram("mortal-worker");
  const folder = temporaryFolder();
  const client = createWorkerClient<MortalCalls>(join("tests", "mortal-worker"), folder);
  onTestFinished(() => client.close());
  return {
    ask: () => client.ask("live", null),
    waitingCount: client.waitingCount,
    heal: () => writeFileSync(join(folder, "healed"), ""),
    lives: () => readFileSync(join(folder, "lives"), "utf8").length,
  };
}

test("if a worker dies, its current calls fail and the next call gets a new worker", async () => {
  const { ask, heal, waitingCount } = await aMortalClient();
  for (const call of await Promise.allSettled([ask(), ask()])) {
    expect(call).toMatchObject({ status: "rejected", reason: { code: "internal" } });
  }
  heal();
  expect(await ask()).toBe("alive");
  expect(waitingCount()).toBe(0);
});

test("a worker that always dies is started less and less often, until it recovers", async () => {
  const { ask, heal, lives } = await aMortalClient();
  for (let call = 0; call < 20; call += 1) {
    await expect(ask()).rejects.toMatchObject({ code: "internal" });
  }
  expect(lives()).toBe(2);
  heal();
  await expect.poll(() => ask().catch(() => "resting")).toBe("alive");
});

test("a failed call does not affect other calls", async () => {
  const client = aClient(temporaryFolder());
  const broken = client.ask("find", { ...QUERY, q: 7 as unknown as string });
  const sound = client.ask("label", null);
  await expect(broken).rejects.toMatchObject({ code: "internal" });
  expect(await sound).toMatchObject({ kind: "library", pictureCount: 0 });
});

test("a caller that leaves is rejected at once with the reason, and nothing waits", async () => {
  const client = aClient(temporaryFolder());
  const leaving = new AbortController();
  const call = client.ask("find", QUERY, { signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await expect(call).rejects.toThrow("gone");
  await expect.poll(client.waitingCount).toBe(0);
  await expect(client.ask("find", QUERY, { signal: leaving.signal })).rejects.toThrow("gone");
});

test("the worker runs one slow call at a time, and quick calls overtake the others", async () => {
  const client = aClient(temporaryFolder(), { call: "find", waitingMax: 3 });
  const order: string[] = [];
  const finds = [1, 2, 3].map((n) => client.ask("find", QUERY).then(() => order.push(`find ${n}`)));
  const label = client.ask("label", null).then(() => order.push("label"));
  await Promise.all([...finds, label]);
  expect(order).toEqual(["find 1", "label", "find 2", "find 3"]);
});

test("slow calls beyond the limit are rejected, and a caller that leaves makes room", async () => {
  const client = aClient(temporaryFolder(), { call: "find", waitingMax: 3 });
  const leaving = new AbortController();
  const first = client.ask("find", QUERY);
  const left = client.ask("find", QUERY, { signal: leaving.signal });
  const third = client.ask("find", QUERY);
  await expect(client.ask("find", QUERY)).rejects.toMatchObject({ code: "busy" });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(client.waitingCount()).toBe(2);
  expect(await Promise.all([first, third, client.ask("find", QUERY)])).toMatchObject([
    NONE,
    NONE,
    NONE,
  ]);
});

test("the next slow call is that of the client that has used the worker least", async () => {
  const client = aClient(temporaryFolder(), { call: "find", waitingMax: 9 });
  const order: string[] = [];
  const find = (name: string) =>
    client.ask("find", QUERY, { client: name }).then(() => order.push(name));
  await Promise.all(["crowd", "crowd", "crowd", "crowd", "ann", "bob"].map(find));
  expect(order).toEqual(["crowd", "ann", "bob", "crowd", "crowd", "crowd"]);
});

test("beyond the limit, the newest slow call of the client with the most is rejected", async () => {
  const client = aClient(temporaryFolder(), { call: "find", waitingMax: 3 });
  const find = (name: string) => client.ask("find", QUERY, { client: name });
  const crowd = [find("crowd"), find("crowd"), find("crowd")];
  const ann = find("ann");
  await expect(crowd[2]).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 1 });
  expect(await Promise.all([crowd[0], crowd[1], ann])).toMatchObject([NONE, NONE, NONE]);
});

test("a thread that does not answer has a limited number of calls", async () => {
  const client = aClient(temporaryFolder());
  const calls = Array.from({ length: 5_001 }, () => client.ask("label", null));
  await expect(calls.at(-1)).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 1 });
  await expect(Promise.all(calls.slice(0, -1))).resolves.toHaveLength(5_000);
});

test("a closed client answers nothing more", async () => {
  const client = aClient(temporaryFolder());
  await client.ask("label", null);
  await client.close();
  await expect(client.ask("label", null)).rejects.toMatchObject({ code: "internal" });
});
