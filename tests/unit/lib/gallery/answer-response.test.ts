import { expect, test } from "vitest";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { createAnswerResponse } from "@/lib/gallery/answer-response";

const answerResponse = createAnswerResponse({ sign: (image) => image, expiryDay: () => 1 });

test("a cached answer of an even or odd number of bytes is sent, and sent again", async () => {
  for (const q of ["sea", "seas"]) {
    const answer: SearchAnswer = {
      query: { q, ...DEFAULT_FILTERS },
      images: [],
      droppedCount: 0,
      answeredAt: "2026-11-22T09:00:00.000Z",
      ageSeconds: 4,
      service: { kind: "remote", host: "search.example" },
      from: "cache",
      totalCount: null,
      heldCount: 1,
      changed: null,
      offers: [],
      staleReason: null,
      searchesUsed: 0,
    };
    const sent = { ...answer, ageSeconds: undefined };
    for (const response of [answerResponse(answer), answerResponse(answer)]) {
      expect(response.headers.get("age")).toBe("4");
      expect(await response.json()).toEqual(JSON.parse(JSON.stringify(sent)));
    }
  }
});
