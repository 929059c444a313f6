import "server-only";
import { availableParallelism } from "node:os";
import { createFairQueue } from "@/lib/platform/fair-queue";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { traced } from "@/lib/platform/tracing";
import { createWorkerClient } from "@/lib/platform/worker-calls";
import type { LibraryQuery } from "@/lib/state/library-store";
import type { IndexedPictures, LibraryCalls, LibraryWorkerSettings } from "./library-calls";

/** Searches that wait for each thread; in a library of 100,000 pictures the slowest take 30 ms. */
const SEARCHES_WAITING_MAX = 32;

/** One core is left for the server. More threads would only need more memory. */
const SEARCH_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

type Thread = ReturnType<typeof createWorkerClient<LibraryCalls>>;

/**
 * Creates clients of the threads that search the library. Each call goes to the usable thread with the
 * fewest calls. A thread runs one search at a time; visitors share the threads fairly by time.
 */
export function createLibraryThreads(settings: LibraryWorkerSettings, count = SEARCH_THREADS) {
  const threads = Array.from({ length: count }, () =>
    createWorkerClient<LibraryCalls>("library-worker", settings),
  );
  const searches = createFairQueue(
    { runningMax: count, waitingMax: count * SEARCHES_WAITING_MAX },
    { costMs: (ranMs) => ranMs },
  );
  const searching = new Set<Thread>();
  const loadOf = (thread: Thread) =>
    thread.isCoolingDown() ? Number.POSITIVE_INFINITY : thread.pendingCount();

  /** Returns the usable one of these threads with the fewest calls. */
  const leastBusy = (of: readonly Thread[]) =>
    of.reduce((best, each) => (loadOf(each) < loadOf(best) ? each : best));

  const ask: Thread["ask"] = (call, input) =>
    traced(`library ${call}`, {}, () => leastBusy(threads).ask(call, input));

  async function search(query: LibraryQuery): Promise<IndexedPictures> {
    const free = threads.filter((thread) => !searching.has(thread) && !thread.isCoolingDown());
    const thread = leastBusy(free.length > 0 ? free : threads);
    searching.add(thread);
    try {
      return await traced("library find", {}, () => thread.ask("find", query));
    } finally {
      searching.delete(thread);
    }
  }

  return {
    /**
     * Searches for a visitor. Rejects like `ask`, with `busy` if too many searches wait and this one is
     * the newest of the visitor with the most, and with the signal's reason.
     */
    find(
      query: LibraryQuery,
      {
        signal = new AbortController().signal,
        visitor = "",
      }: { signal?: AbortSignal | undefined; visitor?: string } = {},
    ): Promise<IndexedPictures> {
      // A search that has started occupies its thread to the end, even if its visitor leaves.
      const found = searches.run({ visitor, signal }, () => search(query));
      return untilAborted(found, signal);
    },
    /** See `createWorkerClient`. */
    ask,
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
