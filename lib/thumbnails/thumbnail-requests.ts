import "server-only";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { isLightboxWidth } from "@/lib/core/image/thumbnail-width";
import type { ThumbnailFormat } from "@/lib/decoding/encode-settings";
import type { Context } from "@/lib/platform/http";
import { createRequestCoalescing, untilAborted } from "@/lib/platform/request-coalescing";
import { describeSpan } from "@/lib/platform/tracing";
import type { FailureCache } from "./failure-cache";
import { LIBRARY_PREFIX, notInLibrary } from "./originals";
import { storedThumbnailId } from "./signature";
import { busy, ThumbnailFailure } from "./thumbnail-failure";
import type { MakeThumbnail, ThumbnailRequest } from "./thumbnail-maker";
import type { Thumbnail, ThumbnailStore } from "./thumbnail-store";

/**
 * Returns the revision of an image's file in the library, which changes with its bytes; null if there
 * is no such image or file. Rejects if the library cannot tell.
 */
export type LibraryRevision = (id: string) => Promise<string | null>;

/** Limits of one visitor for thumbnails that have to be made; cached ones do not count. */
export const VISITOR_LIMITS = {
  perMinute: 150,
  /** Bytes of newly made thumbnails that were sent. */
  bytesPerTenMinutes: 60 * 1024 * 1024,
};

export type VisitorLimits = typeof VISITOR_LIMITS;

type ThumbnailRequestParts = {
  store: ThumbnailStore;
  failures: FailureCache;
  visitorLimits: VisitorLimits;
  libraryRevision: LibraryRevision;
  make: MakeThumbnail;
  /** Makes better encodes, in a process with low priority. */
  makeBetter: MakeThumbnail;
  /** Waits until a thumbnail may be made for a visitor. Rejects under load. */
  waitForTurn: (visitor: string, signal: AbortSignal) => Promise<void>;
  /** Called when no better encode is left to make. */
  onIdle: () => void;
  /** After this time a request fails with 503. */
  answerMs: number;
};

/** Each format has its own entry; keys consist of hexadecimal digits. */
const FORMAT_DIGITS: Record<ThumbnailFormat, string> = { avif: "a", webp: "b", jpeg: "c" };
const COUNTED_VIEWS_MAX = 20_000;
/** After this many views, half a second of an idle processor is worth spending on an image. */
const VIEWS_FOR_BETTER = 2;
const RE_ENCODES_WAITING_MAX = 200;
const REVISIONS_MAX = 10_000;
/**
 * How long a deleted or replaced image may still be shown; longer if its folder is missing or empty, until
 * a scan removes it: the folder's disk may come back.
 */
const REVISION_MS = 2_000;
const LOOK_UP_MS = 1_000;
/** Better encodes take turns with visitors, as one more visitor. */
const NO_VISITOR = "";

export function createThumbnailRequests(parts: ThumbnailRequestParts) {
  const { store, failures, visitorLimits, libraryRevision, make, makeBetter } = parts;
  const making = createRequestCoalescing<Thumbnail>();
  const views = new LRUCache<string, number>({ max: COUNTED_VIEWS_MAX });
  /** `fetchMethod` is called once for concurrent lookups of one id. */
  const revisions = new LRUCache<string, { revision: string | null }>({
    max: REVISIONS_MAX,
    ttl: REVISION_MS,
    fetchMethod: async (id) => ({ revision: await libraryRevision(id) }),
  });
  // In memory; a restart resets the counts.
  const minute = new RateLimiterMemory({ points: visitorLimits.perMinute, duration: 60 });
  const sentBytes = new RateLimiterMemory({
    points: visitorLimits.bytesPerTenMinutes,
    duration: 600,
  });
  /** Better encodes run one after another. */
  const reEncodes = pLimit(1);
  const reEncoding = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let hits = 0;
  let made = 0;
  let reEncoded = 0;

  /** Undefined while the library is unreadable or busy; stored thumbnails are then still served. */
  function lookUpRevision(id: string) {
    const deadline = AbortSignal.timeout(LOOK_UP_MS);
    return untilAborted(revisions.fetch(id), deadline).catch(() => undefined);
  }

  /** Returns the source at its current revision; null if the library has no such image. */
  async function currentSource(source: string): Promise<string | null> {
    if (!source.startsWith(LIBRARY_PREFIX)) return source;
    const [id = "", revision] = source.slice(LIBRARY_PREFIX.length).split("@");
    const known = revisions.get(id) ?? (await lookUpRevision(id));
    const current = known === undefined ? revision : known.revision;
    if (current === null) return null;
    return `${LIBRARY_PREFIX}${id}${current ? `@${current}` : ""}`;
  }

  /** Counts one thumbnail. @throws ThumbnailFailure 429 over a limit. */
  async function countThumbnail(visitor: string): Promise<void> {
    const sent = await sentBytes.get(visitor);
    if (sent !== null && sent.remainingPoints <= 0) throw overLimit(sent);
    await minute.consume(visitor).catch((refusal: RateLimiterRes) => {
      throw overLimit(refusal);
    });
  }

  async function makeFor(
    visitor: string,
    key: string,
    request: ThumbnailRequest,
    signal: AbortSignal,
  ): Promise<Thumbnail> {
    const deadline = AbortSignal.timeout(parts.answerMs);
    try {
      return await making.join(key, {
        signal: AbortSignal.any([signal, deadline]),
        async start(call) {
          const quick = { ...request, effort: "quick" as const };
          const { format, body } = await make(quick, { visitor, signal: call.signal });
          made += 1;
          return store.set(key, { format, effort: "quick" }, body);
        },
      });
    } catch (error) {
      throw deadline.aborted && !signal.aborted ? busy("not made in time", 5) : error;
    }
  }

  function considerBetter(key: string, request: ThumbnailRequest, { effort }: Thumbnail): void {
    // Only AVIF gains from more effort; a picture in the lightbox is encoded several times.
    const isWorthIt =
      effort === "quick" && request.format === "avif" && !isLightboxWidth(request.widthPx);
    if (!isWorthIt || (views.get(key) ?? 0) < VIEWS_FOR_BETTER) return;
    if (reEncoding.has(key) || reEncodes.pendingCount >= RE_ENCODES_WAITING_MAX) return;
    if (failures.find(betterOf(key)) !== null) return;
    const settled = reEncodes(() => reEncode(key, request))
      // After a failure the quick encode stays.
      .catch(() => {})
      .finally(() => {
        reEncoding.delete(key);
        if (reEncoding.size === 0) parts.onIdle();
      });
    reEncoding.set(key, settled);
  }

  async function reEncode(key: string, request: ThumbnailRequest): Promise<void> {
    closing.signal.throwIfAborted();
    // Each job has its own signal; a shared signal would accumulate listeners.
    const caller = { visitor: NO_VISITOR, signal: AbortSignal.any([closing.signal]) };
    const current = await store.get(key);
    if (current === null || current.effort === "better") return;
    const better = await makeBetter({ ...request, effort: "better" }, caller).catch((error) => {
      if (error instanceof ThumbnailFailure) failures.remember(betterOf(key), error);
      const isFaultOfImage =
        error instanceof ThumbnailFailure && ["too-large", "not-a-picture"].includes(error.reason);
      if (!isFaultOfImage) throw error;
      // Marks the quick encode as the best possible, so that this is not tried again.
      return current;
    });
    const { format, body } = better.body.length < current.body.length ? better : current;
    store.set(key, { format, effort: "better" }, body);
    reEncoded += 1;
  }

  return {
    /**
     * Returns a stored thumbnail, or makes it. `isOutdated`: the request names an older revision of a
     * library image than the thumbnail shows. For a stored thumbnail it does not read `caller`, whose
     * properties are computed on first use.
     *
     * @throws ThumbnailFailure, also 503 after `answerMs`; the error of `waitForTurn`; the signal's
     * reason
     */
    async get(
      requested: ThumbnailRequest,
      caller: Pick<Context, "visitor" | "signal">,
    ): Promise<{ thumbnail: Thumbnail; isOutdated: boolean }> {
      const source = await currentSource(requested.source);
      const isOutdated = source !== requested.source;
      if (isOutdated) await store.remove(keyOf(requested));
      if (source === null) throw notInLibrary();
      const request = isOutdated ? { ...requested, source } : requested;
      const key = keyOf(request);
      views.set(key, (views.get(key) ?? 0) + 1);
      const stored = await store.get(key);
      const isOwn = source.startsWith(LIBRARY_PREFIX);
      describeSpan({
        "vitrine.thumbnail.cache": stored === null ? "miss" : "hit",
        "vitrine.thumbnail.source": isOwn ? "library" : "remote",
        "vitrine.thumbnail.width": request.widthPx,
        "vitrine.thumbnail.format": request.format,
      });
      if (stored !== null) {
        hits += 1;
        considerBetter(key, request, stored);
        return { thumbnail: stored, isOutdated };
      }
      const { visitor, signal } = caller;
      signal.throwIfAborted();
      const failure = failures.find(source);
      if (failure !== null) throw failure;
      await parts.waitForTurn(visitor, signal);
      // Images of the library are viewed in large numbers, and put no load on another host.
      if (!isOwn) await countThumbnail(visitor);
      const thumbnail = await makeFor(visitor, key, request, signal);
      if (!isOwn) await sentBytes.penalty(visitor, thumbnail.body.length);
      return { thumbnail, isOutdated };
    },
    stats: () => ({ hits, made, reEncoded, reEncodesWaiting: reEncodes.pendingCount }),
    /** Waits for better encodes and pending writes. */
    async settled(): Promise<void> {
      while (reEncoding.size > 0) await Promise.all(reEncoding.values());
      await store.settled();
    },
    /** Drops better encodes. */
    close: () => closing.abort(new Error("closing")),
  };
}

function keyOf({ source, widthPx, format }: ThumbnailRequest): string {
  return storedThumbnailId({ source, widthPx }) + FORMAT_DIGITS[format];
}

/** The better encode of a thumbnail, as a source in the failure cache. */
function betterOf(key: string): string {
  return `better:${key}`;
}

function overLimit({ msBeforeNext }: RateLimiterRes): ThumbnailFailure {
  return new ThumbnailFailure("unavailable", 429, "a visitor's limit", {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    isRemembered: false,
  });
}
