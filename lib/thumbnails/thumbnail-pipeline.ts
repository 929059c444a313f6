import "server-only";
import { join } from "node:path";
import type { ErrorCode } from "@/lib/contract/errors";
import { ORIGINAL_BYTES_MAX } from "@/lib/contract/picker";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import type { ThumbnailWidthPx } from "@/lib/core/image/thumbnail-width";
import { startDecoder } from "@/lib/decoding/decoder-process";
import type { DecoderSandbox } from "@/lib/decoding/decoder-sandbox";
import { createSandboxedStart } from "@/lib/decoding/decoders";
import { AppError } from "@/lib/platform/errors";
import { type Caller, createFairQueue, type QueueLimits } from "@/lib/platform/fair-queue";
import { createHourlyCounts, OTHER_KEYS } from "@/lib/platform/hourly-counts";
import type { Context } from "@/lib/platform/http";
import { parseUrl } from "@/lib/protocol/parse-url";
import { createAskHost } from "./ask-host";
import { type ResolveHost, resolveBySystem } from "./connect";
import { createCropMaker } from "./crop-maker";
import { createDecoderPool, DECODER_LIMITS, type DecoderLimits } from "./decoder-pool";
import { createDiskCache, type DiskWriter } from "./disk-cache";
import { createFailureCache } from "./failure-cache";
import { FETCH_DEADLINES, type FetchDeadlines, VIA_NAME } from "./fetch-hop";
import { createByteBudget } from "./fetch-source";
import { createOriginalStreams, STREAM_DEADLINES } from "./original-stream";
import { createOriginals, LIBRARY_PREFIX, type ReadLibraryImage } from "./originals";
import { createSigner, endOfDayMs, type SignedThumbnails } from "./signature";
import { bareHostname, parsePrivateHosts, parseSourceUrl, type SourcePolicy } from "./source-url";
import { refused, ThumbnailFailure, tooManyWait } from "./thumbnail-failure";
import { createThumbnailMaker } from "./thumbnail-maker";
import {
  createThumbnailRequests,
  type LibraryRevision,
  VISITOR_LIMITS,
  type VisitorLimits,
} from "./thumbnail-requests";
import { failureResponse, negotiateFormat, thumbnailResponse } from "./thumbnail-response";
import { createThumbnailStore, type ThumbnailLabel } from "./thumbnail-store";

export type ThumbnailOptions = {
  /** One or two secrets of at least 32 bytes; the first signs, both are accepted. */
  keys: readonly string[];
  /** Absolute path; thumbnails are stored below it in `thumbnails`. Hidden from decoders. */
  dataDir: string;
  cacheBytesMax: number;
  /** Host names and IP addresses of this server, without port. */
  ownHosts: readonly string[];
  /** Private hosts, hosts with port, and networks (CIDR) that the server may fetch from. */
  allowedPrivateHosts: readonly string[];
  readLibraryImage: ReadLibraryImage;
  /** By default the library's files never change. */
  libraryRevision?: LibraryRevision;
  /** Waits until a thumbnail may be made for a visitor; rejects under load. Absent: never waits. */
  waitForTurn?: (visitor: string, signal: AbortSignal) => Promise<void>;
  /** Absolute path of the bundled decoder; the default is the output of `npm run build:programs`. */
  decoderPath?: string;
  /** Further absolute paths to hide from decoders. */
  hiddenPaths?: readonly string[];
  /** For tests. */
  clock?: () => number;
  resolveHost?: ResolveHost;
  deadlines?: Partial<FetchDeadlines>;
  streamDeadlines?: Partial<typeof STREAM_DEADLINES>;
  visitorLimits?: Partial<VisitorLimits>;
  decoderLimits?: Partial<DecoderLimits>;
  answerMs?: number;
  diskWriter?: DiskWriter;
};

export type ThumbnailPipeline = ReturnType<typeof createThumbnailPipeline>;

/** Limit of an original that is sent unchanged. */
const STREAMED_BYTES_MAX = 100 * 1024 * 1024;
/** Limit of all downloads in progress: 32 of the largest would take 640 MiB. */
const DOWNLOADS_BYTES_MAX = 128 * 1024 * 1024;
const MEMORY_BYTES_MAX = 32 * 1024 * 1024;
/** Well below the 60 seconds after which servers and proxies close a silent connection. */
const ANSWER_MS = 20_000;
/** A better encode of the largest width may take seconds, at a low priority. */
const BETTER_JOB_MS = 30_000;

const FETCH_LIMITS: QueueLimits = {
  runningMax: 32,
  runningPerHostMax: 4,
  waitingMax: 64,
  waitingPerHostMax: 48,
};

/** Two are decoded while two are read; each file may have 256 MiB. */
const LIBRARY_LIMITS: QueueLimits = { runningMax: 4, waitingMax: 1_024 };

/**
 * Creates the thumbnail pipeline, which signs thumbnail URLs and answers them.
 *
 * @throws RangeError for invalid keys or private hosts
 */
export function createThumbnailPipeline(options: ThumbnailOptions) {
  const clock = options.clock ?? Date.now;
  const signer = createSigner(options.keys, { clock });
  const policy: SourcePolicy = {
    ownHosts: options.ownHosts.map((own) => bareHostname({ hostname: own.toLowerCase() })),
    privateHosts: parsePrivateHosts(options.allowedPrivateHosts),
  };
  const files = createDiskCache<ThumbnailLabel>({
    folder: join(options.dataDir, "thumbnails"),
    bytesMax: options.cacheBytesMax,
    clock,
    disk: options.diskWriter,
  });
  const store = createThumbnailStore(files, Math.min(MEMORY_BYTES_MAX, options.cacheBytesMax));
  const failures = createFailureCache(clock);
  const fetches = createFairQueue(FETCH_LIMITS, { refusal: tooManyWait });
  const library = createFairQueue(LIBRARY_LIMITS, { refusal: tooManyWait });
  const fetching = {
    policy,
    resolveHost: options.resolveHost ?? resolveBySystem,
    deadlines: { ...FETCH_DEADLINES, ...options.deadlines },
  };
  const streams = createOriginalStreams({
    ...fetching,
    bytesMax: STREAMED_BYTES_MAX,
    stream: { ...STREAM_DEADLINES, ...options.streamDeadlines },
  });
  const askHost = createAskHost(fetching);
  const originals = createOriginals({
    fetching: {
      ...fetching,
      bytesMax: ORIGINAL_BYTES_MAX,
      budget: createByteBudget(DOWNLOADS_BYTES_MAX),
    },
    queue: fetches,
    failures,
    readLibraryImage: options.readLibraryImage,
  });
  const program = {
    path: options.decoderPath ?? join(process.cwd(), ".programs", "decoder.mjs"),
    hiddenPaths: [options.dataDir, ...(options.hiddenPaths ?? [])],
    isBackground: false,
  };
  const limits = { ...DECODER_LIMITS, ...options.decoderLimits };
  const sandboxed = createSandboxedStart(startDecoder);
  const decoders = createDecoderPool(program, limits, sandboxed);
  const background = createDecoderPool(
    { ...program, isBackground: true },
    { ...limits, processes: 1, jobMs: BETTER_JOB_MS },
    sandboxed,
  );
  const making = { originals, failures, library };
  const requests = createThumbnailRequests({
    store,
    failures,
    visitorLimits: { ...VISITOR_LIMITS, ...options.visitorLimits },
    libraryRevision: options.libraryRevision ?? (async () => ""),
    make: createThumbnailMaker({ ...making, decoders }),
    makeBetter: createThumbnailMaker({ ...making, decoders: background }),
    waitForTurn: options.waitForTurn ?? (async () => {}),
    onIdle: () => background.killIdle(),
    answerMs: options.answerMs ?? ANSWER_MS,
  });
  const makeCrop = createCropMaker({
    originals,
    decoders,
    answerMs: options.answerMs ?? ANSWER_MS,
  });
  const failedLately = createHourlyCounts({ clock });
  const failed = new Map<string, { reason: ThumbnailReason; status: number; count: number }>();

  return {
    /**
     * Signs an image's thumbnails in each listed width from the narrowest to the widest. `source` is
     * the image's URL, or `lib:{id}@{revision}`. Returns null for a URL that is never fetched. For
     * `boundTo` see `signedSourceOf`.
     */
    sign(
      source: string,
      narrowestPx: ThumbnailWidthPx,
      widestPx: ThumbnailWidthPx = narrowestPx,
      boundTo: string | null = null,
    ): SignedThumbnails | null {
      const canonical = canonicalSource(source, policy);
      return canonical === null ? null : signer.sign(canonical, narrowestPx, widestPx, boundTo);
    },
    expiryDay: signer.expiryDay,
    /** Returns the canonical form of an image's URL; null for a URL that is never fetched. */
    canonicalSource: (url: string): string | null => canonicalSource(url, policy),
    signedSourceOf: signer.signedSourceOf,
    /** Asks an image's host whether the image is still there. */
    askHost,
    /**
     * Opens an original of another host for a visitor, to be sent unchanged.
     *
     * @throws AppError image_gone, image_refused, image_too_large, not_an_image, image_host_slow,
     *   image_unavailable, busy; the signal's reason
     */
    openOriginal: (source: string, caller: Caller, limit: { bytesMax?: number } = {}) =>
      streams.open(source, caller, limit).catch(throwAppFailure),
    /**
     * Makes the file of a crop; null if the crop does not match the original (`createCropMaker`).
     *
     * @throws like `openOriginal`
     */
    makeCrop: (...wanted: Parameters<typeof makeCrop>) =>
      makeCrop(...wanted).catch(throwAppFailure),
    /** Returns the source of a thumbnail URL's path that this server signed; null for any other path. */
    sourceOf: (path: string): string | null => signer.verify(path)?.source ?? null,

    /** Answers `GET /thumb/…`. Failures are responses too; only a bug throws. */
    async handle(
      request: Pick<Request, "headers">,
      context: Pick<Context, "visitor" | "signal" | "target">,
    ): Promise<Response> {
      let source: string | null = null;
      try {
        const fields = signer.verify(context.target);
        source = fields?.source ?? null;
        if (fields === null) throw refused("not a URL that this server signed, or an expired one");
        if (request.headers.get("via")?.toLowerCase().includes(VIA_NAME)) {
          throw refused("a loop of thumbnails");
        }
        const format = negotiateFormat(request.headers.get("accept"));
        const { thumbnail, isOutdated } = await requests.get({ ...fields, format }, context);
        const remainingSeconds = (endOfDayMs(fields.expiryDay) - clock()) / 1_000;
        // The URL of an older revision may show the new image now, but not for a week.
        const freshSeconds = isOutdated ? 0 : remainingSeconds;
        return thumbnailResponse(thumbnail, request.headers, freshSeconds);
      } catch (error) {
        if (error instanceof ThumbnailFailure) {
          const { reason, status } = error;
          const count = (failed.get(`${reason} ${status}`)?.count ?? 0) + 1;
          failed.set(`${reason} ${status}`, { reason, status, count });
          // A URL that this server did not sign says nothing about a host.
          const host = source === null ? null : hostOf(source);
          if (host !== null) failedLately.add(`${reason} ${host}`);
          return failureResponse(error);
        }
        // The visitor has left; servers commonly log this as 499.
        if (context.signal.aborted) return new Response(null, { status: 499 });
        throw error;
      }
    },

    /** Counters and levels, for metrics. */
    stats: () => ({
      ...requests.stats(),
      store: store.stats(),
      originals: originals.stats(),
      streams: streams.stats(),
      fetching: fetches.stats(),
      library: library.stats(),
      decoders: decoders.stats(),
      sandbox: sandboxed.sandbox(),
      failures: failures.size(),
      failed: [...failed.values()],
    }),

    /** Returns failed requests by host and reason, of the last 24 hours or since the start. */
    failuresByHost(): { sinceMs: number; failures: ThumbnailFailures[] } {
      const { sinceMs, counts } = failedLately.total();
      const failures = [...counts].map(([key, count]) => {
        const [reason = "", host = ""] = key.split(" ");
        return { reason: reason as ThumbnailReason, host: host || null, count };
      });
      return {
        sinceMs,
        failures: failures.filter(({ reason }) => (reason as string) !== OTHER_KEYS),
      };
    },

    /** Starts a first decoder and returns the sandbox of all. @throws DecodingFailed if none starts */
    async sandbox(): Promise<DecoderSandbox | null> {
      await decoders.prepare();
      return sandboxed.sandbox();
    },
    /** Waits for pending writes and better encodes. */
    async settled(): Promise<void> {
      await files.ready;
      await requests.settled();
    },
    /** Ends decoders and background work. */
    close(): void {
      requests.close();
      decoders.close();
      background.close();
    },
  };
}

/** `host` is null for pictures of the library. */
export type ThumbnailFailures = { host: string | null; reason: ThumbnailReason; count: number };

const CODES: Record<ThumbnailReason, ErrorCode> = {
  gone: "image_gone",
  refused: "image_refused",
  "too-large": "image_too_large",
  "not-a-picture": "not_an_image",
  "slow-host": "image_host_slow",
  unavailable: "image_unavailable",
};

function throwAppFailure(failure: unknown): never {
  if (!(failure instanceof ThumbnailFailure)) throw failure;
  const { reason, status, message, retryAfterSeconds } = failure;
  const code = status === 503 ? "busy" : CODES[reason];
  throw new AppError(code, message, { cause: failure, retryAfterSeconds });
}

/** Returns the host; empty for a picture of the library, null for a source that is not a URL. */
function hostOf(source: string): string | null {
  if (source.startsWith(LIBRARY_PREFIX)) return "";
  return parseUrl(source)?.host ?? null;
}

function canonicalSource(source: string, policy: SourcePolicy): string | null {
  if (source.startsWith(LIBRARY_PREFIX)) {
    return /^lib:[A-Za-z0-9_.:~-]{1,200}(?:@[0-9a-z-]{1,40})?$/.test(source) ? source : null;
  }
  const parsed = parseSourceUrl(source, policy);
  return parsed.isAllowed ? parsed.url.href : null;
}
