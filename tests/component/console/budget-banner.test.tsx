import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BudgetBanner } from "@/components/console/service-sections";

const MONTH_END_MS = Date.UTC(2026, 10, 1);

test.each([
  { used: 199, text: "" },
  { used: 200, text: "200 of this month’s 250 paid searches are used" },
  { used: 249, text: "249 of this month’s 250 paid searches are used" },
  { used: 250, text: "This month’s 250 paid searches are used" },
  { used: 260, text: "This month’s 250 paid searches are used" },
])("with $used of 250 searches used, the console warns: $text", ({ used, text }) => {
  const budget = { limit: 250, used, monthEndsAtMs: MONTH_END_MS };
  const { container } = render(<BudgetBanner budget={budget} />);
  expect(container.querySelector("h2, h3, strong, p")?.textContent ?? "").toBe(text);
  expect(container.textContent?.includes("1 November")).toBe(text !== "");
});
