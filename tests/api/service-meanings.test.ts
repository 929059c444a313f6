import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type FixtureAnswer,
  type FixtureService,
  startFixtureService,
} from "@/tests/support/fixture-service";
import { aQuery, type PaidGallery, startPaidGallery } from "@/tests/support/paid-gallery";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const START_MS = Date.UTC(2026, 10, 20, 12);
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const TO_DECEMBER_SECONDS = (Date.UTC(2026, 11, 1) - START_MS) / SECOND_MS;

let fixture: FixtureService;
let gallery: PaidGallery;

beforeAll(async () => {
  fixture = await startFixtureService();
});

afterAll(async () => {
  await fixture.stop();
});

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ["Date", "performance"] });
  fixture.searches.length = 0;
  gallery = start();
});

afterEach(async () => {
  vi.useRealTimers();
  await gallery.stop();
});

function start(changes: { dataDir?: string; key?: string } = {}): PaidGallery {
  const { baseUrl: url, key } = fixture;
  return startPaidGallery({ url, key, dataDir: temporaryFolder(), ...changes });
}

async function codeOf(q: string, from = gallery): Promise<string> {
  const { signal } = new AbortController();
  return from.searchImages(aQuery({ q }), { signal }).then(
    () => "answer",
    ({ code, retryAfterSeconds }) =>
      retryAfterSeconds === undefined ? code : `${code} ${retryAfterSeconds}`,
  );
}

const HTTP_DATE = (offsetMs: number) => new Date(START_MS + offsetMs).toUTCString();
const retryAfter = (value: string) => ({ "retry-after": value });
const RATE = { error: "Rate limit exceeded." };
const QUOTA = { error: "Monthly quota exceeded." };

/**
 * What the service says once; what the visitor hears; and for how many seconds nobody else's new
 * search is sent (null: the next one is).
 */
const MEANINGS: [string, FixtureAnswer, string, number | null][] = [
  ["401", { status: 401, body: { error: "Bad key." } }, "service_key_refused", Infinity],
  [
    "401 with Retry-After",
    { status: 401, headers: retryAfter("5") },
    "service_key_refused",
    Infinity,
  ],
  ["402", { status: 402 }, "service_subscription", TO_DECEMBER_SECONDS],
  [
    "402 with Retry-After",
    { status: 402, headers: retryAfter("5") },
    "service_subscription",
    TO_DECEMBER_SECONDS,
  ],
  ["429 rate", { status: 429, body: RATE }, "service_rate_limited", 30],
  [
    "429 rate, 7 s",
    { status: 429, body: RATE, headers: retryAfter("7") },
    "service_rate_limited 7",
    7,
  ],
  [
    "429 rate, 0 s",
    { status: 429, body: RATE, headers: retryAfter("0") },
    "service_rate_limited 1",
    1,
  ],
  [
    "429 rate, -5 s",
    { status: 429, body: RATE, headers: retryAfter("-5") },
    "service_rate_limited",
    30,
  ],
  [
    "429 rate, 1e9 s",
    { status: 429, body: RATE, headers: retryAfter("1e9") },
    "service_rate_limited",
    30,
  ],
  [
    "429 rate, a year",
    { status: 429, body: RATE, headers: retryAfter("31536000") },
    "service_rate_limited 3600",
    3600,
  ],
  [
    "429 rate, a date",
    { status: 429, body: RATE, headers: retryAfter(HTTP_DATE(90_000)) },
    "service_rate_limited 90",
    90,
  ],
  [
    "429 rate, a past date",
    { status: 429, body: RATE, headers: retryAfter(HTTP_DATE(-90_000)) },
    "service_rate_limited 1",
    1,
  ],
  [
    "429 rate, next year",
    { status: 429, body: RATE, headers: retryAfter(HTTP_DATE(400 * 24 * HOUR_MS)) },
    "service_rate_limited 3600",
    3600,
  ],
  [
    "429 rate, garbage",
    { status: 429, body: RATE, headers: retryAfter("soon") },
    "service_rate_limited",
    30,
  ],
  ["429 quota", { status: 429, body: QUOTA }, "service_quota_spent", 3600],
  [
    "429 quota, 60 s",
    { status: 429, body: QUOTA, headers: retryAfter("60") },
    "service_quota_spent 60",
    60,
  ],
  ["429 with HTML", { status: 429, body: "<h1>Slow down</h1>" }, "service_rate_limited", 30],
  ["429 without words", { status: 429, body: "" }, "service_rate_limited", 30],
  ["503 with Retry-After", { status: 503, headers: retryAfter("120") }, "service_failed 120", 120],
  ["503", { status: 503 }, "service_failed", null],
  ["500", { status: 500, body: "<html>" }, "service_failed", null],
  ["502", { status: 502 }, "service_failed", null],
  ["504", { status: 504 }, "service_failed", null],
  ["520", { status: 520 }, "service_failed", null],
  ["403", { status: 403 }, "service_failed", null],
  ["404", { status: 404 }, "service_failed", null],
  ["408", { status: 408 }, "service_failed", null],
  ["425", { status: 425 }, "service_failed", null],
  ["400", { status: 400, body: { error: "No." } }, "service_refused", null],
  ["422", { status: 422 }, "service_refused", null],
  ["413", { status: 413 }, "service_refused", null],
  ["302", { status: 302, headers: { location: "http://127.0.0.1:9/" } }, "service_failed", null],
  ["200 with HTML", { status: 200, body: "<html></html>" }, "service_answer_unreadable", null],
  [
    "200 with an error",
    { status: 200, body: { error: "Broken." } },
    "service_answer_unreadable",
    null,
  ],
  ["204", { status: 204, body: "" }, "service_answer_unreadable", null],
];

describe.each(MEANINGS)("%s", (_, answer, heard, closedSeconds) => {
  test(`is ${heard}, costs one call, and ${closedSeconds === null ? "stops nobody" : `stops all for ${closedSeconds} s`}`, async () => {
    fixture.answerWith(answer);
    expect(await codeOf("first")).toBe(heard);
    expect(fixture.searches).toHaveLength(1);
    expect(await gallery.budget.status()).toMatchObject({ used: 1 });
    fixture.answerWith(null);
    if (closedSeconds === null) {
      expect(await codeOf("second")).toBe("answer");
      return;
    }
    const [code] = heard.split(" ");
    const wait = Number.isFinite(closedSeconds) ? closedSeconds : 365 * 24 * 3600;
    vi.setSystemTime(START_MS + wait * SECOND_MS - 1);
    expect((await codeOf("second")).split(" ")[0]).toBe(code);
    expect(fixture.searches).toHaveLength(1);
    vi.setSystemTime(START_MS + wait * SECOND_MS + 1);
    expect(await codeOf("third")).toBe(Number.isFinite(closedSeconds) ? "answer" : code);
  });
});

test("there are thirty cases and more", () => {
  expect(MEANINGS.length).toBeGreaterThanOrEqual(30);
});

test("a refused key stays refused over a restart, and another key is another chance", async () => {
  const dataDir = temporaryFolder();
  const wrong = start({ dataDir, key: "wrong-key" });
  expect(await codeOf("a", wrong)).toBe("service_key_refused");
  await wrong.stop();
  const restarted = start({ dataDir, key: "wrong-key" });
  expect(await codeOf("b", restarted)).toBe("service_key_refused");
  await restarted.stop();
  expect(fixture.searches).toHaveLength(1);
  const mended = start({ dataDir });
  expect(await codeOf("c", mended)).toBe("answer");
  await mended.stop();
});

test("a closed gate is closed for every process on the store", async () => {
  const dataDir = temporaryFolder();
  const [one, other] = [start({ dataDir }), start({ dataDir })];
  fixture.answerWith({ status: 429, body: RATE, headers: retryAfter("9") });
  expect(await codeOf("a", one)).toBe("service_rate_limited 9");
  fixture.answerWith(null);
  expect(await codeOf("b", other)).toBe("service_rate_limited 9");
  expect(fixture.searches).toHaveLength(1);
  for (const each of [one, other]) await each.stop();
});
