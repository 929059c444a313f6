import "server-only";
import { createSearchState } from "../searches/create-search-state";
import { createAuthRecords } from "../sign-in/create-auth-records";
import type { State } from "../state";
import { ACCOUNT_SCHEMA } from "./account-schema";
import { AUTH_SCHEMA } from "./auth-schema";
import { LIBRARY_SCHEMA } from "./library-schema";
import { postgresMigrations, withPostgresSchema } from "./migrate-postgres";
import { MODERATION_SCHEMA } from "./moderation-schema";
import { createPostgresAccountState } from "./postgres-account-state";
import { createPostgresDatabase, type PostgresOptions } from "./postgres-database";
import { createPostgresModerationState } from "./postgres-moderation-state";
import { createPostgresStore } from "./postgres-store";
import { SEARCH_SCHEMA } from "./search-schema";

/** The library is opened in threads of its own; its tables are made with the others. */
const SCHEMAS = [SEARCH_SCHEMA, LIBRARY_SCHEMA, ACCOUNT_SCHEMA, AUTH_SCHEMA, MODERATION_SCHEMA];

/**
 * Opens the state in the PostgreSQL database that `url` names, at its first use. Its tables are in
 * the schema `vitrine`, which the first use makes or brings up to date.
 */
export function openPostgresState(url: string, options?: PostgresOptions): State {
  const connections = createPostgresDatabase(url, options);
  const database = SCHEMAS.reduce(withPostgresSchema, connections);
  const store = createPostgresStore(database);

  return {
    searches: (settings) => createSearchState(store, settings),
    accounts: (settings) => createPostgresAccountState(database, settings),
    authRecords: () => createAuthRecords(store),
    moderation: () => createPostgresModerationState(database),
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
    migrations: () => postgresMigrations(connections, SCHEMAS),
    close: connections.close,
  };
}
