import "server-only";
import type { AnswerStore } from "./answer-store";

/**
 * A quick store in front of a shared one.
 *
 * The quick one only saves reading: what another process has put in the shared one since is found,
 * by its stamp. While the shared one fails, the quick one answers alone, and `onFailure` hears why.
 */
export function createLayeredAnswerStore({
  quick,
  shared,
  onFailure,
}: {
  quick: AnswerStore;
  shared: AnswerStore;
  onFailure: (cause: unknown) => void;
}): AnswerStore {
  async function orElse<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      onFailure(cause);
      return instead();
    }
  }
  const nothing = async () => undefined;

  return {
    find: (key) =>
      orElse(
        async () => {
          const [held, stamp] = [await quick.find(key), await shared.stampOf(key)];
          if (held?.answeredAtMs === stamp || (held !== null && stamp === null)) return held;
          const found = await shared.find(key);
          if (found !== null) await quick.put(found);
          return found;
        },
        () => quick.find(key),
      ),
    stampOf: (key) =>
      orElse(
        () => shared.stampOf(key),
        () => quick.stampOf(key),
      ),
    findLarger: (family, count) =>
      orElse(
        () => shared.findLarger(family, count),
        () => quick.findLarger(family, count),
      ),
    put: async (answer) => {
      await quick.put(answer);
      await orElse(() => shared.put(answer), nothing);
    },
    remove: async (key) => {
      await quick.remove(key);
      await orElse(() => shared.remove(key), nothing);
    },
    purge: async (nowMs) => {
      await quick.purge(nowMs);
      await orElse(() => shared.purge(nowMs), nothing);
    },
  };
}
