import "server-only";
import type { AnswerStore } from "./answer-store";

/**
 * Puts a store in memory in front of a shared one.
 *
 * The memory saves reading only: each lookup compares time stamps, so an answer that another process
 * has renewed is found.
 * While the shared store fails, the memory answers alone and `onFailure` gets the error.
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
  async function orElse<T>(ask: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      onFailure(cause);
      return fallback();
    }
  }

  /** Changes both stores; the memory has the change also if the shared one fails. */
  async function both(change: (store: AnswerStore) => Promise<void>): Promise<void> {
    await change(memory);
    await orElse(
      () => change(shared),
      async () => {},
    );
  }

  async function find(key: string) {
    const cached = await memory.find(key);
    const stamp = await shared.stampOf(key);
    if (cached !== null && (stamp === null || cached.answeredAtMs === stamp)) return cached;
    const found = await shared.find(key);
    if (found !== null) await memory.put(found);
    return found;
  }

  return {
    find: (key) =>
      orElse(
        () => find(key),
        () => memory.find(key),
      ),
    stampOf: (key) =>
      orElse(
        () => shared.stampOf(key),
        () => memory.stampOf(key),
      ),
    findLarger: (family, count) =>
      orElse(
        () => shared.findLarger(family, count),
        () => memory.findLarger(family, count),
      ),
    put: (answer) => both((store) => store.put(answer)),
    purge: (nowMs) => both((store) => store.purge(nowMs)),
  };
}
