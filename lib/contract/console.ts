import type { ErrorCode } from "./errors";
import type { SearchAnswer, ServiceLabel, Thumbnails } from "./search-answer";
import type { ThumbnailReason } from "./thumbnail-failure";

/* What the operator's console shows. */

export type Overview = {
  nowMs: number;
  service: ServiceLabel;
  /** Null while this server's own service answers: searches are free. */
  remote: RemoteOverview | null;
  library: LibraryScan;
  /** The last delivery to the webhook, if it failed. */
  webhookFailure: WebhookFailure | null;
};

/** `retryAtMs` is null if the delivery is not repeated. */
export type WebhookFailure = { problem: string; atMs: number; retryAtMs: number | null };

export type RemoteOverview = {
  budget: {
    limit: number;
    used: number;
    monthEndsAtMs: number;
    /** Every day of the month up to today, in UTC: `day` is `YYYY-MM-DD`. */
    days: { day: string; searches: number }[];
    /**
     * Searches a day so far, with one decimal under ten, and how many would remain at the month's end
     * at this pace.
     */
    aDay: number;
    remainingAtEnd: number;
  };
  /** Answers of all instances in the last 24 hours. */
  answers: AnswerShares;
  /** The circuit breaker of this process, which stops calls to a failing service. */
  breaker: {
    state: "closed" | "half-open" | "open";
    code: ErrorCode | null;
    retryAtMs: number | null;
  };
  /** Set while every instance stops sending searches: the service refused the key or the quota. */
  pause: { code: ErrorCode; untilMs: number } | null;
};

export type AnswerShares = {
  /** How many came from the cache, from a paid search, or from elsewhere because a search failed. */
  cached: number;
  searched: number;
  stale: number;
  library: number;
  /** Searches without an answer. */
  failed: number;
};

/** The scan that runs in this process. */
export type LibraryScan = {
  isScanning: boolean;
  /** The source's location; null between sources. */
  location: string | null;
  doneCount: number;
  /** Null until the source's files are counted. */
  totalCount: number | null;
  skippedCount: number;
  filesPerSecond: number | null;
  secondsLeft: number | null;
};

export type LibraryTab = {
  scan: LibraryScan;
  /** Empty while the demo collection answers. */
  sources: LibrarySource[];
};

/** A source of the library; `number`, `location` and `problem` as the library has them. */
export type LibrarySource = {
  number: number;
  location: string;
  kind: "folder" | "manifest";
  origin: "settings" | "command" | "built-in";
  problem: string | null;
  pictureCount: number;
  scannedAtMs: number | null;
  isScanning: boolean;
  /** Why files are not in the library; the most common reason first. */
  skipped: { reason: string; fileCount: number }[];
};

export type ThumbnailsTab = {
  /** Images that are fetched or decoded now, and those that wait for it. */
  queue: { running: number; waiting: number };
  bytesUsed: number;
  bytesMax: number;
  count: number;
  /** Failed requests of the last 24 hours; the host with the most first. `host` null: the library. */
  failures: {
    host: string | null;
    count: number;
    reasons: { reason: ThumbnailReason; count: number }[];
  }[];
  failureCount: number;
  sinceMs: number;
};

/** An image as the console shows it. `pageUrl` is a path on this server, or http(s). */
export type ConsoleImage = { host: string | null; thumbnails: Thumbnails | null };

/** Kinds of requests. `other` are those that never wait for a slot, such as the form of the settings. */
export const REQUEST_KINDS = ["page", "search", "api", "thumbnail", "other"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export type AnswerOrigin = SearchAnswer["from"];

/**
 * Events of one kind of requests on one instance. `withinMs`: the time that they took
 * at most (lib/platform/latency.ts); 0 for events without a duration.
 *
 * - `ok`, `refused`, `failed`: requests that ended, by status: below 400, below 500, and above.
 * - `waited`: requests that waited for a slot.
 * - `hit`, `made`: thumbnails from the cache, and those that were made.
 * - `service`, `cache`, `stale`, `library`: answers to searches, by origin; `unanswered`: searches that
 *   ended without an answer. Their kind is `search`, also if a page shows them.
 */
export type ActivityCount = {
  kind: RequestKind;
  event: "ok" | "refused" | "failed" | "waited" | "hit" | "made" | AnswerOrigin | "unanswered";
  withinMs: number;
  count: number;
};

/** A request that an operator can look up. It has no search text, no IP address and no key. */
export type KeptRequest = {
  /** The request id of failure pages, logs and the header `x-request-id`. */
  id: string;
  /** When it ended. */
  atMs: number;
  instance: string;
  method: string;
  /** The path in the route table, such as `/library/:id`; null if it is not there. */
  route: string | null;
  /** A page that shows an error has the error's status. */
  status: number;
  code: ErrorCode | null;
  /** From its head to the end of its response. */
  tookMs: number;
  /** Whether it was answered by a search that was paid for; a failed one may have been counted too. */
  isPaid: boolean;
};

export type RequestFigures = {
  requests: number;
  refused: number;
  failed: number;
  /** Upper bounds of what half of them, and 95 % of them, took; null without requests. */
  medianMs: number | null;
  p95Ms: number | null;
};

/** The requests of a period, without pictures; the last slice is the present one. */
export type ActivityPeriod = {
  startsAtMs: number;
  sliceMs: number;
  total: RequestFigures;
  slices: RequestFigures[];
  instances: (RequestFigures & { instance: string })[];
};

export type ActivityTab = {
  nowMs: number;
  /** Null while searches are free. */
  budget: RemoteOverview["budget"] | null;
  hour: ActivityPeriod;
  day: ActivityPeriod;
  /** The requests of the last day on all instances, by kind. */
  kinds: (RequestFigures & {
    kind: RequestKind;
    waited: number;
    /** An upper bound of what 95 % of those that waited waited; null if none did. */
    waitP95Ms: number | null;
  })[];
  thumbnails: { hits: number; made: number };
  /** The library's size now, and on each recorded day before, in order. */
  library: { pictureCount: number; days: { day: string; pictureCount: number }[] };
  /** The last failures; the last first. */
  failures: KeptRequest[];
};
