import { afterEach, expect, test } from "vitest";
import { agoText } from "@/lib/messages/ago-text";
import {
  dayText,
  fullDayText,
  momentText,
  takenDateText,
  takenText,
} from "@/lib/messages/date-text";
import { ENGLISH, setLocale } from "@/lib/messages/locale";
import { LOCALES } from "@/lib/messages/locales";
import { timeText } from "@/lib/messages/time-text";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 25, 12);

afterEach(() => setLocale(ENGLISH));

test.each([
  [30 * DAY_MS - 5_000, "in 30 days"],
  [1.4 * DAY_MS, "tomorrow"],
  [-1.9 * DAY_MS, "yesterday"],
  [59_000, "in 1 minute"],
  [-59_000, "this minute"],
  [-40 * DAY_MS, "16 Oct 2026"],
])("%d ms from now is %j", (differenceMs, text) => {
  expect(agoText(NOW_MS + differenceMs, NOW_MS)).toBe(text);
});

test.each([
  ["2004-05-03T18:45:17", "3 May 2004, 18:45"],
  ["2004-05-03", "3 May 2004"],
  ["2004-05", "May 2004"],
  ["1952", "1952"],
])("%s is shown as %s", (takenAt, text) => {
  expect(takenText(takenAt)).toBe(text);
});

test.each([
  ["en", "Saturday 1 November 2025", "May 2004"],
  ["de", "Samstag 1. November 2025", "Mai 2004"],
  ["fr", "samedi 1er novembre 2025", "mai 2004"],
  ["es", "sábado 1 de noviembre de 2025", "mayo de 2004"],
  ["ja", "2025年11月1日土曜日", "2004年5月"],
  ["ar", "السبت 1 نوفمبر 2025", "مايو 2004"],
] as const)("in %s, a heading names the day, the month or the year", (tag, day, month) => {
  setLocale(LOCALES[tag]);
  // Neither the first nor the last second belongs to another day.
  for (const time of ["", "T00:00:00", "T23:59:59"]) {
    // Versions of Node differ in the comma after the weekday.
    expect(takenDateText(`2025-11-01${time}`).replace(/[,،]/, "")).toBe(day);
  }
  expect(takenDateText("2004-05")).toBe(month);
  expect(takenDateText("1952")).toBe("1952");
});

test("a language may put a preposition before a day", () => {
  const messages = { date: { day: ["am ", ["day"] as const] } };
  setLocale({ tag: "de", format: "de", direction: "ltr", messages });
  expect(agoText(NOW_MS - 40 * DAY_MS, NOW_MS)).toBe("am 16. Okt. 2026");
});

test("French writes the first of a month as an ordinal, and no other day or number", () => {
  setLocale({ tag: "fr", format: "fr", direction: "ltr", messages: {} });
  expect(fullDayText(Date.UTC(2026, 11, 1))).toBe("1er décembre 2026");
  expect(dayText(Date.UTC(2026, 11, 11))).toBe("11 déc. 2026");
  expect(takenText("2004-05-01T18:45:17")).toMatch(/^1er mai 2004/);
  expect(takenText("1952")).toBe("1952");
});

test.each([
  ["en", "1 Nov 2026, 09:05:07", "1 Nov 2026, 09:05", "09:05"],
  ["de", "1. Nov. 2026, 09:05:07", "1. Nov. 2026, 09:05", "09:05"],
  ["fr", "1er nov. 2026, 09:05:07", "1er nov. 2026, 09:05", "09:05"],
  ["ja", "2026年11月1日 09:05:07", "2026年11月1日 09:05", "09:05"],
  ["ar", "1 نوفمبر 2026، 09:05:07", "1 نوفمبر 2026، 09:05", "09:05"],
] as const)(
  "in %s, moments and times have a named month and 24 hours",
  (tag, moment, dated, time) => {
    setLocale(LOCALES[tag]);
    const at = "2026-11-01T09:05:07";
    expect(momentText(Date.parse(`${at}Z`))).toBe(moment);
    expect(takenText(at)).toBe(dated);
    expect(timeText(`${at}Z`, { isDated: false, timeZone: "UTC" })).toBe(time);
  },
);
