import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LibraryCalls } from "@/lib/service/library/library-calls";
import { createWorkerClient } from "@/lib/service/workers/worker-client";
import { temporaryFolder } from "@/tests/support/temporary-folder";

function aClient(dataDir: string) {
  const settings = { dataDir, ownHost: "localhost", hasDemo: false };
  const client = createWorkerClient<LibraryCalls>("library-worker", settings);
  onTestFinished(() => client.close());
  return client;
}

const QUERY = {
  q: "sea",
  count: 5,
  safesearch: "strict",
  transparent: false,
  site: null,
} as const;

test("a worker that dies fails the calls in hand, and the next call has a new one", async () => {
  const dataDir = join(temporaryFolder(), "data");
  writeFileSync(dataDir, "a file where a folder must be");
  const client = aClient(dataDir);
  const calls = await Promise.allSettled([client.ask("find", QUERY), client.ask("label", null)]);
  for (const call of calls) {
    expect(call).toMatchObject({ status: "rejected", reason: { code: "internal" } });
  }
  rmSync(dataDir);
  expect(await client.ask("find", QUERY)).toEqual([]);
  expect(client.waitingCount()).toBe(0);
});

test("a call that fails in the worker fails alone", async () => {
  const client = aClient(temporaryFolder());
  const broken = client.ask("find", { ...QUERY, count: "many" as unknown as number });
  const sound = client.ask("label", null);
  await expect(broken).rejects.toMatchObject({ code: "internal" });
  expect(await sound).toEqual({ kind: "library", pictureCount: 0 });
});

test("one who leaves hears so at once, with the reason, and nothing waits", async () => {
  const client = aClient(temporaryFolder());
  const leaving = new AbortController();
  const call = client.ask("find", QUERY, { signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await expect(call).rejects.toThrow("gone");
  expect(client.waitingCount()).toBe(0);
  await expect(client.ask("find", QUERY, { signal: leaving.signal })).rejects.toThrow("gone");
});

test("a closed client answers nothing more", async () => {
  const client = aClient(temporaryFolder());
  await client.ask("label", null);
  await client.close();
  await expect(client.ask("label", null)).rejects.toMatchObject({ code: "internal" });
});
