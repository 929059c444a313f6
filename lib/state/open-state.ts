import "server-only";
import { openSqliteState } from "./sqlite/open-sqlite-state";
import type { State } from "./state";

export type StateConfig = {
  /** The folder for everything that this server keeps. */
  dataDir: string;
};

/** Opens this installation's state, at its first use. The one place that knows which store it is. */
export function openState({ dataDir }: StateConfig): State {
  return openSqliteState(dataDir);
}
