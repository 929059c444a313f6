/** Which limit a 429 means: the plan's searches are used up, or they come too fast. */
export type Limit = "quota" | "rate";

/** The length of the limit's window: a visitor can wait for minutes, not for a month. */
const PERIODS: Record<Limit, RegExp> = {
  rate: /\bper[ -](second|sec|minute|min|hour)\b|\b(hourly|qps|rps|rpm)\b|\/ ?(s|sec|second|m|min|minute|h|hour)\b|\bin (a few|a|\d{1,6}) ?(ms|s|sec|second|seconds|min|minute|minutes|moment|moments)\b/i,
  quota:
    /\b(months?|monthly|annual|yearly|daily|weekly|per day)\b|\bbilling (period|cycle)\b|\/ ?(day|month)\b/i,
};

/** What the limit is called. */
const NAMES: Record<Limit, RegExp> = {
  rate: /\brate[- _]?limit|\brate\b|throttl|slow(ing)? down|\bburst|concurren|too (fast|quick|often|frequent)|\bfrequency\b/i,
  quota:
    /quota|\bplan\b|\bupgrade\b|subscription|\bcredits?\b|allowance|allotment|\btier\b|\btrial\b|used up|exhausted|(out of|no more|no remaining) (searches|requests|calls)|\bno searches\b/i,
};

/**
 * Decides which of the service's two limits a 429 means, from its `error` ("`error` says which":
 * the interface, "Errors", which shows no wording).
 *
 * The most reliable evidence comes first: a named period ("per minute", "monthly"), the limit's name
 * ("rate limit", "quota", "plan"), then a `Retry-After` of an hour, the longest we read. Otherwise it
 * is "rate": advice to wait costs nothing, advice to buy a bigger plan may. If a text mentions both
 * kinds, the first one was exceeded.
 */
export function decideLimit(errorText: string, retryAfterSeconds: number | null): Limit {
  const text = errorText.slice(0, 1000);
  const named = firstMentioned(text, PERIODS) ?? firstMentioned(text, NAMES);
  if (named !== null) return named;
  return retryAfterSeconds !== null && retryAfterSeconds >= 3600 ? "quota" : "rate";
}

function firstMentioned(text: string, { rate, quota }: Record<Limit, RegExp>): Limit | null {
  const rateAt = text.search(rate);
  const quotaAt = text.search(quota);
  if (rateAt === -1) return quotaAt === -1 ? null : "quota";
  return quotaAt === -1 || rateAt <= quotaAt ? "rate" : "quota";
}
