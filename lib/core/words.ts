import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import { cost, counted, number } from "./word-forms";

/*
 * The words that pages say, by screen. A translation is this file, `later-words.ts`,
 * `failure-words.ts` and `refined-words.ts` (said by parts that load when they are first needed),
 * `last-words.ts` (which must load alone) and the error table (`lib/contract/errors.ts`). Numbers
 * come in as numbers, so that plurals are decided here.
 */

export const SITE_WORDS = {
  name: "Vitrine",
  description: "A display case for image search: pictures with their sources, from one field.",
  home: "Vitrine, home",
  skip: "Skip to the content",
  help: "Help",
  keys: "Keys",
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

/** The filters, as fields; written by the server alone. */
export const FILTER_WORDS = {
  safeSearch: "Safe search",
  strict: "Strict",
  moderate: "Moderate",
  hideTransparent: "Hide transparent",
  site: "Site",
  siteLabel: "Only from this site",
  anySite: "any site",
  count: "Count",
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
  siteProblem: "Not a host name. Write it like example.com.",
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
  none: (words: string) => `No images for “${words}”`,
  asOf: "as of",
  utc: " UTC",
  used: (count: number, isFromCache: boolean) =>
    `${isFromCache ? "from cache, " : ""}${counted(count, "search", "searches")} used`,
  narrowed: "first of a larger answer",
  ownLibrary: "your own library",
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

/** The row that shows a part of the answer, free of cost. */
export const NARROW_WORDS = {
  label: "Narrow this answer. Free.",
  lead: "Narrow",
  these: (count: number) => ` these ${number(count)}`,
  free: ", free",
  menu: {
    orientation: "Orientation",
    size: "Size",
    colour: "Colour",
    host: "Host",
    sort: "Rank order",
  },
  /** A menu in which something is chosen. */
  set: (menu: string, chosen: string) => `${menu}: ${chosen}`,
  order: "Order",
  told: (shown: number, all: number) => `${number(shown)} of ${counted(all, "image", "images")}`,
};

/** In place of a screen that could not be loaded, as when the connection is gone. */
export const MISSING_SCREEN_WORDS = {
  title: "The connection is gone",
  message: "Not even the words that say what went wrong could be loaded.",
  again: "Load this page again",
};

export const TILE_WORDS = {
  untitled: "Untitled",
  retry: "Try again",
  /** The picture's text alternative (the interface tells nothing better than its name). */
  alternative: (image: Pick<Image, "name" | "host">) =>
    image.name === "" ? `Untitled image from ${image.host}` : image.name,
  size: (width: number, height: number) => `${width} × ${height}`,
  sizeUnknown: "size unknown",
  onlyThisSite: (host: string, service: ServiceLabel | null) => `Only from ${host}${cost(service)}`,
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
    `Searches are sent to ${host}: the words and the filters, and nothing about you.`,
  pictures: (fallsBackToOriginals: boolean) =>
    fallsBackToOriginals
      ? "This server fetches the pictures and makes them smaller. One that it can’t fetch your browser loads from where it lies: that site then sees your address, but not this page’s."
      : "This server fetches the pictures and makes them smaller. The sites they lie on see this server, and not you, until you open one of them.",
  own: "No analytics, and nothing from third parties in these pages.",
};

export const NOT_FOUND_WORDS = { back: "To the start page" };
