import { expect, test } from "vitest";
import { agoText } from "@/lib/messages/date-text";

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
