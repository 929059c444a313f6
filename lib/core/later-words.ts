import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import type { ColourName } from "./named-colour";
import type { HiddenBecause, Orientation, Refinement, Sort } from "./refinement";
import { cost, counted, number } from "./word-forms";

/* The words of what loads when it is first needed; the others are in `words.ts`. */

export const EMPTY_WORDS = {
  message: (isFiltered: boolean) =>
    isFiltered
      ? "Check the spelling, take a filter away, or try fewer words."
      : "Check the spelling, or try fewer and plainer words.",
  costs: "Each try is a search.",
  move: "Your move: ask differently.",
  withoutSite: (site: string) => `Without “${site}”`,
  withTransparent: "Show transparent too",
  withoutFilters: "Clear all filters",
};

export const IDLE_WORDS = {
  title: "Nothing asked yet",
  message: "Write what the picture shows: “red door”, “low tide”, “hands and dough”.",
};

export const EXAMPLE_WORDS = {
  label: "Try",
  /** Searches that find many pictures of the demo collection; nothing is invented for others. */
  demo: ["sea", "mountains", "flowers", "city", "patterns"],
};

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

export const DEAD_WORDS = {
  title: "Would not load",
  reason: {
    gone: (host) => `${host} no longer has it.`,
    refused: (host) => `It can’t be fetched from ${host}.`,
    "too-large": () => "It is too large to be made smaller.",
    "not-a-picture": (host) => `${host} sent something else.`,
    "slow-host": (host) => `${host} took too long.`,
    unavailable: (host) => `${host} did not give the picture.`,
  } satisfies Record<ThumbnailReason, (host: string) => string>,
  retry: "Try again",
  source: "Open at the source",
};

export const KEY_WORDS = {
  title: "Keys",
  close: "Close",
  single: "Single keys work (/ and ?)",
};

export const REFINED_WORDS = {
  orientation: {
    any: "Any orientation",
    landscape: "Landscape",
    portrait: "Portrait",
    square: "Square",
  } satisfies Record<Orientation | "any", string>,
  size: {
    any: "Any size",
    from: (sidePx: number) => `From ${sidePx} px`,
    note: "The longer side",
  },
  colour: {
    any: "Any colour",
    red: "Red",
    orange: "Orange",
    yellow: "Yellow",
    green: "Green",
    teal: "Teal",
    blue: "Blue",
    purple: "Purple",
    pink: "Pink",
    brown: "Brown",
    white: "White",
    grey: "Grey",
    black: "Black",
  } satisfies Record<ColourName | "any", string>,
  host: {
    any: "Any host",
    several: (count: number) => `${number(count)} hosts`,
  },
  sort: {
    rank: "Rank order",
    largest: "Largest first",
    smallest: "Smallest first",
    colour: "By colour",
    host: "By host",
  } satisfies Record<Sort, string>,
  submit: "Narrow, free",
  shown: (shown: number, all: number) => `${number(shown)} of ${number(all)}`,
  reset: "Reset",
  end: (shown: number, all: number, hidden: readonly string[]) =>
    `${[`${number(shown)} of ${number(all)} shown`, ...hidden].join(", ")}.`,
  notLoading: (count: number) => `${number(count)} would not load.`,
  none: "Nothing of this answer fits.",
  all: (count: number) => `Show all ${number(count)}`,
  /** Why so many are hidden, each for its first reason. */
  hidden: {
    orientation: (count, { orientation }) => `${are(count)} not ${orientation}`,
    longerSidePxMin: (count, { longerSidePxMin }) =>
      `${are(count)} smaller than ${longerSidePxMin} px`,
    unknownSize: (count) => `${are(count)} of unknown size`,
    colour: (count, { colour }) => `${are(count)} not ${colour}`,
    unknownColour: (count) => `${are(count)} of unknown colour`,
    hosts: (count, { hosts }) =>
      `${are(count)} not from ${hosts.length === 1 ? hosts[0] : "the chosen hosts"}`,
  } satisfies Record<HiddenBecause, (count: number, refinement: Refinement) => string>,
};

const are = (count: number) => `${number(count)} ${count === 1 ? "is" : "are"}`;
