import "server-only";
import { LRUCache } from "lru-cache";
import type { Bulkhead } from "./bulkhead";
import type { ClientMeter } from "./client-limits";
import type { DecoderPool } from "./decoder-pool";
import type { FailureCache } from "./failure-cache";
import type { ThumbnailFormat } from "./negotiate";
import { neverAborts } from "./never-aborts";
import { LIBRARY_PREFIX, type Originals } from "./originals";
import type { Improver } from "./re-encoder";
import { cacheKey, type ThumbnailTuple } from "./signature";
import { SingleFlight } from "./single-flight";
import { ThumbnailFailure } from "./thumbnail-failure";
import { makeFromSource } from "./thumbnail-maker";
import type { Thumbnail, ThumbnailStore } from "./thumbnail-store";

type SupplyParts = {
  store: ThumbnailStore;
  originals: Originals;
  failures: FailureCache;
  library: Bulkhead;
  meter: ClientMeter;
  decoders: DecoderPool;
  /** One slow process for better encodes, which take nothing from those who wait. */
  background: DecoderPool;
  improver: Improver;
};

/** One thumbnail in one format. */
type Wish = Pick<ThumbnailTuple, "source" | "widthPx"> & { format: ThumbnailFormat };

/** Each format has its own entry. One hexadecimal digit, since that is what keys are made of. */
const FORMAT_DIGITS: Record<ThumbnailFormat, string> = { avif: "a", webp: "b", jpeg: "c" };
const VIEWS_KEPT_MAX = 20_000;
/** Asked for so often, a picture is worth half a second of a spare processor. */
const VIEWS_FOR_BETTER = 2;

/** Supplies thumbnails: those it has at once, the others made once however many ask. */
export class Supply {
  readonly #flights = new SingleFlight<Thumbnail>();
  readonly #reads = new SingleFlight<Thumbnail | null>();
  readonly #views = new LRUCache<string, number>({ max: VIEWS_KEPT_MAX });
  #hits = 0;
  #made = 0;
  #improved = 0;

  constructor(private readonly parts: SupplyParts) {}

  stats() {
    return { hits: this.#hits, made: this.#made, improved: this.#improved };
  }

  /**
   * The thumbnail for a visitor; `client` is who pays for one that has to be made.
   *
   * @throws ThumbnailFailure; the signal's reason.
   */
  async get(wish: Wish, client: string, signal: AbortSignal): Promise<Thumbnail> {
    const key = keyOf(wish);
    this.#views.set(key, (this.#views.get(key) ?? 0) + 1);
    const kept = await this.#find(key, signal);
    if (kept !== null) {
      this.#hits += 1;
      this.#considerBetter(key, wish, kept);
      return kept;
    }
    const isOwn = wish.source.startsWith(LIBRARY_PREFIX);
    const known = this.parts.failures.find(wish.source);
    if (known !== null) throw known;
    // The library is scrolled in long strides, and costs no host anything.
    if (!isOwn) this.parts.meter.spend(client);
    const thumbnail = await this.#make(key, wish, signal);
    if (!isOwn) this.parts.meter.addBytes(client, thumbnail.body.length);
    return thumbnail;
  }

  /** Makes a thumbnail that nobody has asked for yet; failures are remembered, not thrown. */
  async prepare(wish: Wish, signal: AbortSignal): Promise<void> {
    const key = keyOf(wish);
    try {
      const isThere = (await this.#find(key, signal)) !== null;
      const isHopeless = this.parts.failures.find(wish.source) !== null;
      if (!isThere && !isHopeless) await this.#make(key, wish, signal);
    } catch {
      // Whoever asks for it will be told.
    }
  }

  /** One read of the disk, however many ask at once. */
  async #find(key: string, signal: AbortSignal): Promise<Thumbnail | null> {
    const { store } = this.parts;
    const held = store.peek(key) ?? (await this.#reads.run(key, signal, () => store.get(key)));
    // It may have been made while the disk was asked.
    return held ?? store.peek(key);
  }

  #make(key: string, wish: Wish, signal: AbortSignal): Promise<Thumbnail> {
    return this.#flights.run(key, signal, async (shared) => {
      const request = { ...wish, effort: "quick", isUrgent: true } as const;
      const { format, body } = await makeFromSource(request, this.parts, shared);
      this.#made += 1;
      return this.parts.store.set(key, { format, effort: "quick" }, body);
    });
  }

  #considerBetter(key: string, wish: Wish, { effort }: Thumbnail): void {
    // Only AVIF gains from more effort.
    const isWorthIt = effort === "quick" && wish.format === "avif";
    if (!isWorthIt || (this.#views.get(key) ?? 0) < VIEWS_FOR_BETTER) return;
    this.parts.improver.schedule(key, () => this.#improve(key, wish));
  }

  async #improve(key: string, wish: Wish): Promise<void> {
    const { store, background, originals, failures, library } = this.parts;
    const current = await store.get(key);
    if (current === null || current.effort === "better") return;
    const request = { ...wish, effort: "better", isUrgent: false } as const;
    const parts = { originals, failures, library, decoders: background };
    const made = await makeFromSource(request, parts, neverAborts()).catch((error: unknown) => {
      if (!isLasting(error)) throw error;
      // The quick one is as good as it gets, and no other is tried.
      return current;
    });
    const { format, body } = made.body.length < current.body.length ? made : current;
    store.set(key, { format, effort: "better" }, body);
    this.#improved += 1;
  }
}

function keyOf({ source, widthPx, format }: Wish): string {
  return cacheKey({ source, widthPx }) + FORMAT_DIGITS[format];
}

/** Whether the picture itself is why it can't be made, and not a host or a server in trouble. */
function isLasting(error: unknown): boolean {
  const reason = error instanceof ThumbnailFailure ? error.reason : null;
  return reason === "too-large" || reason === "not-a-picture";
}
