import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { LibraryCalls } from "@/lib/service/library/library-calls";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { bundleProgram } from "@/tests/support/programs/bundle-program";
import type { MortalCalls } from "@/tests/support/programs/mortal-worker";

function aClient(dataDir: string) {
  const settings = { storeLocation: { dataDir }, demoManifest: null };
  const client = createWorkerClient<LibraryCalls>("library-worker", settings);
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
    pendingCount: client.pendingCount,
    heal: () => writeFileSync(join(folder, "healed"), ""),
    lives: () => readFileSync(join(folder, "lives"), "utf8").length,
  };
}

test("if a worker dies, its current calls fail and the next call gets a new worker", async () => {
  const { ask, heal, pendingCount } = await aMortalClient();
  for (const call of await Promise.allSettled([ask(), ask()])) {
    expect(call).toMatchObject({ status: "rejected", reason: { code: "internal" } });
  }
  heal();
  expect(await ask()).toBe("alive");
  expect(pendingCount()).toBe(0);
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
