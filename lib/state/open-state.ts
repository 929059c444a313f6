import "server-only";
import { isTracing } from "@/lib/platform/tracing";
import { openPostgresState } from "./postgres/open-postgres-state";
import { openSqliteState } from "./sqlite/open-sqlite-state";
import type { State, StorePlace } from "./state";
import { tracedState } from "./traced-state";

/** Opens this installation's state, at its first use. Only this and open-library.ts choose a store. */
export function openState({ dataDir, databaseUrl = null }: StorePlace): State {
  const state = databaseUrl === null ? openSqliteState(dataDir) : openPostgresState(databaseUrl);
  return isTracing() ? tracedState(state, databaseUrl === null ? "sqlite" : "postgresql") : state;
}
