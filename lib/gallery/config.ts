import "server-only";
import { z } from "zod";
import { baseUrl, listSetting, secretFile, wholeNumber } from "@/lib/platform/settings";

/** The remote search service: its base URL without `/v1/search`, and its key with its header. */
export type RemoteServiceConfig = { url: string; key: string; keyHeader: "x-api-key" | "bearer" };

export type GalleryConfig = ReturnType<typeof readGalleryConfig>;
export type SpendingConfig = GalleryConfig["spending"];

const ONE_LINE = /^[\x21-\x7e]+$/;

export const GALLERY_SETTINGS = z.object({
  SEARCH_API_URL: baseUrl.optional().meta({
    description:
      "A remote image search service: its URL without /v1/search. Setting it switches the gallery from your own pictures to that service.",
    defaultText: "none: your own pictures",
    example: "https://images.example.com",
  }),
  SEARCH_API_KEY: z.string().regex(ONE_LINE, "one line of printable characters").optional().meta({
    description: "The key of the remote service; SEARCH_API_URL needs it.",
    defaultText: "none",
    example: "",
  }),
  SEARCH_API_KEY_FILE: secretFile("SEARCH_API_KEY"),
  SEARCH_API_AUTH: z.enum(["x-api-key", "bearer"]).default("x-api-key").meta({
    description: "The header in which the remote service expects its key: x-api-key or bearer.",
  }),
  VITRINE_MONTHLY_SEARCHES: wholeNumber(0, 100_000_000).default(250).meta({
    description:
      "How many searches the remote service may be asked for in a month (UTC). Your own library is free and has no limit.",
  }),
  VITRINE_DAY_PACING: z.enum(["on", "off"]).default("on").meta({
    description:
      "Whether the month's searches are spread over its days: on or off. With off, one day may use them all.",
  }),
  VITRINE_CACHE_MINUTES: wholeNumber(5, 60).default(30).meta({
    description:
      "How long an answer is fresh, in minutes, 5 to 60. The same search within that time is free. Each answer's time is up to a tenth shorter or longer, so that they do not expire together; an answer without images is fresh for at most 5 minutes.",
  }),
  VITRINE_STALE_HOURS: wholeNumber(0, 720).default(24).meta({
    description:
      "The age in hours up to which an answer is shown, marked with its time, while the service fails. 0 shows none.",
  }),
  VITRINE_CACHE_NARROWING: z.enum(["on", "off"]).default("on").meta({
    description: "Whether a cached answer of 50 images may serve a search for 24: on or off.",
  }),
  VITRINE_SHARED_RECENT: z.enum(["on", "off"]).default("off").meta({
    description:
      "Whether every visitor’s recent searches with strict safe search appear on the home page while their answers are cached, because opening them is free: on or off. With on, the server stores the text of these searches, and all visitors can read it, so inform your visitors. A visitor’s own recent searches always appear, in that visitor’s browser.",
  }),
  VITRINE_ASK: z.enum(["count", "most"]).default("count").meta({
    description:
      "How many images a search requests from the remote service: count, as many as it shows; or most, always 100, so that showing more of them is free. For a service that charges per search, not per image.",
  }),
  VITRINE_REFERENCE_KEYS: listSetting(
    "keys of at least 32 characters, separated by commas",
    (keys) => (keys.every((key) => Buffer.byteLength(key) >= 32) ? keys : null),
  ).meta({
    description:
      "The keys that sign proofs of saved images, at least 32 characters each, separated by commas. The proof lets the server show an image of a collection again at any time, so keep every key. To change the key, add a new one in front, which signs from then on. Without this setting, the server generates a key at its first start and stores it in the data folder as reference-key.secret; if you set your own later, list that key after it. Several instances need the same keys.",
    defaultText: "generated at first start",
    example: "",
  }),
  VITRINE_REFERENCE_KEYS_FILE: secretFile("VITRINE_REFERENCE_KEYS"),
  VITRINE_VISITOR_SEARCHES_PER_MINUTE: wholeNumber(1, 100_000).default(10).meta({
    description:
      "How many new searches one visitor may start in a minute. Cached answers do not count.",
  }),
  VITRINE_VISITOR_SEARCHES_PER_DAY: wholeNumber(1, 1_000_000).default(20).meta({
    description:
      "How many searches of the remote service one visitor may use in a day. The default leaves some of the day's share of 250 a month (at most 25) to others. Cached answers do not count.",
  }),
});

/** Reads the gallery's part of the settings. Adds errors in the key to `problems`. */
export function readGalleryConfig(values: z.output<typeof GALLERY_SETTINGS>, problems: string[]) {
  return {
    /** Null if our own library answers searches. */
    remote: readRemote(values, problems),
    /** Keys that sign the proofs of images; if empty, one is generated and stored in the data folder. */
    proofKeys: values.VITRINE_REFERENCE_KEYS,
    spending: {
      monthlySearches: values.VITRINE_MONTHLY_SEARCHES,
      hasDayPacing: values.VITRINE_DAY_PACING === "on",
      cacheMinutes: values.VITRINE_CACHE_MINUTES,
      staleHours: values.VITRINE_STALE_HOURS,
      hasNarrowing: values.VITRINE_CACHE_NARROWING === "on",
      asksMost: values.VITRINE_ASK === "most",
      sharesRecent: values.VITRINE_SHARED_RECENT === "on",
      visitorPerMinute: values.VITRINE_VISITOR_SEARCHES_PER_MINUTE,
      visitorPerDay: values.VITRINE_VISITOR_SEARCHES_PER_DAY,
    },
  };
}

function readRemote(
  values: z.output<typeof GALLERY_SETTINGS>,
  problems: string[],
): RemoteServiceConfig | null {
  const { SEARCH_API_URL: url, SEARCH_API_KEY: key } = values;
  if (url === undefined) return null;
  if (key === undefined) {
    problems.push("SEARCH_API_KEY (or SEARCH_API_KEY_FILE): needed with SEARCH_API_URL");
    return null;
  }
  return { url, key, keyHeader: values.SEARCH_API_AUTH };
}
