import type { ErrorCode } from "@/lib/contract/errors";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";

/*
 * Every word the pages say, by screen: a translation is this file and the error table
 * (`lib/contract/errors.ts`), and `last-words.ts`, which must load alone. Numbers come in as numbers, so that plurals are decided here. One
 * constant a screen, so that a page carries only what it says.
 */

const number = (value: number) => value.toLocaleString("en");
const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** What follows an act that spends searches; our own service costs nothing, so nothing follows. */
function cost(service: ServiceLabel | null): string {
  return service?.kind === "remote" ? " (1 search)" : "";
}

export const SITE_WORDS = {
  name: "Vitrine",
  description: "A display case for image search: pictures with their sources, from one field.",
  home: "Vitrine, home",
  skip: "Skip to the content",
  help: "Help",
  about: "What this server keeps",
  /** Which service answers, in a line. */
  service: (service: ServiceLabel): string => {
    if (service.kind === "remote") return service.host;
    const pictures = counted(service.pictureCount, "picture", "pictures");
    return service.kind === "demo"
      ? `Built-in demo collection, ${pictures}`
      : `Your library, ${pictures}`;
  },
};

/** How much of the month is spent. */
export const SPENT_WORDS = (used: number, limit: number) =>
  `${number(used)} of ${counted(limit, "search", "searches")} used this month`;

export const THEME_WORDS = {
  button: "Light or dark",
  legend: "Appearance",
  system: "As the system",
  light: "Light",
  dark: "Dark",
};

export const HOME_WORDS = {
  title: "Find a picture",
  recent: "Recent",
  forget: (words: string) => `Forget ${words}`,
  stopKeeping: "Stop keeping these",
  keepAgain: "Keep recent searches in this browser",
  filters: "Filters",
  setFilters: ["Strict safe search", "any site", "24 images"],
};

export const EXAMPLE_WORDS = {
  label: "Try",
  /** Searches that find many pictures of the demo collection; nothing is invented for others. */
  demo: ["sea", "mountains", "flowers", "city", "patterns"],
};

export const SEARCH_WORDS = {
  label: "Search images",
  placeholder: "Search images",
  submit: "Search",
  filters: "Filters",
  filtersLabel: "Filters. Changing one is a new search.",
  note: (service: ServiceLabel | null) =>
    service?.kind === "remote"
      ? "A change here is a new search and uses 1 search."
      : "A change here is a new search.",
  safeSearch: "Safe search",
  strict: "Strict",
  moderate: "Moderate",
  hideTransparent: "Hide transparent",
  site: "Site",
  siteLabel: "Only from this site",
  anySite: "any site",
  siteProblem: "Not a host name. Write it like example.com.",
  count: "Count",
  apply: (service: ServiceLabel | null) => `Search with these${cost(service)}`,
  clear: (service: ServiceLabel | null) => `Clear filters${cost(service)}`,
  setFilters: "Filters that are set",
  chip: {
    moderate: "Moderate",
    transparent: "No transparent",
    site: (site: string) => site,
    count: (count: number) => `${number(count)} images`,
  },
  remove: (filter: string, service: ServiceLabel | null) =>
    `Remove filter: ${filter}${cost(service)}`,
};

export const ANSWER_WORDS = {
  /** Which service answers, in two words. */
  service: (service: ServiceLabel): string => {
    if (service.kind === "remote") return service.host;
    return service.kind === "demo" ? "demo collection" : "your library";
  },
  title: (words: string) => `${words} · Vitrine`,
  noTitle: "Search · Vitrine",
  found: (count: number, words: string) => `${counted(count, "image", "images")} for “${words}”`,
  asOf: "as of",
  utc: " UTC",
  used: (count: number, isFromCache: boolean) =>
    `${isFromCache ? "from cache, " : ""}${counted(count, "search", "searches")} used`,
  narrowed: "first of a larger answer",
  oldAnswer: "This answer is from",
  fromLibrary: "These are pictures of this server's own library.",
  dropped: (count: number) => `${number(count)} left out, unusable`,
  notLoading: (count: number, all: number) => `${number(count)} of ${number(all)} would not load`,
  again: (service: ServiceLabel | null) => `search again${cost(service)}`,
  waiting: (words: string) => `Searching for “${words}”`,
  asking: (service: ServiceLabel | null, count: number) =>
    service?.kind === "remote"
      ? `Asking ${service.host} for ${counted(count, "image", "images")} · 1 search`
      : `Looking for ${counted(count, "image", "images")}`,
  images: "Images",
};

export const TILE_WORDS = {
  untitled: "Untitled",
  /** The picture's text alternative (the interface tells nothing better than its name). */
  alternative: (image: Pick<Image, "name" | "host">) =>
    image.name === "" ? `Untitled image from ${image.host}` : image.name,
  size: (width: number, height: number) => `${width} × ${height}`,
  sizeUnknown: "size unknown",
  onlyThisSite: (host: string, service: ServiceLabel | null) => `Only from ${host}${cost(service)}`,
  dead: "Would not load",
  deadReason: {
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

export const EMPTY_WORDS = {
  title: (words: string) => `No images for “${words}”`,
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

export const FAILURE_WORDS = {
  said: (words: string) => `“${words}”`,
  somebody: "the search service",
  again: (service: ServiceLabel | null) => `Search again${cost(service)}`,
  againIn: (clock: string) => `Search again in ${clock}`,
  asking: "Searching",
  left: (seconds: number) => `${counted(seconds, "second", "seconds")} left`,
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

export const KEY_WORDS = {
  title: "Keys",
  close: "Close",
  single: "Single keys work (/ and ?)",
};

export const KEY_LIST_WORDS = {
  list: [
    { keys: ["/"], act: "Write in the search field" },
    { keys: ["Ctrl K", "⌘ K"], act: "The same, also when single keys are off" },
    { keys: ["←", "→"], act: "The picture before, the picture after" },
    { keys: ["↑", "↓"], act: "The picture above, the picture below" },
    { keys: ["Enter"], act: "Open the picture" },
    { keys: ["?"], act: "This sheet" },
    { keys: ["Esc"], act: "Close what lies on top" },
  ],
  note: "None of them works while you write.",
};

export const PICTURE_WORDS = {
  title: (name: string) => `${name} · Vitrine`,
  untitled: "Untitled picture",
  size: "Size",
  pixels: (width: number, height: number) => `${number(width)} × ${number(height)} pixels`,
  site: "Site",
  colour: "Colour",
  rights: "Rights",
  rightsValue: "Not verified. Ask whoever made it before you publish it.",
  keywords: "Words",
  demoNote:
    "This page stands in for the site the picture would come from. The demo collection was drawn by the project itself; its sites are invented.",
  libraryNote: "A picture of this server's library. It names no page of its own.",
  original: "Open the original",
  searchSite: (host: string) => `Search ${host}`,
  more: (words: string, host: string) => `“${words}” from ${host}`,
};

export const ABOUT_WORDS = {
  title: "What this server keeps",
  sections: [
    {
      title: "In your browser",
      lines: [
        "Your recent searches, until you remove them or switch them off on the start page.",
        "Your choice of light or dark, in a cookie that holds nothing else.",
        "Whether single keys are on.",
      ],
    },
    {
      title: "On this server",
      lines: [
        "No account, no profile and no list of who searched for what.",
        "A log of failures: a number, a code and a time, without the words of the search.",
      ],
    },
  ],
  /** On the server as well, where searches cost. */
  paidLines: [
    "Answers of the search service for some hours, with the words that were asked, so that nobody pays twice for one search.",
    "How many new searches an address has asked today, for the limits.",
  ],
  embedded: "Searches are answered by this server itself and leave it for nowhere.",
  remote: (host: string) =>
    `Searches are sent to ${host}: the words and the filters, and nothing about you. Pictures are loaded from where they lie, so those sites see that a picture was loaded, not from which page.`,
  own: "No analytics, and nothing from third parties in these pages.",
};

export const NOT_FOUND_WORDS = { back: "To the start page" };
