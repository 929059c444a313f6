import "server-only";
import { LRUCache } from "lru-cache";
import { type AnswerRecord, type AnswerStore, LARGER_MAX } from "./answer-store";

/** Creates a store in this process's memory (LRU); `bytesMax` counts the bodies' characters. */
export function createMemoryAnswerStore({ bytesMax }: { bytesMax: number }): AnswerStore {
  const answers = new LRUCache<string, AnswerRecord>({
    maxSize: bytesMax,
    // 500 is about what an object and its keys weigh.
    sizeCalculation: ({ body }) => body.length + 500,
  });
  return {
    find: async (key) => answers.get(key) ?? null,
    stampOf: async (key) => answers.peek(key)?.answeredAtMs ?? null,
    findLarger: async (family, count) =>
      [...answers.values()]
        .filter((answer) => answer.family === family && answer.count > count)
        .sort((one, other) => other.answeredAtMs - one.answeredAtMs)
        .slice(0, LARGER_MAX),
    put: async (answer) => {
      if ((answers.peek(answer.key)?.answeredAtMs ?? -1) <= answer.answeredAtMs) {
        answers.set(answer.key, answer);
      }
    },
    purge: async (nowMs) => {
      for (const [key, { keepUntilMs }] of answers.entries()) {
        if (keepUntilMs <= nowMs) answers.delete(key);
      }
    },
  };
}
