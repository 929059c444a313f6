import "server-only";
import { join } from "node:path";
import { createBatches } from "@/lib/platform/batches";
import { type LogLevel, log } from "@/lib/platform/log";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { AccountState, FailedRequest, KeyAdmission, KeyRequest } from "../account-state";
import type { AuthRecords } from "../auth-records";
import type { ModerationState } from "../moderation-state";
import type { SearchState } from "../search-state";
import type { State } from "../state";
import { createDirectAdmissions } from "./direct-admissions";
import type { AccountOperation, StateCalls, StateWorkerSettings } from "./state-handlers";

/** A store that takes longer counts as lost; waiting for a lock takes two seconds at most. */
const DEADLINE_MS = 5_000;

/** Until the first answer: starting the thread takes long on a busy machine. */
const START_DEADLINE_MS = 20_000;

/**
 * Opens the state in the file `vitrine.db` of a data folder. A worker thread
 * (lib/programs/state-worker.ts) reads and writes it, because SQLite blocks its thread.
 */
export function openSqliteState(dataDir: string): State {
  const workerData: StateWorkerSettings = { dataDir, logLevel: log().level as LogLevel };
  const worker = createWorkerClient<StateCalls>("state-worker", workerData);
  const closings: (() => Promise<void>)[] = [];
  let hasAnswered = false;

  async function ask<Name extends keyof StateCalls>(
    call: Name,
    input: StateCalls[Name]["input"],
  ): Promise<StateCalls[Name]["answer"]> {
    const signal = AbortSignal.timeout(hasAnswered ? DEADLINE_MS : START_DEADLINE_MS);
    const answer = await worker.ask(call, input, { signal });
    hasAnswered = true;
    return answer;
  }

  return {
    searches(searchSettings) {
      const settings = JSON.stringify(searchSettings);
      const call = <Name extends keyof SearchState>(operation: Name) =>
        ((argument?: unknown) =>
          ask("search", { settings, operation, argument })) as SearchState[Name];
      return {
        find: call("find"),
        admit: call("admit"),
        reserve: call("reserve"),
        renew: call("renew"),
        finish: call("finish"),
        usage: call("usage"),
        spentDays: call("spentDays"),
        visitorUsage: call("visitorUsage"),
        recent: call("recent"),
        suspension: call("suspension"),
        lift: call("lift"),
        mendClock: call("mendClock"),
      };
    },
    accounts(accountSettings) {
      const settings = JSON.stringify(accountSettings);
      const admissions = createDirectAdmissions(join(dataDir, "vitrine.db"), accountSettings, {
        prepare: () => ask("check", null),
        checkpoint: () => ask("checkpoint", null),
      });
      closings.push(admissions.close);
      const call = <Name extends AccountOperation & keyof AccountState>(operation: Name) =>
        ((...inputs: unknown[]) =>
          ask("account", { settings, operation, inputs })) as AccountState[Name];
      return {
        admit: createBatches<KeyRequest, KeyAdmission>(admissions.admitAll),
        refund: call("refund"),
        recordError: createBatches(async (failed: FailedRequest[]) => {
          await ask("account", { settings, operation: "recordErrors", inputs: [failed] });
          return failed.map(() => undefined);
        }),
        createAccount: call("createAccount"),
        changeAccount: call("changeAccount"),
        deleteAccount: call("deleteAccount"),
        account: call("account"),
        accounts: call("accounts"),
        invite: call("invite"),
        invitations: call("invitations"),
        withdrawInvitation: call("withdrawInvitation"),
        invitation: call("invitation"),
        acceptInvitation: call("acceptInvitation"),
        createKey: call("createKey"),
        keys: call("keys"),
        rotateKey: call("rotateKey"),
        keyDigest: call("keyDigest"),
        revokeKey: call("revokeKey"),
        usage: call("usage"),
        errors: call("errors"),
        record: call("record"),
        audit: call("audit"),
        // Reads the whole log; the operator waits for it.
        verifyAudit: () =>
          worker.ask("account", {
            settings,
            operation: "verifyAudit",
            inputs: [],
          }) as ReturnType<AccountState["verifyAudit"]>,
      };
    },
    authRecords() {
      const call = <Name extends keyof AuthRecords>(operation: Name) =>
        ((argument: unknown) => ask("authRecords", { operation, argument })) as AuthRecords[Name];
      return {
        add: call("add"),
        find: call("find"),
        replace: call("replace"),
        remove: call("remove"),
        attempt: call("attempt"),
        forgetAttempts: call("forgetAttempts"),
      };
    },
    moderation() {
      const call = <Name extends keyof ModerationState>(operation: Name) =>
        ((...inputs: unknown[]) =>
          ask("moderation", { operation, inputs })) as ModerationState[Name];
      return {
        report: call("report"),
        reports: call("reports"),
        openReport: call("openReport"),
        dismiss: call("dismiss"),
        rate: call("rate"),
        ratings: call("ratings"),
        ratedImage: call("ratedImage"),
        rated: call("rated"),
      };
    },
    async check() {
      await ask("check", null);
    },
    examine: () => worker.ask("examine", null),
    migrations: () => ask("migrations", null),
    async close() {
      for (const close of closings) await close();
      await worker.close();
    },
  };
}
