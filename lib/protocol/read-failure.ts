import { STATUS_CODES } from "node:http";
import { cleanText, cutText } from "./clean-text";

const CHARACTERS_MAX = 300;

type FailedAnswer = {
  status: number;
  /** From the status line; may be empty (HTTP/2 has none). */
  statusText: string;
  /** The parsed JSON body; undefined if it is missing or not JSON. */
  body: unknown;
};

/**
 * Returns the service's error text: `error` of the body, otherwise the text of the status line,
 * otherwise the usual text of that status (the interface, "Errors"). One line of at most 300
 * characters, to be shown as text only.
 *
 * `conceal` receives the whole line before it is cut, so that no part of a secret remains.
 */
export function readError(
  { status, statusText, body }: FailedAnswer,
  conceal: (text: string) => string = (text) => text,
): string {
  for (const text of [errorOf(body), statusText, STATUS_CODES[status]]) {
    const line = cutText(conceal(cleanText(text ?? "")), CHARACTERS_MAX);
    if (line !== "") return line;
  }
  return `Status ${status}`;
}

function errorOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { error } = body as Record<string, unknown>;
  return typeof error === "string" ? error : undefined;
}

/** Which limit a 429 means: the plan's searches are used up, or they come too fast. */
export type Limit = "quota" | "rate";

/** Words for the limit's window: a visitor can wait for minutes, not for a month. */
const PERIODS: Record<Limit, RegExp> = {
  rate: /\bper[ -](second|sec|minute|min|hour)\b|\b(hourly|qps|rps|rpm)\b|\/ ?(s|sec|second|m|min|minute|h|hour)\b|\bin (a few|a|\d{1,6}) ?(ms|s|sec|second|seconds|min|minute|minutes|moment|moments)\b/i,
  quota:
    /\b(months?|monthly|annual|yearly|daily|weekly|per day)\b|\bbilling (period|cycle)\b|\/ ?(day|month)\b/i,
};

/** Words for the limit itself. */
const NAMES: Record<Limit, RegExp> = {
  rate: /\brate[- _]?limit|\brate\b|throttl|slow(ing)? down|\bburst|concurren|too (fast|quick|often|frequent)|\bfrequency\b/i,
  quota:
    /quota|\bplan\b|\bupgrade\b|subscription|\bcredits?\b|allowance|allotment|\btier\b|\btrial\b|used up|exhausted|(out of|no more|no remaining) (searches|requests|calls)|\bno searches\b/i,
};

/**
 * Decides which of the service's two limits a 429 means. The interface ("Errors") says that `error`
 * names the limit, but gives no wording.
 *
 * The most reliable evidence comes first: a named period ("per minute", "monthly"), the limit's name
 * ("rate limit", "quota", "plan"). The default is "rate", however long the service asks us to wait:
 * advice to wait costs nothing, but advice to buy a bigger plan may. If a text mentions both kinds, the
 * first one was exceeded.
 */
export function decideLimit(errorText: string): Limit {
  const text = errorText.slice(0, 1000);
  return firstMentioned(text, PERIODS) ?? firstMentioned(text, NAMES) ?? "rate";
}

function firstMentioned(text: string, { rate, quota }: Record<Limit, RegExp>): Limit | null {
  const rateAt = text.search(rate);
  const quotaAt = text.search(quota);
  if (rateAt === -1) return quotaAt === -1 ? null : "quota";
  return quotaAt === -1 || rateAt <= quotaAt ? "rate" : "quota";
}

const SECONDS_MIN = 1;
const SECONDS_MAX = 3600;

/**
 * Returns the seconds of a `Retry-After` header (RFC 9110 §10.2.3: whole seconds, or an HTTP date),
 * clamped between one second and one hour. Null if there is none, or if it is malformed.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,20}$/.test(text)) return clamp(Number(text));
  const atMs = readHttpDateMs(text);
  return atMs === null ? null : clamp(Math.ceil((atMs - nowMs) / 1000));
}

/** The three forms of RFC 9110 §5.6.7; all are in GMT, also the asctime form without a zone. */
function readHttpDateMs(text: string): number | null {
  if (text.length > 40 || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return null;
  const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(ms) ? null : ms;
}

function clamp(seconds: number): number {
  return Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, seconds));
}
