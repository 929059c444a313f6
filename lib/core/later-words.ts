import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";

/* The words of screens and parts that load when they are first needed. */

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
