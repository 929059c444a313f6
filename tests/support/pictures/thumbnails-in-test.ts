import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createThumbnailPipeline,
  type ThumbnailOptions,
  type ThumbnailPipeline,
} from "@/lib/thumbnails/thumbnail-pipeline";

export const TEST_KEY = "a key for tests, thirty-two bytes or more of it";
export const ACCEPT_AVIF = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";

/** No host that answers is slower, even on a busy machine. */
export const PATIENT = {
  dnsMs: 60_000,
  connectMs: 60_000,
  firstByteMs: 60_000,
  wholeMs: 60_000,
  rateAfterMs: 60_000,
};

export type TestThumbnails = ThumbnailPipeline & {
  dataDir: string;
  /** Requests a signed path as a browser does. */
  ask(address: string, options?: AskOptions): Promise<Response>;
  dispose(): Promise<void>;
};

type AskOptions = {
  accept?: string;
  visitor?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/** Builds the thumbnail pipeline with its own decoders and a temporary folder. */
export function thumbnailsInTest(options: Partial<ThumbnailOptions> = {}): TestThumbnails {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "vitrine-thumbnails-"));
  const thumbnails = createThumbnailPipeline({
    keys: [TEST_KEY],
    cacheBytesMax: 50_000_000,
    ownHosts: ["vitrine.example"],
    allowedPrivateHosts: [],
    readLibraryImage: async () => null,
    // A request that waits for a busy machine must not fail with the 503 of a late thumbnail.
    answerMs: 600_000,
    ...options,
    deadlines: { ...PATIENT, ...options.deadlines },
    decoderLimits: { jobMs: 120_000, ...options.decoderLimits },
    streamDeadlines: { headMs: 60_000, ...options.streamDeadlines },
    dataDir,
  });
  return {
    ...thumbnails,
    dataDir,
    ask: (address, { accept = ACCEPT_AVIF, visitor = "a", signal, headers } = {}) =>
      thumbnails.handle(
        { headers: new Headers({ accept, ...headers }) },
        { visitor, signal: signal ?? new AbortController().signal, target: address },
      ),
    async dispose() {
      thumbnails.close();
      await thumbnails.settled();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The signed path; throws if the source cannot have a thumbnail. */
export function signed(
  thumbnails: ThumbnailPipeline,
  source: string,
  widthPx: 160 | 320 | 640 = 320,
) {
  const found = thumbnails.sign(source, widthPx);
  if (found === null) throw new Error(`${source} has no thumbnail URL`);
  return `${found.path}${widthPx}`;
}
