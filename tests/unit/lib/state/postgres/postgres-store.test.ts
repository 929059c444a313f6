import { expect, test } from "vitest";
import { withPostgresSchema } from "@/lib/state/postgres/migrate-postgres";
import { POSTGRES_SCHEMA } from "@/lib/state/postgres/postgres-schema";
import { createPostgresStore } from "@/lib/state/postgres/postgres-store";
import { temporaryPostgres, temporaryPostgresUrl } from "@/tests/support/databases/postgres";
import { latch } from "@/tests/support/latch";

test("a process that stops in the middle of a transaction holds its locks until PostgreSQL ends it", async () => {
  const url = await temporaryPostgresUrl();
  const [stopped, other] = await Promise.all(
    [1, 2].map(async () =>
      createPostgresStore(withPostgresSchema(await temporaryPostgres({ url }), POSTGRES_SCHEMA)),
    ),
  );
  const locks = [{ kind: "ledger", name: "service" }] as const;
  const locking = latch();
  const release = latch();
  const lost = stopped?.write({ locks }, async () => {
    locking.open();
    await release.opened;
  });
  const outcome = expect(lost).rejects.toThrow();
  await locking.opened;
  // Attempts end by their own, shorter limit of 4 s; PostgreSQL ends the transaction after 10 s.
  const take = () => other?.write({ locks }, async () => "locked");
  expect(await take()?.catch(take).catch(take)).toBe("locked");
  release.open();
  await outcome;
});
