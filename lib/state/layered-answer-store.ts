import "server-only";
import { withFallback } from "@/lib/platform/with-fallback";
import type { AnswerStore } from "./answer-store";

/**
 * Puts a store in memory in front of a shared one.
 *
 * The memory saves reading only: each lookup compares time stamps, so an answer that another process
 * has renewed is found. While the shared store fails, the memory answers alone and `onFailure` gets
 * the error.
 */
export function createLayeredAnswerStore({
  memory,
  shared,
  onFailure,
}: {
  memory: AnswerStore;
  shared: AnswerStore;
  onFailure: (cause: unknown) => void;
}): AnswerStore {
  /** Reads the shared store, or the memory while that fails. */
  function read<T>(use: (store: AnswerStore) => Promise<T>): Promise<T> {
    return withFallback(() => use(shared), { fallback: () => use(memory), onFailure });
  }

  /** Changes both stores; the memory has the change also if the shared one fails. */
  async function change(use: (store: AnswerStore) => Promise<void>): Promise<void> {
    await use(memory);
    await withFallback(() => use(shared), { fallback: () => undefined, onFailure });
  }

  return {
    find: (key) =>
      read(async (store) => {
        const cached = await memory.find(key);
        if (store === memory) return cached;
        const stamp = await store.stampOf(key);
        if (cached !== null && (stamp === null || cached.answeredAtMs === stamp)) return cached;
        const found = await store.find(key);
        if (found !== null) await memory.put(found);
        return found;
      }),
    stampOf: (key) => read((store) => store.stampOf(key)),
    findLarger: (family, count) => read((store) => store.findLarger(family, count)),
    put: (answer) => change((store) => store.put(answer)),
    purge: (nowMs) => change((store) => store.purge(nowMs)),
  };
}
