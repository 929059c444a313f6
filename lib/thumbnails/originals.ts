import "server-only";
import { LRUCache } from "lru-cache";
import type { Bulkhead } from "./bulkhead";
import type { FailureCache } from "./failure-cache";
import { type FetchSourceOptions, fetchSource } from "./fetch-source";
import { tooLarge } from "./read-body";
import { SingleFlight } from "./single-flight";
import { bareHostname, parseSourceUrl } from "./source-url";
import { refused, ThumbnailFailure } from "./thumbnail-failure";

/**
 * Reads a picture of the user's own library; null where there is none with this id, `too-large`
 * where it has more bytes than are read.
 */
export type OpenLibraryPicture = (id: string) => Promise<Uint8Array | "too-large" | null>;

export const LIBRARY_PREFIX = "lib:";

const HELD_BYTES_MAX = 64 * 1024 * 1024;
/** Long enough for the other widths of a page and for the better encode after it. */
const HELD_MS = 120_000;

type OriginalsOptions = {
  fetching: FetchSourceOptions;
  bulkhead: Bulkhead;
  failures: FailureCache;
  openLibraryPicture: OpenLibraryPicture;
};

/** Where originals come from: a host on the internet, or a file of the library. */
export class Originals {
  readonly #held = new LRUCache<string, Buffer>({
    maxSize: HELD_BYTES_MAX,
    sizeCalculation: (bytes) => bytes.length + 1,
    ttl: HELD_MS,
  });
  readonly #flights = new SingleFlight<Buffer>();
  #fetches = 0;
  #fetchedBytes = 0;

  constructor(private readonly options: OriginalsOptions) {}

  stats() {
    return {
      fetches: this.#fetches,
      fetchedBytes: this.#fetchedBytes,
      heldBytes: this.#held.calculatedSize,
    };
  }

  /**
   * The original's bytes. Requests for the same one share a fetch; one that failed is not tried
   * again before its time.
   *
   * @throws ThumbnailFailure for every way in which it can't be had; the signal's reason.
   */
  async get(source: string, signal: AbortSignal): Promise<Uint8Array> {
    if (source.startsWith(LIBRARY_PREFIX)) return this.#open(source);
    const held = this.#held.get(source);
    if (held !== undefined) return held;
    const known = this.options.failures.find(source);
    if (known !== null) throw known;
    return this.#flights.run(source, signal, (shared) => this.#fetch(source, shared));
  }

  async #open(source: string): Promise<Uint8Array> {
    const id = source.slice(LIBRARY_PREFIX.length);
    const bytes = await this.options.openLibraryPicture(id);
    if (bytes === null) {
      throw new ThumbnailFailure("gone", 404, "no such picture in the library", {
        isRemembered: false,
      });
    }
    if (bytes === "too-large") throw tooLarge();
    return bytes;
  }

  async #fetch(source: string, signal: AbortSignal): Promise<Buffer> {
    const { bulkhead, failures, fetching } = this.options;
    try {
      const parsed = parseSourceUrl(source, fetching.policy);
      if (!parsed.isAllowed) throw refused(`the address is not fetched: ${parsed.problem}`);
      const bytes = await bulkhead.run(hostKey(parsed.url), signal, () => {
        this.#fetches += 1;
        return fetchSource(source, fetching, signal);
      });
      this.#fetchedBytes += bytes.length;
      this.#held.set(source, bytes);
      failures.forget(source);
      return bytes;
    } catch (error) {
      if (error instanceof ThumbnailFailure) failures.remember(source, error);
      throw error;
    }
  }
}

/** Both usual ports, and the name with and without its closing dot, are one host's. */
function hostKey(url: URL): string {
  const isUsual = ["", "80", "443"].includes(url.port);
  return isUsual ? bareHostname(url) : `${bareHostname(url)}:${url.port}`;
}
