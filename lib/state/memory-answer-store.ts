import "server-only";
import { LRUCache } from "lru-cache";
import type { AnswerRecord, AnswerStore } from "./answer-store";

/** Answers in this process's memory, those used last; `bytesMax` counts their bodies' characters. */
export function createMemoryAnswerStore({ bytesMax }: { bytesMax: number }): AnswerStore {
  const answers = new LRUCache<string, AnswerRecord>({
    maxSize: bytesMax,
    // An object and its keys weigh about as much as this, whatever is in it.
    sizeCalculation: ({ body }) => body.length + 500,
  });
  return {
    find: async (key) => answers.get(key) ?? null,
    stampOf: async (key) => answers.peek(key)?.answeredAtMs ?? null,
    findLarger: async (family, count) => {
      const larger = [...answers.values()].filter(
        (answer) => answer.family === family && answer.count > count,
      );
      return larger.reduce<AnswerRecord | null>(
        (last, answer) => (answer.answeredAtMs > (last?.answeredAtMs ?? -1) ? answer : last),
        null,
      );
    },
    put: async (answer) => {
      if ((answers.peek(answer.key)?.answeredAtMs ?? -1) <= answer.answeredAtMs) {
        answers.set(answer.key, answer);
      }
    },
    remove: async (key) => {
      answers.delete(key);
    },
    purge: async (nowMs) => {
      for (const [key, { keepUntilMs }] of answers.entries()) {
        if (keepUntilMs <= nowMs) answers.delete(key);
      }
    },
  };
}
