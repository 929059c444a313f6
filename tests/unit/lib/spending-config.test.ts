import { expect, test } from "vitest";
import { parseConfig } from "@/lib/config";
import { dayAllowance } from "@/lib/core/limits/budget-pacing";
import { problemsOf } from "@/tests/support/config-problems";

test("without settings a month has 250 searches, answers are fresh for half an hour, and proxies are not trusted", () => {
  const { spending, trustedProxies, metricsToken } = parseConfig({});
  expect(spending).toEqual({
    monthlySearches: 250,
    cacheMinutes: 30,
    staleHours: 24,
    hasDayPacing: true,
    hasNarrowing: true,
    asksMost: false,
    sharesRecent: false,
    visitorPerMinute: 10,
    visitorPerDay: 20,
  });
  expect([trustedProxies, metricsToken]).toEqual([{ kind: "none" }, null]);
});

test("each setting is read as written", () => {
  const { spending, trustedProxies } = parseConfig({
    VITRINE_MONTHLY_SEARCHES: "0",
    VITRINE_CACHE_MINUTES: "60",
    VITRINE_STALE_HOURS: "0",
    VITRINE_CACHE_NARROWING: "off",
    VITRINE_SHARED_RECENT: "on",
    VITRINE_DAY_PACING: "off",
    VITRINE_TRUSTED_PROXIES: "2",
  });
  expect(spending).toMatchObject({
    monthlySearches: 0,
    cacheMinutes: 60,
    staleHours: 0,
    hasNarrowing: false,
    sharesRecent: true,
    hasDayPacing: false,
  });
  expect(trustedProxies).toEqual({ kind: "hops", count: 2 });
});

test.each([
  ["VITRINE_MONTHLY_SEARCHES", "many"],
  ["VITRINE_MONTHLY_SEARCHES", "-1"],
  ["VITRINE_MONTHLY_SEARCHES", "2.5"],
  ["VITRINE_CACHE_MINUTES", "4"],
  ["VITRINE_CACHE_MINUTES", "61"],
  ["VITRINE_STALE_HOURS", "721"],
  ["VITRINE_CACHE_NARROWING", "yes"],
  ["VITRINE_DAY_PACING", "yes"],
  ["VITRINE_ALLOWED_HOSTS", "https://gallery.lan"],
  ["VITRINE_ALLOWED_HOSTS", "gallery.lan:3000"],
  ["VITRINE_VISITOR_SEARCHES_PER_MINUTE", "0"],
  ["VITRINE_VISITOR_SEARCHES_PER_DAY", "0"],
  ["VITRINE_TRUSTED_PROXIES", "example.com"],
  ["VITRINE_METRICS_TOKEN", "short"],
])("%s can't be %s, and the value is not repeated", (name, value) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name}: `));
  expect(problems[0]?.slice(name.length)).not.toContain(` ${value}`);
});

test("one visitor may use no more searches than one day may", () => {
  const { monthlySearches, visitorPerDay } = parseConfig({}).spending;
  const firstOfMonth = { limit: monthlySearches, usedBefore: 0, atMs: Date.UTC(2026, 10, 1) };
  expect(visitorPerDay).toBeLessThanOrEqual(dayAllowance(firstOfMonth));
});
