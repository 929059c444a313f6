import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  AccountState,
  AccountStateSettings,
  KeyDecision,
  KeyRequest,
} from "@/lib/state/account-state";
import { openState } from "@/lib/state/open-state";
import type { StoreLocation } from "@/lib/state/state";

type Place = { config: StoreLocation; settings: AccountStateSettings };
type Operation = keyof AccountState | keyof typeof LOADS;
type Question = { number: number; operation: Operation; inputs: unknown[] };
type Reply = { number: number; answer?: unknown; error?: string };

/** `lastAtMs`: store time of the last decision. */
export type Offered = { allowed: number; refused: number; firstAtMs: number; lastAtMs: number };

/** What a process does on its own for a while. */
const LOADS = {
  /** Sends a request `perSecond` times a second, whatever the answers. */
  async offer(
    state: AccountState,
    request: KeyRequest,
    { perSecond, ms }: { perSecond: number; ms: number },
  ): Promise<Offered> {
    const offered: Offered = { allowed: 0, refused: 0, firstAtMs: Infinity, lastAtMs: 0 };
    const count = (decision: KeyDecision) => {
      if (decision.outcome !== "allowed") {
        offered.refused += 1;
        return;
      }
      offered.allowed += 1;
      offered.firstAtMs = Math.min(offered.firstAtMs, decision.countedAtMs);
      offered.lastAtMs = Math.max(offered.lastAtMs, decision.countedAtMs);
    };
    const startMs = performance.now();
    const pending: Promise<void>[] = [];
    for (let nowMs = startMs; nowMs < startMs + ms; nowMs = performance.now()) {
      const due = Math.floor(((nowMs - startMs) * perSecond) / 1000);
      while (pending.length < due) pending.push(state.checkKey(request).then(count));
      await sleep(5);
    }
    await Promise.all(pending);
    return offered;
  },
};

/** The program of such a process: opens the store and answers its parent. */
export async function answerParent(place: Place): Promise<void> {
  const state = openState(place.config).accounts(place.settings);
  // Opens the store, so that a kill comes in the middle of the work.
  await state.account("");
  process.on("message", async ({ number, operation, inputs }: Question) => {
    const reply: Reply = { number };
    try {
      reply.answer =
        operation === "offer"
          ? await LOADS.offer(state, ...(inputs as [KeyRequest, { perSecond: number; ms: number }]))
          : await (state[operation] as (...inputs: unknown[]) => Promise<unknown>)(...inputs);
    } catch (cause) {
      reply.error = String(cause);
    }
    process.send?.(reply);
  });
  process.send?.("ready");
}

/** Starts `program` with `inputs` and a place; the program calls `answerParent`. */
export async function startAccountProcess(program: string, inputs: string[], place: Place) {
  const child: ChildProcess = fork(program, [...inputs, JSON.stringify(place)], { execArgv: [] });
  const waiting = new Map<number, (reply: Reply) => void>();
  let count = 0;
  await once(child, "message");
  child.on("message", (reply: Reply) => {
    waiting.get(reply.number)?.(reply);
    waiting.delete(reply.number);
  });
  return {
    /** Never settles if the process is killed before it answers. */
    async ask<T>(operation: Operation, ...inputs: unknown[]): Promise<T> {
      const number = ++count;
      const reply = new Promise<Reply>((resolve) => waiting.set(number, resolve));
      child.send({ number, operation, inputs } satisfies Question, () => {});
      const { answer, error } = await reply;
      if (error !== undefined) throw new Error(error);
      return answer as T;
    },
    waitingCount: () => waiting.size,
    async kill(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

export type AccountProcess = Awaited<ReturnType<typeof startAccountProcess>>;
