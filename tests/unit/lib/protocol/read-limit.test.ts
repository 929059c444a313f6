import { expect, test } from "vitest";
import { decideLimit } from "@/lib/protocol/read-failure";

const QUOTA = [
  "Quota exceeded",
  "Quota exceeded.",
  "Monthly quota exceeded. Upgrade your plan.",
  "You have used all 250 searches of the Free plan this month.",
  "Plan limit reached",
  "Your plan's limit of 250 searches has been reached",
  "Monthly limit reached, resets on 1 April",
  "Monthly rate limit exceeded",
  "Usage limit exceeded for the current billing period",
  "Out of searches",
  "No searches left",
  "No remaining requests on your subscription",
  "Search credits exhausted",
  "Daily limit of 10 searches reached",
  "Too many requests: you exceeded your quota of searches",
  "quota_exceeded",
  "QUOTA_EXCEEDED: 250/month",
  "Free tier allowance used up",
  "Please upgrade to continue searching.",
  "Monthly quota used up. The rate limit is 10 requests per minute.",
  "Your trial is over its search limit",
];

const RATE = [
  "Rate limit exceeded",
  "rate_limited",
  "rate_limit_exceeded",
  "RateLimitExceeded",
  "Too many requests",
  "Too Many Requests",
  "Too many requests, please slow down",
  "You are sending requests too quickly",
  "Requests are being throttled",
  "Throttling: try again in 5 seconds",
  "Please retry in a few seconds.",
  "Limit of 10 requests per second exceeded",
  "10 requests/min exceeded",
  "Quota exceeded for metric 'Queries' and limit 'Queries per minute'",
  "Rate limit exceeded for your plan",
  "Rate limit of your subscription exceeded; upgrade for more",
  "Rate limit hit: 5 per second. Your monthly quota is not affected.",
  "Too many concurrent searches",
  "Burst limit reached",
  "Max 60 rpm",
  "",
  "429",
  "Limit exceeded",
  "Have a nice day",
  "Something went wrong",
];

test.each(QUOTA)("the quota is used up: %j", (said) => {
  expect(decideLimit(said)).toBe("quota");
});

test.each(RATE)("the rate is too high: %j", (said) => {
  expect(decideLimit(said)).toBe("rate");
});

test("reading a megabyte of text takes no longer than a paragraph", () => {
  const said = `${"rate".repeat(250_000)} monthly quota`;
  expect(decideLimit(said)).toBe("rate");
});
