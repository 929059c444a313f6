import "server-only";
import { AppError } from "@/lib/platform/errors";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { State } from "../state";
import { createParts, mapParts, tracedParts } from "../state-parts";
import type { Store } from "../store";
import type { StateCalls, StateWorkerSettings } from "./state-handlers";

/** A store that takes longer counts as lost. Waiting for a lock takes at most two seconds. */
const DEADLINE_MS = 5_000;

/** The deadline of the first reply. It is longer, because a busy machine takes seconds to start a thread. */
const START_DEADLINE_MS = 20_000;

/** The parts over this store have the operations to send: the worker runs them over its own. */
const ELSEWHERE: Store = {
  read: runsInWorker,
  write: runsInWorker,
  refusesWrites: () => false,
  isJson: () => "",
  readIndex: () => "",
};

/**
 * Opens the state in the file `vitrine.db` of a data folder. A worker thread
 * (lib/programs/state-worker.ts) reads and writes it, because SQLite blocks its thread.
 */
export function openSqliteState(dataDir: string): State {
  const settings: StateWorkerSettings = { dataDir };
  const worker = createWorkerClient<StateCalls>("state-worker", settings);
  let hasAnswered = false;
  /** Calls that passed their deadline and are still unanswered: the thread waits for its disk. */
  let overdueCount = 0;

  /** Rejects at once while an earlier call is overdue, because the thread answers none before it. */
  async function ask<Name extends keyof StateCalls>(
    call: Name,
    input: StateCalls[Name]["input"],
  ): Promise<StateCalls[Name]["answer"]> {
    if (overdueCount > 0) throw unanswered();
    const deadline = AbortSignal.timeout(hasAnswered ? DEADLINE_MS : START_DEADLINE_MS);
    const asked = worker.ask(call, input);
    try {
      const answer = await untilAborted(asked, deadline);
      hasAnswered = true;
      return answer;
    } catch (cause) {
      if (!deadline.aborted) throw cause;
      overdueCount += 1;
      const settle = () => {
        overdueCount -= 1;
      };
      asked.then(settle, settle);
      throw unanswered();
    }
  }

  const parts = mapParts(createParts(ELSEWHERE, null), (place) => {
    const settings = JSON.stringify(place.settings);
    // Reads the whole log; the operator waits for it.
    const isLong = place.operation === "verifyAudit";
    return (...inputs) => {
      const call = { ...place, settings, inputs };
      return isLong ? worker.ask("operate", call) : ask("operate", call);
    };
  });

  return {
    ...tracedParts(parts, "sqlite"),
    async check() {
      await ask("check", null);
    },
    examine: () => worker.ask("examine", null),
    versionProblem: () => worker.ask("versionProblem", null),
    close: worker.close,
  };
}

function runsInWorker(): never {
  throw new Error("only the worker thread uses the store");
}

function unanswered(): AppError {
  return new AppError("store_unreachable", "the store has not answered in time");
}
