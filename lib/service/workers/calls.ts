import "server-only";
import type { MessagePort } from "node:worker_threads";
import { type AppError, toAppError } from "@/lib/platform/errors";

/** What a worker can be asked: each call's input and answer, both structured-clonable. */
export type Calls = Record<string, { input: unknown; answer: unknown }>;

/** A call on its way to a worker. */
export type CallMessage = { number: number; call: string; input: unknown };

/** What comes back; `error` is for the log, `code` its place in the error table. */
export type ReplyMessage =
  | { number: number; isAnswered: true; answer: unknown }
  | { number: number; isAnswered: false; error: string; code: AppError["code"] };

/** One function per call, as the worker implements them. */
export type CallHandlers<C extends Calls> = {
  [Name in keyof C]: (input: C[Name]["input"]) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

/** Answers calls that come through `port`, for as long as the thread lives. */
export function answerCalls<C extends Calls>(port: MessagePort, handlers: CallHandlers<C>): void {
  port.on("message", async ({ number, call, input }: CallMessage) => {
    let reply: ReplyMessage;
    try {
      const handler = handlers[call];
      if (handler === undefined) throw new TypeError(`no such call: ${call}`);
      reply = { number, isAnswered: true, answer: await handler(input) };
    } catch (cause) {
      const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      reply = { number, isAnswered: false, error, code: toAppError(cause).code };
    }
    port.postMessage(reply);
  });
}
