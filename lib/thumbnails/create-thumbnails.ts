import "server-only";
import { join } from "node:path";
import type { ThumbnailWidthPx } from "@/lib/core/thumbnail-width";
import { Bulkhead, type BulkheadLimits, FETCH_LIMITS, LIBRARY_LIMITS } from "./bulkhead";
import { ByteBudget } from "./byte-budget";
import { CLIENT_LIMITS, type ClientLimits, ClientMeter } from "./client-limits";
import { FETCH_DEADLINES, type FetchDeadlines } from "./deadlines";
import { DECODER_LIMITS, type DecoderLimits, DecoderPool, sandboxFor } from "./decoder-pool";
import type { DecoderSandbox } from "./decoder-sandbox";
import { DiskCache, type DiskWriter } from "./disk-cache";
import { FailureCache } from "./failure-cache";
import { FailureCounts } from "./failure-counts";
import { VIA_NAME } from "./fetch-hop";
import { negotiateFormat } from "./negotiate";
import { neverAborts } from "./never-aborts";
import { LIBRARY_PREFIX, type OpenLibraryPicture, Originals } from "./originals";
import { parsePrivateHosts } from "./private-hosts";
import { Improver } from "./re-encoder";
import { TARGET_HEADER } from "./request-target";
import { type ResolveHost, resolveBySystem } from "./resolve";
import { createSigner, endOfDayMs, type SignedThumbnails, type ThumbnailSigner } from "./signature";
import { bareHostname, parseSourceUrl, type SourcePolicy } from "./source-url";
import { refused, ThumbnailFailure } from "./thumbnail-failure";
import { failureResponse, type ThumbnailEmbedding, thumbnailResponse } from "./thumbnail-response";
import { Supply } from "./thumbnail-service";
import { type ThumbnailLabel, ThumbnailStore } from "./thumbnail-store";

export type ThumbnailOptions = {
  /** One or two secrets of at least 32 bytes; the first signs, both are accepted. */
  keys: readonly string[];
  /** Absolute folder; thumbnails are kept in `thumbnails` below it. Decoders don't see it. */
  dataDir: string;
  cacheBytesMax: number;
  /** Host names and addresses, without port, under which this server is reached. */
  ownHosts: readonly string[];
  /** Hosts, hosts with port or networks (CIDR) that may be fetched from though private. */
  allowedPrivateHosts: readonly string[];
  /** Whether a redirect from https to http is followed. */
  allowPlainHttpAfterHttps: boolean;
  /** `cross-origin` where other sites embed thumbnails. */
  embedding?: ThumbnailEmbedding;
  openLibraryPicture: OpenLibraryPicture;
  /** Absolute path of the bundled decoder; by default where `npm run build:programs` puts it. */
  decoderPath?: string;
  /** More absolute folders and files that decoders must not see. */
  hiddenPaths?: readonly string[];
  /** What tests replace. */
  clock?: () => number;
  resolveHost?: ResolveHost;
  deadlines?: Partial<FetchDeadlines>;
  fetchLimits?: Partial<BulkheadLimits>;
  clientLimits?: Partial<ClientLimits>;
  decoderLimits?: Partial<DecoderLimits>;
  originalBytesMax?: number;
  diskWriter?: DiskWriter;
};

/** What a thumbnail request comes with besides itself. */
export type ThumbnailContext = {
  /** Whoever asks, as limits count them: usually an address. */
  client: string;
  /** Aborts when the visitor leaves. */
  signal: AbortSignal;
};

export type Thumbnails = ReturnType<typeof createThumbnails>;

const ORIGINAL_BYTES_MAX = 10 * 1024 * 1024;
/** Of bodies on their way, together: 32 of the largest would be 320 MiB. */
const FETCHING_BYTES_MAX = 128 * 1024 * 1024;
const MEMORY_BYTES_MAX = 32 * 1024 * 1024;

/**
 * The thumbnail pipeline: signs addresses, and answers them.
 *
 * @throws RangeError for keys or private hosts that can't be used.
 */
export function createThumbnails(options: ThumbnailOptions) {
  const clock = options.clock ?? Date.now;
  const embedding = options.embedding ?? "same-origin";
  const signer = createSigner(options.keys, { clock });
  const policy: SourcePolicy = {
    ownHosts: options.ownHosts.map((own) => bareHostname({ hostname: own.toLowerCase() })),
    privateHosts: parsePrivateHosts(options.allowedPrivateHosts),
  };
  const { supply, stats, ...rest } = assemble(options, policy, clock);
  const failed = new FailureCounts();

  return {
    /**
     * Where a picture's thumbnails are, to be put into an answer or a page: each listed width from
     * the narrowest to the widest. `source` is the picture's address, or `lib:` and the id of a
     * picture of the library. Null for an address that would never be fetched (scheme, port, user,
     * private literal …): such a picture has no thumbnail.
     */
    sign(
      source: string,
      narrowestPx: ThumbnailWidthPx,
      widestPx: ThumbnailWidthPx = narrowestPx,
    ): SignedThumbnails | null {
      const canonical = canonicalSource(source, policy);
      return canonical === null ? null : signer.sign(canonical, narrowestPx, widestPx);
    },

    /**
     * Answers `GET /thumb/…`. Failures are responses, too; only a bug throws.
     */
    async handle(request: Request, { client, signal }: ThumbnailContext): Promise<Response> {
      try {
        const tuple = readRequest(request, signer);
        const format = negotiateFormat(request.headers.get("accept"));
        const thumbnail = await supply.get({ ...tuple, format }, client, signal);
        const secondsLeft = (endOfDayMs(tuple.expiryDay) - clock()) / 1_000;
        const ifNoneMatch = request.headers.get("if-none-match");
        return thumbnailResponse(thumbnail, { ifNoneMatch, secondsLeft, embedding });
      } catch (error) {
        if (error instanceof ThumbnailFailure) {
          failed.add(error);
          return failureResponse(error, embedding);
        }
        // Nobody reads this answer; 499 is what servers commonly log for it.
        if (signal.aborted) return new Response(null, { status: 499 });
        throw error;
      }
    },

    /**
     * Begins thumbnails that a page is about to ask for, in the format that `accept` (of the
     * page's own request) leads to. Never throws; addresses that are not ours are left out.
     */
    warm(addresses: readonly string[], accept: string | null = "image/avif"): void {
      const format = negotiateFormat(accept);
      for (const address of addresses) {
        const tuple = signer.verify(address);
        if (tuple !== null) void supply.prepare({ ...tuple, format }, neverAborts());
      }
    },

    /** Counters and levels, for a metrics page. */
    stats: () => ({ ...stats(), failed: failed.list() }),

    ...rest,
  };
}

function assemble(options: ThumbnailOptions, policy: SourcePolicy, clock: () => number) {
  const folder = join(options.dataDir, "thumbnails");
  const disk = new DiskCache<ThumbnailLabel>(
    folder,
    options.cacheBytesMax,
    clock,
    ...(options.diskWriter === undefined ? [] : [options.diskWriter]),
  );
  const store = new ThumbnailStore(disk, Math.min(MEMORY_BYTES_MAX, options.cacheBytesMax));
  const failures = new FailureCache(clock);
  const bulkhead = new Bulkhead({ ...FETCH_LIMITS, ...options.fetchLimits });
  const library = new Bulkhead(LIBRARY_LIMITS);
  const fetching = {
    policy,
    resolveHost: options.resolveHost ?? resolveBySystem,
    deadlines: { ...FETCH_DEADLINES, ...options.deadlines },
    bytesMax: options.originalBytesMax ?? ORIGINAL_BYTES_MAX,
    budget: new ByteBudget(FETCHING_BYTES_MAX),
    mayLeaveHttps: options.allowPlainHttpAfterHttps,
  };
  const { openLibraryPicture } = options;
  const originals = new Originals({ fetching, bulkhead, failures, openLibraryPicture });
  const program = {
    path: options.decoderPath ?? join(process.cwd(), ".programs", "decoder.mjs"),
    hiddenPaths: [options.dataDir, ...(options.hiddenPaths ?? [])],
    isBackground: false,
  };
  const limits = { ...DECODER_LIMITS, ...options.decoderLimits };
  const find = sandboxFor(program);
  let found: DecoderSandbox | null = null;
  const findSandbox = async () => {
    found = await find();
    return found;
  };
  const decoders = new DecoderPool(program, limits, findSandbox);
  const background = new DecoderPool(
    { ...program, isBackground: true },
    { ...limits, processes: 1, jobMs: BETTER_JOB_MS },
    findSandbox,
  );
  const improver = new Improver(() => background.rest());
  const meter = new ClientMeter({ ...CLIENT_LIMITS, ...options.clientLimits }, clock);
  const making = { originals, failures, library };
  const supply = new Supply({ ...making, store, meter, decoders, background, improver });

  return {
    supply,
    stats: () => ({
      ...supply.stats(),
      store: store.stats(),
      originals: originals.stats(),
      fetching: { running: bulkhead.running, waiting: bulkhead.waiting },
      library: { running: library.running, waiting: library.waiting },
      decoders: decoders.stats(),
      sandbox: found,
      improving: improver.waiting,
      failures: failures.size,
    }),
    /** How much decoders are locked up here, found by trying. @throws DecoderDied: not at all. */
    sandbox: findSandbox,
    /** The decoders' process numbers, for whoever watches them. */
    decoderPids: () => decoders.pids(),
    /** Waits for the disk and for better encodes under way. */
    async settled(): Promise<void> {
      await disk.ready;
      await improver.settled();
      await store.settled();
    },
    /** Ends decoders and background work. */
    close(): void {
      improver.close();
      decoders.close();
      background.close();
    },
  };
}

/** A better encode at the largest width may take seconds at the lowest priority. */
const BETTER_JOB_MS = 30_000;

/** @throws ThumbnailFailure unless it is a GET of an address that this server made. */
function readRequest(request: Request, signer: ThumbnailSigner) {
  if (request.method !== "GET") {
    throw new ThumbnailFailure("refused", 405, "another method than GET", { isRemembered: false });
  }
  const path = /^https?:\/\/[^/?#]*(\/[^?#]*)$/.exec(request.url)?.[1];
  // Where the server records it, what was sent must be this path and nothing besides.
  const target = request.headers.get(TARGET_HEADER) ?? path;
  const tuple = path === undefined || target !== path ? null : signer.verify(path);
  if (tuple === null) throw refused("not an address this server made, or an expired one");
  if (request.headers.get("via")?.toLowerCase().includes(VIA_NAME))
    throw refused("a loop of thumbnails");
  return tuple;
}

function canonicalSource(source: string, policy: SourcePolicy): string | null {
  if (source.startsWith(LIBRARY_PREFIX)) {
    return /^lib:[A-Za-z0-9_.:~-]{1,200}$/.test(source) ? source : null;
  }
  const parsed = parseSourceUrl(source, policy);
  return parsed.isAllowed ? parsed.url.href : null;
}
