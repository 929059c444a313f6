import "server-only";
import { LRUCache } from "lru-cache";
import type { Caller, FairQueue } from "@/lib/platform/fair-queue";
import { createRequestCoalescing } from "@/lib/platform/request-coalescing";
import { traced } from "@/lib/platform/tracing";
import type { FailureCache } from "./failure-cache";
import { allowedUrl, type FetchSourceOptions, fetchSource } from "./fetch-source";
import { bareHostname } from "./source-url";
import { ThumbnailFailure, tooLarge } from "./thumbnail-failure";

/**
 * Reads an image of the own library. Returns null if there is none with this id, `too-large` if its
 * file exceeds IMAGE_FILE_BYTES_MAX, `incomplete` if it is empty or is being rewritten.
 */
export type ReadLibraryImage = (
  id: string,
) => Promise<Uint8Array | "too-large" | "incomplete" | null>;

/** Sources in the library are `lib:{id}` or `lib:{id}@{revision}`. */
export const LIBRARY_PREFIX = "lib:";

export type Originals = ReturnType<typeof createOriginals>;

type OriginalsOptions = {
  fetching: FetchSourceOptions;
  queue: FairQueue;
  failures: FailureCache;
  readLibraryImage: ReadLibraryImage;
};

const CACHED_BYTES_MAX = 64 * 1024 * 1024;
/** Long enough for the other widths on a page and for the better encode. */
const CACHED_MS = 120_000;

/** Creates the source of originals: files of the library, and images on other hosts. */
export function createOriginals({ fetching, queue, failures, readLibraryImage }: OriginalsOptions) {
  const cached = new LRUCache<string, Buffer>({
    maxSize: CACHED_BYTES_MAX,
    sizeCalculation: (bytes) => bytes.length + 1,
    ttl: CACHED_MS,
  });
  const coalescing = createRequestCoalescing<Buffer>();
  let fetches = 0;
  let fetchedBytes = 0;

  async function fetch(source: string, caller: Caller): Promise<Buffer> {
    try {
      const host = hostKey(allowedUrl(source, fetching.policy));
      const bytes = await traced("fetch original", {}, () =>
        queue.run({ ...caller, host }, () => {
          fetches += 1;
          return fetchSource(source, fetching, caller.signal);
        }),
      );
      fetchedBytes += bytes.length;
      cached.set(source, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof ThumbnailFailure) failures.remember(source, error);
      throw error;
    }
  }

  return {
    /**
     * Reads or fetches an original. Concurrent requests share a fetch.
     *
     * @throws ThumbnailFailure, remembered for a while; the signal's reason
     */
    async get(source: string, { visitor, signal }: Caller): Promise<Uint8Array> {
      if (source.startsWith(LIBRARY_PREFIX)) {
        const [id = ""] = source.slice(LIBRARY_PREFIX.length).split("@");
        const file = await readLibraryImage(id);
        if (file === null) throw notInLibrary();
        if (file === "too-large") throw tooLarge();
        if (file === "incomplete") throw incomplete();
        return file;
      }
      const bytes = cached.get(source);
      if (bytes !== undefined) return bytes;
      const failure = failures.find(source);
      if (failure !== null) throw failure;
      return coalescing.join(source, {
        signal,
        start: (call) => fetch(source, { visitor, signal: call.signal }),
      });
    },
    stats: () => ({ fetches, fetchedBytes, heldBytes: cached.calculatedSize }),
  };
}

export function notInLibrary(): ThumbnailFailure {
  return new ThumbnailFailure("gone", 404, "not in the library", { isRemembered: false });
}

/** Not remembered: the file soon has all its bytes, and reading it again costs little. */
function incomplete(): ThumbnailFailure {
  const options = { retryAfterSeconds: 2, isRemembered: false };
  return new ThumbnailFailure("not-a-picture", 415, "its file is empty or being written", options);
}

/** Returns one key for a host, with or without a default port or a trailing dot. */
export function hostKey(url: URL): string {
  const isDefault = ["", "80", "443"].includes(url.port);
  return isDefault ? bareHostname(url) : `${bareHostname(url)}:${url.port}`;
}
