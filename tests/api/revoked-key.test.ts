import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { AN_ACTOR } from "@/tests/support/accounts/accounts";
import { startKeyService } from "@/tests/support/accounts/key-service";
import { LIBRARIES } from "@/tests/support/databases/libraries";
import { temporaryPostgres } from "@/tests/support/databases/postgres";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { serveHandler } from "@/tests/support/servers/serve-handler";

const CLIENTS_PER_INSTANCE = 4;
const USES_PER_INSTANCE = 340;
const LAST_SUCCESS_MS = 5_000;
/** The symbol under which lib/platform/log.ts stores the process's logger. */
const LOGGER = Symbol.for("vitrine.log");

/** Everything that the process logs until the test ends. */
function collectLog(): string[] {
  const lines: string[] = [];
  const place = globalThis as Record<symbol, unknown>;
  const before = place[LOGGER];
  place[LOGGER] = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
  onTestFinished(() => {
    place[LOGGER] = before;
  });
  return lines;
}

/** Returns every file of the data folder and every row of the database, as text. */
async function dumpOf({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }) {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
  if (databaseUrl !== null) {
    const database = await temporaryPostgres({ url: databaseUrl });
    const [row] = await database.run(
      (sql) => sql`SELECT schema_to_xml('vitrine', true, false, '')::text AS dump`,
    );
    texts.push(row?.dump);
  }
  return texts.join("\n");
}

test.each(LIBRARIES)(
  "a key revoked after 1,000 uses is refused and stored by none of three instances, in $name",
  async ({ newPlace }) => {
    const logged = collectLog();
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
    // In sequence: the first instance creates the tables and the pepper.
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
    while (instances.some(({ successes }) => successes < USES_PER_INSTANCE)) await sleep(5);
    await first.accounts.revokeKey(key.id, { account: null }, AN_ACTOR);
    const revokedMs = performance.now();
    for (const instance of instances) expect(await statusOf(instance)).toBe(401);
    await Promise.all(clients);
    expect([...statuses].sort()).toEqual([200, 401]);
    expect(lastSuccessMs - revokedMs).toBeLessThan(LAST_SUCCESS_MS);

    const dump = await dumpOf(place);
    expect(dump).toContain(key.id);
    expect(logged.join("")).toContain("api_key_revoked");
    // Without the prefix, which is stored so that people recognise a key.
    expect(dump + logged.join("")).not.toContain(key.text.slice(16));
  },
);
