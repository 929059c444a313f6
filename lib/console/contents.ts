import "server-only";
import {
  activityKinds,
  activityPeriod,
  answerShares,
  thumbnailCounts,
} from "@/lib/console/activity-figures";
import type { AuditAction, ListPage } from "@/lib/contract/account";
import type {
  ActivityTab,
  ConsoleImage,
  KeptRequest,
  LibraryScan,
  LibraryTab,
  Overview,
  RemoteOverview,
  ThumbnailsTab,
} from "@/lib/contract/console";
import type { ErrorCode } from "@/lib/contract/errors";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import {
  type ImageReports,
  libraryIdOf,
  type RatedImage,
  type Rating,
  type Report,
  type ReportedImage,
} from "@/lib/core/image/moderation";
import { isoDay, startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import type { PaidSearch } from "@/lib/gallery/paid-search";
import type { RatingWatch } from "@/lib/gallery/rating-watch";
import { parseUrl } from "@/lib/protocol/parse-url";
import type { EmbeddedService } from "@/lib/service/embedded-service";
import { filesIn } from "@/lib/service/library/scan-counts";
import type { Actor } from "@/lib/state/account-state";
import type { ActivityState } from "@/lib/state/activity-state";
import type { ModerationState } from "@/lib/state/moderation-state";
import type { WarningState } from "@/lib/state/warning-state";
import type { ThumbnailPipeline } from "@/lib/thumbnails/thumbnail-pipeline";

/**
 * The contents and actions of the operator's console. Failed thumbnails are counted in this process, for
 * at most 24 hours; other figures are of all instances. Every function rejects if the store is
 * unreachable.
 */
export type ConsoleContents = ReturnType<typeof createConsoleContents>;

export type ContentParts = {
  label: () => Promise<ServiceLabel>;
  remoteSearch: Pick<PaidSearch, "spentDays" | "pause" | "breaker" | "resume"> | null;
  /** The month's searches. */
  monthlySearches: number;
  embedded: Pick<EmbeddedService, "sources" | "skippedFiles" | "scanProgress" | "rescan">;
  thumbnails: Pick<ThumbnailPipeline, "stats" | "failuresByHost" | "sign">;
  thumbnailBytesMax: number;
  moderation: ModerationState;
  ratingWatch: Pick<RatingWatch, "refresh">;
  /** Null if the operator configured no webhook. */
  deliveries: WarningState["deliveries"] | null;
  /** `flush` stores what this process counted. */
  activity: { flush: () => Promise<void>; state: ActivityState };
  /** Appends an action that changes nothing in the store to the audit log. */
  record: (action: AuditAction, subject: string, by: Actor) => Promise<void>;
};

/** The periods whose requests the console shows, in slices. */
const HOUR = { sliceMinutes: 5, sliceCount: 12 } as const;
const DAY = { sliceMinutes: 60, sliceCount: 24 } as const;
const LIBRARY_DAYS = 30;
const FAILURES_MAX = 20;
const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The console shows pictures about 80 px wide. */
const WIDTHS_PX = [160, 240] as const;

/** Creates the functions behind the console's tabs. */
export function createConsoleContents({
  label,
  remoteSearch,
  monthlySearches,
  embedded,
  thumbnails,
  thumbnailBytesMax,
  moderation,
  ratingWatch,
  deliveries,
  activity,
  record,
}: ContentParts) {
  function scan(): LibraryScan {
    const { isScanning, location, counts, fileCount, startedAtMs } = embedded.scanProgress();
    const doneCount = filesIn(counts);
    const seconds = startedAtMs === null ? 0 : (Date.now() - startedAtMs) / 1_000;
    const filesPerSecond = seconds >= 1 && doneCount > 0 ? doneCount / seconds : null;
    // Files may be added during the scan.
    const totalCount = fileCount === null ? null : Math.max(fileCount, doneCount);
    return {
      isScanning,
      location,
      doneCount,
      totalCount,
      skippedCount: counts.broken,
      filesPerSecond,
      secondsLeft:
        filesPerSecond === null || totalCount === null
          ? null
          : Math.ceil((totalCount - doneCount) / filesPerSecond),
    };
  }

  async function remote({
    spentDays,
    pause: readPause,
    breaker,
  }: NonNullable<ContentParts["remoteSearch"]>): Promise<RemoteOverview> {
    await activity.flush();
    const [spent, pause, day] = await Promise.all([
      spentDays(),
      readPause(),
      activity.state.counts(DAY),
    ]);
    const trouble = breaker.trouble();
    return {
      budget: budgetOf(spent, monthlySearches),
      answers: answerShares(day.counts),
      breaker: {
        state: breaker.state(),
        code: trouble?.code ?? null,
        retryAtMs: trouble?.retryAtMs ?? null,
      },
      pause: pause && {
        code: pause.code as ErrorCode,
        untilMs: pause.pausedUntilMs,
      },
    };
  }

  function withImage<T extends Pick<Report, "source" | "pageUrl">>(listed: T): T & ConsoleImage {
    const { source, pageUrl } = listed;
    const url = pageUrl?.startsWith("http") ? pageUrl : source;
    const host = parseUrl(url)?.host || null;
    return { ...listed, host, thumbnails: thumbnails.sign(source, ...WIDTHS_PX) };
  }

  return {
    async overview(): Promise<Overview> {
      const [service, remoteOverview, webhook] = await Promise.all([
        label(),
        remoteSearch === null ? null : remote(remoteSearch),
        deliveries?.(),
      ]);
      return {
        nowMs: Date.now(),
        service,
        remote: remoteOverview,
        library: scan(),
        webhookFailure: webhook?.failure ?? null,
      };
    },

    /** Returns the requests of all instances; those of others until ten seconds ago. */
    async activity(): Promise<ActivityTab> {
      await activity.flush();
      const { state } = activity;
      const [spent, hour, day, days, sources, failures] = await Promise.all([
        remoteSearch?.spentDays(),
        state.counts(HOUR),
        state.counts(DAY),
        state.libraryDays(LIBRARY_DAYS),
        embedded.sources(),
        state.failures(FAILURES_MAX),
      ]);
      return {
        nowMs: day.nowMs,
        budget: spent === undefined ? null : budgetOf(spent, monthlySearches),
        hour: activityPeriod(hour, HOUR),
        day: activityPeriod(day, DAY),
        kinds: activityKinds(day.counts),
        thumbnails: thumbnailCounts(day.counts),
        library: { pictureCount: sources.reduce((sum, each) => sum + each.pictureCount, 0), days },
        failures,
      };
    },

    /** Looks up a request of the last 24 hours by its id; null if it is not stored. */
    async request(id: string): Promise<KeptRequest | null> {
      if (!REQUEST_ID.test(id)) return null;
      await activity.flush();
      return activity.state.request(id);
    },

    async library(): Promise<LibraryTab> {
      const sources = await embedded.sources();
      const now = scan();
      return {
        scan: now,
        sources: sources.map((source) => ({
          ...source,
          isScanning: now.isScanning && source.location === now.location,
        })),
      };
    },

    /** Returns the files that the scans of a source skipped, by path. */
    skippedFiles: (source: number, page: ListPage) => embedded.skippedFiles({ source, ...page }),

    async thumbnails(): Promise<ThumbnailsTab> {
      const { store, fetching, decoders } = thumbnails.stats();
      const { sinceMs, failures } = thumbnails.failuresByHost();
      const byHost = new Map<string | null, ThumbnailsTab["failures"][0]>();
      for (const { host, reason, count } of failures) {
        const ofHost = byHost.get(host) ?? { host, count: 0, reasons: [] };
        ofHost.count += count;
        ofHost.reasons.push({ reason, count });
        byHost.set(host, ofHost);
      }
      const most = <T extends { count: number }>(one: T, other: T) => other.count - one.count;
      for (const { reasons } of byHost.values()) reasons.sort(most);
      return {
        queue: {
          running: fetching.running + decoders.running,
          waiting: fetching.waiting + decoders.waiting,
        },
        bytesUsed: store.bytes,
        bytesMax: thumbnailBytesMax,
        count: store.entries,
        failures: [...byHost.values()].sort(most),
        failureCount: failures.reduce((sum, { count }) => sum + count, 0),
        sinceMs,
      };
    },

    /** Returns a page of images with open reports; the image of the newest report first. */
    async reports(
      page: ListPage,
    ): Promise<{ images: (ImageReports & ConsoleImage)[]; imageCount: number; count: number }> {
      const { reports, imageCount, count } = await moderation.reports(page);
      const images = new Map<string, ImageReports & ConsoleImage>();
      for (const report of reports) {
        const { source, name, pageUrl } = report;
        const image = images.get(source);
        if (image === undefined) {
          images.set(source, { ...withImage({ source, name, pageUrl }), reports: [report] });
        } else image.reports.push(report);
      }
      return { images: [...images.values()], imageCount, count };
    },

    /** Returns rated images; the last rated first. A hidden library picture has no thumbnail. */
    async rated(page: ListPage): Promise<{ images: (RatedImage & ConsoleImage)[]; count: number }> {
      const { images, count } = await moderation.rated(page);
      return {
        images: images.map(withImage).map((image) => {
          const isGone = image.rating === "never" && libraryIdOf(image.source) !== null;
          return isGone ? { ...image, thumbnails: null } : image;
        }),
        count,
      };
    },

    /**
     * Rates the image of a report, or an image that is rated already, and deletes its reports; null
     * removes the rating. It takes effect here at once, and on every instance within five seconds.
     * Returns the image; null if there is no such report or rated image.
     */
    async rate(
      image: { report: number } | { source: string },
      rating: Rating | null,
      by: Actor,
    ): Promise<ReportedImage | null> {
      const known =
        "report" in image
          ? await moderation.openReport(image.report)
          : await moderation.ratedImage(image.source);
      if (known === null) return null;
      await moderation.rate(known, rating, by);
      await ratingWatch.refresh();
      return known;
    },

    /**
     * Deletes a report and the older ones of its image, leaves the image as it is, and returns the
     * report; null if there is none.
     */
    dismiss: (report: number, by: Actor): Promise<Report | null> => moderation.dismiss(report, by),

    /**
     * Scans the source of this number again; all sources for null. Returns the source's location,
     * which is empty for all; null if there is no such source.
     */
    async rescan(source: number | null, by: Actor): Promise<{ location: string } | null> {
      const sources = await embedded.sources();
      const chosen = sources.find(({ number }) => number === source);
      if (source !== null && chosen === undefined) return null;
      await record("library.scanned", source === null ? "library" : `source:${source}`, by);
      embedded.rescan(chosen?.location ?? null);
      return { location: chosen?.location ?? "" };
    },

    /**
     * Ends the pause and the cooldown, so that the next search asks the service ("Try again now").
     * Returns false if no remote service answers searches.
     */
    async resume(by: Actor): Promise<boolean> {
      if (remoteSearch === null) return false;
      await record("service.resumed", "service", by);
      await remoteSearch.resume();
      return true;
    },
  };
}

function budgetOf(
  { usage, days }: Awaited<ReturnType<PaidSearch["spentDays"]>>,
  limit: number,
): RemoteOverview["budget"] {
  const { atMs, usedThisMonth: used } = usage;
  const { day: today, firstDayOfMonth, firstDayOfNextMonth } = toUtcDate(atMs);
  const byDay = new Map(days.map(({ day, searches }) => [day, searches]));
  const dayCount = today - firstDayOfMonth + 1;
  const aDay = used / dayCount;
  const atEnd = limit - used - aDay * (firstDayOfNextMonth - today - 1);
  return {
    limit,
    used,
    monthEndsAtMs: startOfDayMs(firstDayOfNextMonth),
    days: Array.from({ length: dayCount }, (_, i) => ({
      day: isoDay(firstDayOfMonth + i),
      searches: byDay.get(firstDayOfMonth + i) ?? 0,
    })),
    // Shows one decimal: "0 a day" would hide four searches in three weeks.
    aDay: aDay < 10 ? Math.round(aDay * 10) / 10 : Math.round(aDay),
    remainingAtEnd: Math.max(0, Math.round(atEnd)),
  };
}
