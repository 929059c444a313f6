import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresDatabase } from "@/lib/state/postgres/postgres-database";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";

/** Where a store is; without `databaseUrl` it is a SQLite file of the folder. */
export type EmptyStore = { dataDir: string; databaseUrl: string | null };

/**
 * Measures SQLite, then PostgreSQL; with the argument `sqlite` or `postgres` only one of them.
 * `newPlace` returns the place of an empty store, which is deleted in the end.
 */
export async function onEachStore(
  measure: (name: string, newPlace: () => Promise<EmptyStore>) => Promise<void>,
): Promise<void> {
  const only = process.argv[2];
  const dataDirs: string[] = [];
  const newDataDir = () => {
    const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-"));
    dataDirs.push(dataDir);
    return dataDir;
  };
  try {
    if (only !== "postgres") {
      await measure("SQLite", async () => ({ dataDir: newDataDir(), databaseUrl: null }));
    }
    if (only === "sqlite") return;
    const server = await startPostgresServer();
    try {
      await measure("PostgreSQL", async () => {
        const dataDir = newDataDir();
        const pathname = `bench_${dataDirs.length}`;
        const admin = createPostgresDatabase(server.url);
        await admin.run((sql) => sql.unsafe(`CREATE DATABASE ${pathname}`));
        await admin.close();
        return { dataDir, databaseUrl: Object.assign(new URL(server.url), { pathname }).href };
      });
    } finally {
      await server.remove();
    }
  } finally {
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  }
}
