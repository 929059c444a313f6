import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { latch } from "@/tests/support/latch";
import { fixtureOfFile } from "@/tests/support/servers/fixture-of-file";
import type { FixtureAnswer } from "@/tests/support/servers/fixture-service";
import {
  createTestClock,
  type PaidGallery,
  startPaidGallery,
} from "@/tests/support/servers/paid-gallery";

const START_MS = Date.UTC(2026, 10, 20, 12);
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const FIRST_PROBE_SECONDS = 15 * 60;

const fixture = await fixtureOfFile();
let gallery: PaidGallery;
let clock: ReturnType<typeof createTestClock>;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ["Date", "performance"] });
  const dataDir = temporaryFolder();
  clock = createTestClock(dataDir, START_MS);
  gallery = start({ dataDir });
});

afterEach(async () => {
  vi.useRealTimers();
  await gallery.stop();
  clock.close();
});

/** Advances every clock to this time. */
async function passUntil(ms: number): Promise<void> {
  const passedMs = ms - Date.now();
  vi.advanceTimersByTime(passedMs);
  await clock.pass(passedMs);
}

function start(changes: { dataDir?: string; key?: string } = {}): PaidGallery {
  const { baseUrl: url, key } = fixture;
  return startPaidGallery({ url, key, dataDir: temporaryFolder(), ...changes });
}

async function codeOf(q: string, from = gallery): Promise<string> {
  return from.search({ q }).then(
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
 * The service's one answer, the code of the error, and for how many seconds new searches are paused
 * (null: the next search is sent).
 */
const MEANINGS: [string, FixtureAnswer, string, number | null][] = [
  ["401", { status: 401, body: { error: "Bad key." } }, "service_key_refused", FIRST_PROBE_SECONDS],
  [
    "401 with Retry-After",
    { status: 401, headers: retryAfter("5") },
    "service_key_refused",
    FIRST_PROBE_SECONDS,
  ],
  ["402", { status: 402 }, "service_subscription", FIRST_PROBE_SECONDS],
  [
    "402 with Retry-After",
    { status: 402, headers: retryAfter("5") },
    "service_subscription",
    FIRST_PROBE_SECONDS,
  ],
  ["429 rate", { status: 429, body: RATE }, "service_rate_limited", 30],
  [
    "429 rate, 7 s",
    { status: 429, body: RATE, headers: retryAfter("7") },
    "service_rate_limited",
    7,
  ],
  [
    "429 rate, 0 s",
    { status: 429, body: RATE, headers: retryAfter("0") },
    "service_rate_limited",
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
    "service_rate_limited",
    3600,
  ],
  [
    "429 rate, a date",
    { status: 429, body: RATE, headers: retryAfter(HTTP_DATE(90_000)) },
    "service_rate_limited",
    90,
  ],
  [
    "429 rate, a past date",
    { status: 429, body: RATE, headers: retryAfter(HTTP_DATE(-90_000)) },
    "service_rate_limited",
    1,
  ],
  [
    "429 rate, next year",
    { status: 429, body: RATE, headers: retryAfter(HTTP_DATE(400 * 24 * HOUR_MS)) },
    "service_rate_limited",
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
    "service_quota_spent",
    60,
  ],
  ["429 with HTML", { status: 429, body: "<h1>Slow down</h1>" }, "service_rate_limited", 30],
  ["429 without words", { status: 429, body: "" }, "service_rate_limited", 30],
  ["503 with Retry-After", { status: 503, headers: retryAfter("120") }, "service_failed", 120],
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

describe.each(MEANINGS)("%s", (_, answer, code, seconds) => {
  const suspends = seconds === null ? "suspends nothing" : `suspends searches for ${seconds} s`;
  test(`is ${code}, costs one call, and ${suspends}`, async () => {
    fixture.answerWith(answer);
    expect(await codeOf("first")).toBe(seconds === null ? code : `${code} ${seconds}`);
    expect(fixture.searches).toHaveLength(1);
    expect(await gallery.budget.status()).toMatchObject({ used: 1 });
    fixture.answerWith(null);
    if (seconds === null) {
      expect(await codeOf("second")).toBe("answer");
      return;
    }
    await passUntil(START_MS + seconds * SECOND_MS - 1);
    expect(await codeOf("second")).toBe(`${code} 1`);
    expect(fixture.searches).toHaveLength(1);
    await passUntil(START_MS + seconds * SECOND_MS);
    expect(await codeOf("third")).toBe("answer");
    expect(await codeOf("fourth")).toBe("answer");
  });
});

test("there are at least thirty cases", () => {
  expect(MEANINGS.length).toBeGreaterThanOrEqual(30);
});

test("a suspension survives a restart, and another key is tried at once", async () => {
  const dataDir = temporaryFolder();
  const wrong = start({ dataDir, key: "wrong-key" });
  expect(await codeOf("a", wrong)).toBe("service_key_refused 900");
  await wrong.stop();
  const restarted = start({ dataDir, key: "wrong-key" });
  expect(await codeOf("b", restarted)).toMatch(/^service_key_refused 8\d\d$|900$/);
  await restarted.stop();
  expect(fixture.searches).toHaveLength(1);
  const repaired = start({ dataDir });
  expect(await codeOf("c", repaired)).toBe("answer");
  await repaired.stop();
});

test("a suspension holds for every process on the store", async () => {
  const dataDir = temporaryFolder();
  const [one, other] = [start({ dataDir }), start({ dataDir })];
  fixture.answerWith({ status: 429, body: RATE, headers: retryAfter("99") });
  expect(await codeOf("a", one)).toBe("service_rate_limited 99");
  fixture.answerWith(null);
  expect(await codeOf("b", other)).toMatch(/^service_rate_limited \d\d$/);
  expect(fixture.searches).toHaveLength(1);
  for (const each of [one, other]) await each.stop();
});

describe.each([401, 402])("a service that answers %i", (status) => {
  test("gets one probe after 15 and 30 minutes, then one an hour, each by a visitor's search", async () => {
    fixture.answerWith({ status, body: { error: "Not with this key." } });
    await codeOf("first");
    const probesAtMinutes: number[] = [];
    for (let minute = 1; minute <= 4 * 60; minute += 1) {
      await passUntil(START_MS + minute * 60 * SECOND_MS);
      const before = fixture.searches.length;
      await Promise.all(["one", "two", "three"].map((visitor) => codeOf(`${visitor} ${minute}`)));
      if (fixture.searches.length > before) probesAtMinutes.push(minute);
    }
    expect(probesAtMinutes).toEqual([15, 45, 105, 165, 225]);
    expect(fixture.searches).toHaveLength(6);
  });

  test("is paused for as long as each refusal and each stale answer says", async () => {
    await codeOf("sea");
    await passUntil(START_MS + 2 * HOUR_MS);
    fixture.answerWith({ status });
    const stale = () => gallery.search({ q: "sea" });
    const paused = (retryAfterSeconds: number) => ({
      searchOffer: { refusal: { retryAfterSeconds } },
    });
    expect(await stale()).toMatchObject({ from: "stale", ...paused(900) });
    await passUntil(START_MS + 2 * HOUR_MS + 60 * SECOND_MS);
    expect(await stale()).toMatchObject({ from: "stale", ...paused(840) });
    expect(await codeOf("barn")).toMatch(/ 840$/);
  });

  test("is called again at once after a successful probe", async () => {
    fixture.answerWith({ status });
    await codeOf("first");
    fixture.answerWith(null);
    await passUntil(START_MS + 15 * 60 * SECOND_MS);
    expect([await codeOf("a"), await codeOf("b"), await codeOf("c")]).toEqual(
      Array(3).fill("answer"),
    );
  });
});

test("while a probe is pending, other searches are refused and not paid for", async () => {
  fixture.answerWith({ status: 402 });
  await codeOf("first");
  const { opened, open } = latch();
  fixture.answerWith({ until: opened, body: { value: [{ imageUrl: "https://a.example/1" }] } });
  await passUntil(START_MS + 15 * 60 * SECOND_MS);
  const arrived = fixture.nextSearch();
  const probe = codeOf("probe");
  await arrived;
  expect(await codeOf("other")).toBe("service_subscription 15");
  open();
  expect(await probe).toBe("answer");
  expect(await gallery.budget.status()).toMatchObject({ used: 2 });
});
