import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { AnsweredAt } from "@/components/search/results/answered-at";

test("without a script, the time is in UTC and says so", () => {
  const html = renderToString(<AnsweredAt iso="2026-11-22T19:05:00.000Z" />);
  expect(html).toContain("19:05");
  expect(html).toMatch(/<noscript>.*UTC<\/noscript>/);
});
