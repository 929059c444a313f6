import "server-only";
import { openPostgresState } from "./postgres/open-postgres-state";
import { openSqliteState } from "./sqlite/open-sqlite-state";
import type { State } from "./state";

export type StateLocation = {
  /** The folder for everything that this server keeps for itself. */
  dataDir: string;
  /** The PostgreSQL database that several instances share; null or absent: SQLite in the data folder. */
  databaseUrl?: string | null;
};

/** Opens this installation's state, at its first use. The one place that knows which store it is. */
export function openState({ dataDir, databaseUrl = null }: StateLocation): State {
  return databaseUrl === null ? openSqliteState(dataDir) : openPostgresState(databaseUrl);
}
