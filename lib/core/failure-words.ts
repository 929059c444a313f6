import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { cost, counted } from "./word-forms";

/* What is said of failures: apart, since the whole error table comes with it. */

export const FAILURE_WORDS = {
  said: (words: string) => `“${words}”`,
  somebody: "the search service",
  again: (service: ServiceLabel | null) => `Search again${cost(service)}`,
  againIn: (clock: string) => `Search again in ${clock}`,
  asking: "Searching",
  left: (seconds: number) => {
    if (seconds < 120) return `${counted(seconds, "second", "seconds")} left`;
    const minutes = Math.ceil(seconds / 60);
    if (minutes < 120) return `${counted(minutes, "minute", "minutes")} left`;
    return `${counted(Math.ceil(minutes / 60), "hour", "hours")} left`;
  },
  repaired: "Search without these",
  start: "Write a new search",
  problems: "What can't be read",
  parameter: {
    q: "The words",
    count: "Count",
    safesearch: "Safe search",
    transparent: "Hide transparent",
    site: "Site",
  } as Record<string, string>,
  requestId: "For the operator:",
  /** Failures that only a browser can notice; the others are in the error table. */
  local: {
    offline: {
      title: "You are offline",
      message: "The search starts when you press the button, not by itself.",
      move: "Your move: check the connection.",
    },
    server_unreachable: {
      title: "This gallery does not answer",
      message: "The server of this page could not be reached, or sent something unreadable.",
      move: "Your move: try again in a while.",
    },
  },
} satisfies Record<string, unknown> & { local: Record<string, FailureText> };

type FailureText = { title: string; message: string; move: string };

/** A failure as the page knows it: from the error table, or noticed by the browser itself. */
export type FailureCode = ErrorCode | keyof typeof FAILURE_WORDS.local;

/** Why there is no newer answer, after a colon; where nothing is said, the failure's title is. */
const REASONS: Partial<Record<ErrorCode, string>> = {
  rate_limited: "too many new searches came from your address",
  visitor_day_spent: "your address has asked its new searches of today",
  busy: "this server has all the searches under way that it can take",
  internal: "this server made a mistake",
};

export const STALE_WORDS = {
  since: "This answer is from",
  library: (code: ErrorCode) =>
    `From your own library: ${REASONS[code] ?? lowerFirst(ERRORS[code].title)}.`,
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
