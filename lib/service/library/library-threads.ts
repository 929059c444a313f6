import "server-only";
import { availableParallelism } from "node:os";
import { traced } from "@/lib/platform/tracing";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { LibraryCalls, LibraryWorkerSettings } from "./library-calls";

/** Searches that wait for a thread; in a library of 100,000 pictures the slowest take 30 ms. */
const SEARCHES_WAITING_MAX = 32;

/** One core is left for the server. More threads would only need more memory. */
const SEARCH_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Creates clients of the threads that search the library. Each call goes to the usable thread with the
 * fewest calls; each thread shares its time fairly between clients.
 */
export function createLibraryThreads(settings: LibraryWorkerSettings, count = SEARCH_THREADS) {
  const threads = Array.from({ length: count }, () =>
    createWorkerClient<LibraryCalls>("library-worker", settings, {
      call: "find",
      waitingMax: SEARCHES_WAITING_MAX,
    }),
  );
  type Client = (typeof threads)[number];
  const loadOf = (thread: Client) =>
    thread.isCoolingDown() ? Number.POSITIVE_INFINITY : thread.waitingCount();
  return {
    /** See `createWorkerClient`. */
    ask: ((call, input, options) => {
      const [first, ...others] = threads as [Client, ...Client[]];
      const next = others.reduce(
        (best, each) => (loadOf(each) < loadOf(best) ? each : best),
        first,
      );
      return traced(`library ${call}`, {}, () => next.ask(call, input, options));
    }) as Client["ask"],
    /** Asks every thread, because each has its own view of the index and its own demo collection. */
    askAll: <Name extends "check" | "followRatings">(
      call: Name,
      input: LibraryCalls[Name]["input"],
    ) => Promise.all(threads.map((thread) => thread.ask(call, input))),
    async close(): Promise<void> {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
