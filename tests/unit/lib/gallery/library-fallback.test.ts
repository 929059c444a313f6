import { expect, test } from "vitest";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { libraryFallback } from "@/lib/gallery/library-fallback";
import { AppError } from "@/lib/platform/errors";
import { aQuery } from "@/tests/support/paid-gallery";

const OPTIONS = { signal: new AbortController().signal };

function searchWith(code: ErrorCode | null, imageCount: number) {
  const answer = {
    images: Array.from({ length: imageCount }, () => ({ id: "own" })),
    from: "service",
    searchesUsed: 0,
  } as unknown as SearchAnswer;
  return libraryFallback(
    async () => {
      if (code !== null) throw new AppError(code, "");
      return { ...answer, searchesUsed: 1 };
    },
    async () => answer,
  )(aQuery(), OPTIONS);
}

test.each([
  "budget_day_spent",
  "budget_month_spent",
  "budget_unknown",
  "service_quota_spent",
] as const)("at %s the own library answers, and says why", async (code) => {
  expect(await searchWith(code, 2)).toMatchObject({ from: "library", staleReason: code });
});

test("a library that finds nothing does not hide the reason", async () => {
  await expect(searchWith("budget_day_spent", 0)).rejects.toMatchObject({
    code: "budget_day_spent",
  });
});

test("any other failure is itself, and a good answer passes", async () => {
  await expect(searchWith("service_failed", 2)).rejects.toMatchObject({ code: "service_failed" });
  expect(await searchWith(null, 2)).toMatchObject({ from: "service", searchesUsed: 1 });
});
