import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { AN_ACTOR } from "@/tests/support/accounts";
import { startKeyService } from "@/tests/support/key-service";
import { LIBRARIES } from "@/tests/support/libraries";
import { serveHandler } from "@/tests/support/serve-handler";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const CLIENTS_PER_INSTANCE = 4;
const LAST_SUCCESS_MS = 5_000;

test.each(LIBRARIES)(
  "a key revoked under load on three instances is refused by all of them, in $name",
  async ({ newPlace }) => {
    const { databaseUrl = null } = await newPlace();
    const place = { dataDir: temporaryFolder(), databaseUrl };
    const embedded = { publicUrl: "http://gallery.example", find: async () => [] };
    const start = async () => {
      const service = await startKeyService(place, { embedded });
      const { baseUrl, stop } = await serveHandler(service.answer);
      onTestFinished(async () => {
        await stop();
        await service.stop();
      });
      return { ...service, baseUrl, successes: 0 };
    };
    // One after the other: the first one makes the tables and the pepper.
    const instances = [await start(), await start(), await start()];
    const [first] = instances as [Awaited<ReturnType<typeof start>>];
    const key = await first.newKey();
    const statusOf = async ({ baseUrl }: { baseUrl: string }) => {
      const headers = { "x-api-key": key.text };
      const response = await fetch(`${baseUrl}/v1/search?q=sea`, { headers });
      await response.arrayBuffer();
      return response.status;
    };

    let lastSuccessMs = 0;
    const statuses = new Set<number>();
    const clients = instances.flatMap((instance) =>
      Array.from({ length: CLIENTS_PER_INSTANCE }, async () => {
        for (let status = 200; status === 200; ) {
          status = await statusOf(instance);
          statuses.add(status);
          if (status !== 200) continue;
          instance.successes += 1;
          lastSuccessMs = performance.now();
        }
      }),
    );
    while (instances.some(({ successes }) => successes < 100)) await sleep(5);
    await first.accounts.revokeKey(key.id, { account: null }, AN_ACTOR);
    const revokedMs = performance.now();
    for (const instance of instances) expect(await statusOf(instance)).toBe(401);
    await Promise.all(clients);
    expect([...statuses].sort()).toEqual([200, 401]);
    expect(lastSuccessMs - revokedMs).toBeLessThan(LAST_SUCCESS_MS);
  },
);
