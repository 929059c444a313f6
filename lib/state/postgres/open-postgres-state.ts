import "server-only";
import { StoreVersionError, versionText } from "../schema";
import type { State } from "../state";
import { createParts, tracedParts } from "../state-parts";
import { versionOf, withPostgresSchema } from "./migrate-postgres";
import { createPostgresDatabase, type PostgresOptions } from "./postgres-database";
import { POSTGRES_SCHEMA } from "./postgres-schema";
import { createPostgresStore } from "./postgres-store";

/**
 * Opens the state in the PostgreSQL database of `url`, at its first use. Its tables are in the schema
 * `vitrine`, which the first use creates or migrates.
 */
export function openPostgresState(url: string, options?: PostgresOptions): State {
  const connections = createPostgresDatabase(url, options);
  const database = withPostgresSchema(connections, POSTGRES_SCHEMA);

  return {
    ...tracedParts(createParts(createPostgresStore(database), null), "postgresql"),
    async check() {
      const [row] = await database.run(
        (sql) => sql`SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
      );
      if (row?.isReadOnly) throw new Error("PostgreSQL takes no writes: it is read-only");
    },
    async examine() {
      try {
        return await database.run((sql) =>
          sql.begin(async (transaction) => {
            await transaction`CREATE TABLE vitrine.store_check (id integer)`;
            await transaction`DROP TABLE vitrine.store_check`;
            const [row] = await transaction`SELECT current_setting('server_version') AS version`;
            const version = versionText(
              await versionOf(transaction, POSTGRES_SCHEMA),
              POSTGRES_SCHEMA,
            );
            const text = `PostgreSQL ${row?.version}, schema vitrine; ${version}`;
            return { isSound: true, text };
          }),
        );
      } catch (cause) {
        if (cause instanceof StoreVersionError) return { isSound: false, text: cause.message };
        return { isSound: false, text: `${(cause as Error).message}: see DATABASE_URL` };
      }
    },
    async versionProblem() {
      try {
        await database.run((sql) => sql`SELECT 1`);
      } catch (cause) {
        if (cause instanceof StoreVersionError) return cause.message;
      }
      return null;
    },
    close: connections.close,
  };
}
