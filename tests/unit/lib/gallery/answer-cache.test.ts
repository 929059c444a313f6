import { expect, test } from "vitest";
import { createAnswerMemory } from "@/lib/gallery/answer-cache";

test("an older answer of the store does not replace a newer one that only the memory has", () => {
  const memory = createAnswerMemory({ nowMs: () => 2_000, monotonicMs: () => 0 });
  const times = (answeredAtMs: number) => ({
    answeredAtMs,
    freshUntilMs: 60_000,
    keepUntilMs: 60_000,
  });
  const lookup = { key: "sea", family: null, count: 10, ageMsMax: null };
  const entry = { key: "sea", family: "sea", count: 10, bytes: 2, ...times(1_000) };
  const found = { images: [], droppedCount: 0 };
  memory.keep({ ...entry, found }, { isStored: false });
  const body = JSON.stringify(found);
  const older = { key: "sea", count: 10, body, ...times(500) };
  expect(memory.learn(lookup, "sea", { answer: older })?.answeredAtMs).toBe(1_000);
  expect(memory.recall(lookup)?.answer.answeredAtMs).toBe(1_000);
  const newer = { key: "sea", count: 10, body, ...times(1_500) };
  expect(memory.learn(lookup, "sea", { answer: newer })?.answeredAtMs).toBe(1_500);
});
