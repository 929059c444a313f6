import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ErrorCode } from "@/lib/contract/errors";
import { offeredCost } from "@/lib/contract/search-offer";
import type { AppError } from "@/lib/platform/errors";
import { openDatabase } from "@/lib/state/sqlite/database";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import {
  createTestClock,
  type PaidGallery,
  startPaidGallery,
} from "@/tests/support/servers/paid-gallery";

const fixture = await fixtureOfFile();
const HOUR_SECONDS = 3600;

type State = {
  name: string;
  spending?: Parameters<typeof startPaidGallery>[0]["spending"];
  /** Brings about the state. */
  begin: (gallery: PaidGallery, dataDir: string) => Promise<unknown>;
  /** Why a new search is refused; null if it is sent. */
  code: ErrorCode | null;
  /** After this time it is sent; null if that is unknown. */
  seconds?: number | null;
};

const failing = (gallery: PaidGallery, status: number, headers: Record<string, string> = {}) => {
  fixture.answerTo("failing", { status, headers, body: { error: "Monthly quota exceeded." } });
  return gallery.search({ q: "failing" }).catch(() => {});
};

const STATES: State[] = [
  { name: "answered", begin: (gallery) => gallery.search({ q: "sea" }), code: null },
  {
    name: "the key is refused",
    begin: (gallery) => failing(gallery, 401),
    code: "service_key_refused",
    seconds: 15 * 60,
  },
  {
    name: "the subscription is refused",
    begin: (gallery) => failing(gallery, 402),
    code: "service_subscription",
    seconds: 15 * 60,
  },
  {
    name: "the service's quota is spent for a day",
    begin: (gallery) => failing(gallery, 429, { "retry-after": "86400" }),
    code: "service_quota_spent",
    seconds: HOUR_SECONDS,
  },
  {
    name: "the visitor's searches of a minute are used",
    spending: { visitorPerMinute: 1 },
    begin: (gallery) => gallery.search({ q: "sea" }),
    code: "rate_limited",
    seconds: 60,
  },
  {
    name: "the visitor's searches of a day are used",
    spending: { visitorPerMinute: 1, visitorPerDay: 1 },
    begin: (gallery) => gallery.search({ q: "sea" }),
    code: "visitor_day_spent",
    seconds: 24 * HOUR_SECONDS,
  },
  {
    name: "the day's share of the budget is used",
    spending: { monthlySearches: 10 },
    begin: async (gallery) => {
      for (const q of ["sea", "barn"]) await gallery.search({ q });
    },
    code: "budget_day_spent",
    // It is 9:00 UTC.
    seconds: 15 * HOUR_SECONDS,
  },
  {
    name: "the month's budget is used",
    spending: { monthlySearches: 1 },
    begin: (gallery) => gallery.search({ q: "sea" }),
    code: "budget_month_spent",
    seconds: 20 * 24 * HOUR_SECONDS + 15 * HOUR_SECONDS,
  },
  {
    name: "the month has no budget",
    spending: { monthlySearches: 0 },
    begin: async () => {},
    code: "budget_month_spent",
    seconds: null,
  },
  {
    name: "the ledger is lost",
    begin: async (_, dataDir) => {
      const database = openDatabase(join(dataDir, "vitrine.db"));
      database.exec("DROP TABLE spent_days");
      database.close();
    },
    code: "budget_unknown",
    seconds: null,
  },
  {
    name: "the circuit is open",
    begin: async (gallery) => {
      for (let call = 0; call < 5; call += 1) await failing(gallery, 500);
    },
    code: "service_failed",
    seconds: 30,
  },
];

test.each(STATES)("$name: the statement says what the server then does", async (state) => {
  const dataDir = temporaryFolder();
  const clock = createTestClock(dataDir);
  const gallery = startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    dataDir,
    clock,
    ...(state.spending && { spending: state.spending }),
  });
  onTestFinished(async () => {
    clock.close();
    await gallery.stop();
  });
  await gallery.searchOffer("someone");
  await state.begin(gallery, dataDir);
  const visitor = "unknown";
  const { code, seconds = null } = state;

  const statement = await answeredOffer(gallery, visitor, code);
  expect(statement.refusal?.code ?? null).toBe(code);
  const left = statement.refusal?.retryAfterSeconds ?? null;
  // Limits begin with the search that reached them, the circuit's time is the machine's.
  if (seconds === null) expect(left).toBeNull();
  else expect(Math.abs((left ?? 0) - seconds)).toBeLessThanOrEqual(1);

  // Looking it up says why no search is sent, instead of asking for a confirmation.
  const lookUp = () =>
    gallery.search({ q: "new" }, { visitor, mayPay: false }).catch((cause: AppError) => cause);
  await expect.poll(lookUp).toMatchObject({
    code: code ?? "search_unconfirmed",
    searchOffer: { refusal: code === null ? null : { code } },
  });
  const before = fixture.searches.length;
  const act = gallery.search({ q: "new" }, { visitor }).then(
    ({ from }) => from,
    (cause) => cause.code,
  );
  expect(await act).toBe(code ?? "service");
  expect(fixture.searches.length - before).toBe(offeredCost(statement) === null ? 0 : 1);

  if (left === null || code === "service_failed") return;
  await clock.pass(left * 1000);
  expect(await answeredOffer(gallery, visitor, null)).toMatchObject({ refusal: null });
  expect((await gallery.search({ q: "new" }, { visitor })).from).toBe("service");
});

/** Asks again while the store does not answer in time, as on a busy machine; unless that is `expected`. */
async function answeredOffer(gallery: PaidGallery, visitor: string, expected: string | null) {
  for (;;) {
    const offer = await gallery.searchOffer(visitor);
    if (offer.refusal?.code !== "budget_unknown" || expected === "budget_unknown") return offer;
  }
}

test("of several refusals, the last to end is stated", async () => {
  const dataDir = temporaryFolder();
  const clock = createTestClock(dataDir);
  const gallery = startPaidGallery({
    url: fixture.baseUrl,
    key: fixture.key,
    dataDir,
    clock,
    spending: { monthlySearches: 1 },
  });
  onTestFinished(async () => {
    clock.close();
    await gallery.stop();
  });
  await failing(gallery, 401);
  const { refusal } = await answeredOffer(gallery, "someone", null);
  expect(refusal).toMatchObject({ code: "budget_month_spent", endsAt: "2026-12-01T00:00:00.000Z" });
});
