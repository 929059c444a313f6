import "server-only";
import { openPostgresState } from "./postgres/open-postgres-state";
import { openSqliteState } from "./sqlite/open-sqlite-state";
import type { State, StoreLocation } from "./state";

/** Opens this installation's state, at its first use. Only this and open-library.ts choose a store. */
export function openState({ dataDir, databaseUrl = null }: StoreLocation): State {
  return databaseUrl === null ? openSqliteState(dataDir) : openPostgresState(databaseUrl);
}
