import "server-only";
import type { State } from "../state";
import { createParts, tracedParts } from "../state-parts";
import { postgresVersion, withPostgresSchema } from "./migrate-postgres";
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
        const version = await database.run((sql) =>
          sql.begin(async (transaction) => {
            await transaction`CREATE TABLE vitrine.store_check (id integer)`;
            await transaction`DROP TABLE vitrine.store_check`;
            const [row] = await transaction`SELECT current_setting('server_version') AS version`;
            return row?.version as string;
          }),
        );
        return { isSound: true, text: `PostgreSQL ${version}, schema vitrine` };
      } catch (cause) {
        return { isSound: false, text: `${(cause as Error).message}: see DATABASE_URL` };
      }
    },
    version: () => postgresVersion(connections, POSTGRES_SCHEMA),
    close: connections.close,
  };
}
