import "server-only";
import { join } from "node:path";
import { AppError } from "@/lib/platform/errors";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import { createAccountState } from "../accounts/create-account-state";
import type { State } from "../state";
import { createDirectStore } from "./direct-store";
import type { Operated, StateCalls, StateWorkerSettings } from "./state-handlers";

/** A store that takes longer counts as lost. Waiting for a lock takes at most two seconds. */
const DEADLINE_MS = 5_000;

/** The deadline of the first answer: starting the thread takes long on a busy machine. */
const START_DEADLINE_MS = 20_000;

/**
 * Opens the state in the file `vitrine.db` of a data folder. A worker thread
 * (lib/programs/state-worker.ts) reads and writes it, because SQLite blocks its thread.
 */
export function openSqliteState(dataDir: string): State {
  const settings: StateWorkerSettings = { dataDir };
  const worker = createWorkerClient<StateCalls>("state-worker", settings);
  const closings: (() => Promise<void>)[] = [];
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

  /** Creates a part of the state whose operations run in the worker, except for `own`. */
  function inWorker<Part extends keyof Operated>(
    part: Part,
    settings: unknown = null,
    own: Partial<Operated[Part]> = {},
  ): Operated[Part] {
    const settingsJson = JSON.stringify(settings);
    const forwarded =
      (operation: string) =>
      (...inputs: unknown[]) =>
        ask("operate", { part, settings: settingsJson, operation, inputs });
    return new Proxy(own, {
      get: (known, operation: string) =>
        known[operation as keyof Operated[Part]] ?? forwarded(operation),
    }) as Operated[Part];
  }

  return {
    searches: (settings) => inWorker("searches", settings),
    accounts(settings) {
      const direct = createDirectStore(join(dataDir, "vitrine.db"), {
        prepare: () => ask("check", null),
        checkpoint: () => ask("checkpoint", null),
      });
      closings.push(direct.close);
      const { checkKey, refund, recordError } = createAccountState(direct.store, settings);
      return inWorker("accounts", settings, {
        checkKey,
        refund,
        recordError,
        // Runs in the worker, because it reads the whole log. The operator waits for it.
        verifyAudit: () =>
          worker.ask("operate", {
            part: "accounts",
            settings: JSON.stringify(settings),
            operation: "verifyAudit",
            inputs: [],
          }) as ReturnType<Operated["accounts"]["verifyAudit"]>,
      });
    },
    authRecords: () => inWorker("authRecords"),
    moderation: () => inWorker("moderation"),
    warnings: () => inWorker("warnings"),
    activity: () => inWorker("activity"),
    async check() {
      await ask("check", null);
    },
    examine: () => worker.ask("examine", null),
    version: () => ask("version", null),
    async close() {
      for (const close of closings) await close();
      await worker.close();
    },
  };
}

function unanswered(): AppError {
  return new AppError("store_unreachable", "the store has not answered in time");
}
