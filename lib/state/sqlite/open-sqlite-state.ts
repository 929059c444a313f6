import "server-only";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { SearchState } from "../search-state";
import type { State } from "../state";
import type { StateCalls } from "./state-handlers";

/** A store that takes longer counts as lost; waiting for a lock takes two seconds at most. */
const DEADLINE_MS = 5_000;

/**
 * Opens the state in the file `vitrine.db` of a data folder. A worker thread
 * (lib/programs/state-worker.ts) reads and writes it, because SQLite blocks its thread.
 */
export function openSqliteState(dataDir: string): State {
  const worker = createWorkerClient<StateCalls>("state-worker", dataDir);
  const inTime = () => ({ signal: AbortSignal.timeout(DEADLINE_MS) });
  let isUsed = false;

  return {
    searches(settings) {
      const call = <Name extends keyof SearchState>(operation: Name) =>
        ((argument?: unknown) => {
          isUsed = true;
          return worker.ask("search", { settings, operation, argument }, inTime());
        }) as SearchState[Name];
      return {
        find: call("find"),
        admit: call("admit"),
        reserve: call("reserve"),
        renew: call("renew"),
        finish: call("finish"),
        usage: call("usage"),
        suspension: call("suspension"),
        lift: call("lift"),
        mendClock: call("mendClock"),
      };
    },
    async check() {
      isUsed = true;
      await worker.ask("check", null, inTime());
    },
    examine: () => worker.ask("examine", null),
    migrations() {
      isUsed = true;
      return worker.ask("migrations", null, inTime());
    },
    async close() {
      // Closed in the worker, which may be in the middle of a transaction.
      if (isUsed) await worker.ask("close", null, inTime()).catch(() => undefined);
      await worker.close();
    },
  };
}
