import { expect, onTestFinished, test, vi } from "vitest";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { createPaidSearch } from "@/lib/gallery/paid-search";
import type { SearchImages } from "@/lib/gallery/search-images";
import { log } from "@/lib/platform/log";
import type { SearchService } from "@/lib/protocol/search-service";
import { openState } from "@/lib/state/open-state";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import {
  aQuery,
  createTestClock,
  SPENDING,
  startPaidGallery,
} from "@/tests/support/servers/paid-gallery";

const fixture = await fixtureOfFile();

const { signal } = new AbortController();

function libraryWith(imageCount: number): SearchImages {
  const images = Array.from({ length: imageCount }, () => ({ id: "own" }));
  return async () => ({ images, from: "service", searchesUsed: 0 }) as unknown as SearchAnswer;
}

function start(options: Partial<Parameters<typeof startPaidGallery>[0]> = {}) {
  const gallery = startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    dataDir: temporaryFolder(),
    library: libraryWith(2),
    ...options,
  });
  onTestFinished(gallery.stop);
  return gallery;
}

const QUOTA = { status: 429, body: { error: "Monthly quota exceeded." } };

test.each([
  ["budget_month_spent", { spending: { monthlySearches: 0 } }, null, 0],
  ["budget_unknown", { dataDir: "/dev/null/nowhere" }, null, 0],
  // The refusal itself took a search.
  ["service_quota_spent", {}, QUOTA, 1],
] as const)(
  "at %s the visitor's own library answers, with the reason",
  async (code, options, answer, searchesUsed) => {
    fixture.answerWith(answer);
    expect(await start(options).search()).toMatchObject({
      from: "library",
      staleReason: code,
      searchesUsed,
    });
  },
);

test("at budget_day_spent this server's own library answers, with the reason", async () => {
  const gallery = start({ spending: { monthlySearches: 1 } });
  await gallery.search({ q: "sea" });
  expect(await gallery.search({ q: "barn" })).toMatchObject({
    from: "library",
  });
});

test("a library that finds nothing, or fails, does not hide the reason", async () => {
  const failing = () => Promise.reject(new Error("no disk"));
  for (const library of [libraryWith(0), failing]) {
    const gallery = start({ library, spending: { monthlySearches: 0 } });
    await expect(gallery.search()).rejects.toMatchObject({
      code: "budget_month_spent",
    });
  }
});

test("any other failure is reported unchanged, and an answer passes", async () => {
  const gallery = start();
  expect(await gallery.search({ q: "sea" })).toMatchObject({
    from: "service",
    searchesUsed: 1,
  });
  fixture.answerWith({ status: 500 });
  await expect(gallery.search({ q: "barn" })).rejects.toMatchObject({
    code: "service_failed",
  });
});

test("a failed search says that it used one, unless nothing was sent", async () => {
  for (const answer of [{ status: 500 }, { status: 401 }, { body: "{{{{" }]) {
    fixture.answerWith(answer);
    await expect(start().search({ q: "sea" })).rejects.toMatchObject({ searchesUsed: 1 });
  }
  const unsent = [{ spending: { monthlySearches: 0 } }, { url: "http://127.0.0.1:9" }];
  for (const options of unsent) {
    const failed = start({ ...options, library: libraryWith(0) }).search({ q: "sea" });
    await expect(failed).rejects.toMatchObject({ searchesUsed: undefined });
  }
});

test("of visitors who share a search that fails, only the one who started it used one", async () => {
  fixture.answerWith({ status: 500, delayMs: 100 });
  const gallery = start();
  const visitors = ["one", "two", "three"];
  const failed = await Promise.all(
    visitors.map((visitor) => gallery.search({ q: "sea" }, { visitor }).catch((error) => error)),
  );
  expect(failed.map(({ searchesUsed = 0 }) => searchesUsed).sort()).toEqual([0, 0, 1]);
});

test("with a stale answer, a bug is still logged", async () => {
  const dataDir = temporaryFolder();
  const clock = createTestClock(dataDir);
  const state = openState({ dataDir, databaseUrl: null });
  let isBroken = false;
  const service: SearchService = {
    search: async () => {
      if (isBroken) throw new TypeError("ours");
      return {
        items: [
          {
            imageUrl: "https://a.example/1.jpg",
            hostUrl: null,
            host: "a.example",
            name: "",
            width: null,
            height: null,
            accentColor: null,
          },
        ],
        droppedCount: 0,
      };
    },
  };
  const paid = createPaidSearch({
    service,
    remote: { url: "https://a.example", key: "a-key-of-ours", keyHeader: "x-api-key" },
    spending: SPENDING,
    state,
    visitorSecret: () => "a secret",
    label: async () => ({ kind: "remote", host: "a.example" }),
    events: { served() {}, failed() {}, called() {} },
    monotonicMs: clock.nowMs,
    onStoreFailure: (_, cause) => {
      throw cause;
    },
  });
  onTestFinished(async () => {
    clock.close();
    await state.close();
  });
  await paid.searchImages(aQuery(), { signal, mayPay: true });
  isBroken = true;
  const error = vi.spyOn(log(), "error").mockReturnValue(undefined);
  onTestFinished(() => error.mockRestore());
  await clock.pass(3_600_000);
  expect(await paid.searchImages(aQuery(), { signal, mayPay: true })).toMatchObject({
    from: "stale",
    staleReason: "internal",
  });
  expect(error).toHaveBeenCalledTimes(1);
  expect(error.mock.calls[0]?.[0]).toMatchObject({
    event: "search_failed",
    err: { cause: { message: "ours" } },
  });
});
