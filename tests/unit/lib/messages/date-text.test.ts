import { expect, test } from "vitest";
import { agoText, takenText } from "@/lib/messages/date-text";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 25, 12);

test.each([
  [30 * DAY_MS - 5_000, "in 30 days"],
  [1.4 * DAY_MS, "tomorrow"],
  [-1.9 * DAY_MS, "yesterday"],
  [59_000, "in 1 minute"],
  [-59_000, "this minute"],
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
