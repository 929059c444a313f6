import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { COUNT_MAX, type SearchQuery } from "@/lib/contract/search-query";
import { normaliseText } from "@/lib/core/query/search-query";
import type { AnswerLookup, FoundAnswer, StoredAnswer } from "@/lib/state/search-state";
import type { GalleryImages } from "./gallery-images";

/** A cached answer that may be served. */
export type CachedAnswer = GalleryImages & {
  /** By the store's time, in milliseconds since the epoch. */
  answeredAtMs: number;
  /** How many images match; null if the service may have more. */
  totalCount: number | null;
  /** How many images the cached answer has; `images` are the first of them. */
  heldCount: number;
};

/** The memory's answer to a query. */
type Recalled = {
  answer: CachedAnswer;
  isFresh: boolean;
  /** Whether the store had no better answer a few seconds ago. */
  isConfirmed: boolean;
};

export type AnswerMemory = ReturnType<typeof createAnswerMemory>;

const BYTES_MAX = 16 * 1024 * 1024;
/** Memory that an entry takes beyond its answer. */
const ENTRY_BYTES = 500;
const CONFIRMED_MS = 5_000;

type Entry = Omit<StoredAnswer, "body"> & {
  family: string;
  answer: CachedAnswer;
  bytes: number;
  /** Monotonic; infinity if the store does not have this answer. */
  confirmedAtMs: number;
};

/**
 * Creates the memory in front of the store's answers: the answers used last, parsed. `nowMs` returns
 * the store's time as far as this process knows it.
 */
export function createAnswerMemory({
  nowMs,
  monotonicMs,
}: {
  nowMs: () => number;
  monotonicMs: () => number;
}) {
  const entries = new LRUCache<string, Entry>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes + ENTRY_BYTES,
  });

  function isFresh({ freshUntilMs, answeredAtMs }: Entry, { ageMsMax }: AnswerLookup): boolean {
    const now = nowMs();
    return freshUntilMs > now && (ageMsMax === null || answeredAtMs >= now - ageMsMax);
  }

  return {
    /** Returns the best answer in the memory, in the store's order (`SearchState.find`). */
    recall(lookup: AnswerLookup): Recalled | null {
      const now = nowMs();
      const own = entries.get(lookup.key);
      let best = own !== undefined && own.keepUntilMs > now ? own : null;
      if ((best === null || !isFresh(best, lookup)) && lookup.family !== null) {
        const rank = (entry: Entry) => (isFresh(entry, lookup) ? now : 0) + entry.answeredAtMs;
        for (const entry of entries.values()) {
          if (entry.family !== lookup.family || entry.count <= lookup.count) continue;
          if (entry.keepUntilMs <= now) continue;
          if (best === null || rank(entry) > rank(best)) best = entry;
        }
      }
      if (best === null) return null;
      return {
        answer: answerTo(lookup, best),
        isFresh: isFresh(best, lookup),
        isConfirmed: monotonicMs() - best.confirmedAtMs < CONFIRMED_MS,
      };
    },
    /** Remembers an answer that the store found. Returns it, or the memory's own if that is newer. */
    learn(
      lookup: AnswerLookup,
      family: string,
      { answer }: Pick<FoundAnswer, "answer">,
    ): CachedAnswer | null {
      if (answer === null) return null;
      const { body, ...stored } = answer;
      const known = entries.peek(answer.key);
      if (known !== undefined && known.answeredAtMs > answer.answeredAtMs) {
        return answerTo(lookup, known);
      }
      const entry = {
        ...stored,
        family,
        answer:
          known?.answeredAtMs === answer.answeredAtMs
            ? known.answer
            : toAnswer(JSON.parse(body) as GalleryImages, answer),
        bytes: body.length,
        confirmedAtMs: monotonicMs(),
      };
      entries.set(answer.key, entry);
      return answerTo(lookup, entry);
    },
    /** Remembers a new answer. `isStored` says whether the store has it too. */
    keep(
      { found, ...stored }: Omit<Entry, "answer" | "confirmedAtMs"> & { found: GalleryImages },
      { isStored }: { isStored: boolean },
    ): CachedAnswer {
      const confirmedAtMs = isStored ? monotonicMs() : Number.POSITIVE_INFINITY;
      const answer = toAnswer(found, stored);
      entries.set(stored.key, { ...stored, answer, confirmedAtMs });
      return answer;
    },
  };
}

/** The version of the keys and bodies; entries of another version are never found. */
const VERSION = "answer-2";

/**
 * Returns the keys of an answer: `key` identifies the whole query, `family` the query without its
 * count. They are hashes of the service and of every parameter of the query, including parameters
 * that a later version adds. Two queries have the same key exactly if the service would receive the
 * same request, apart from white space and Unicode form (`normaliseText`).
 *
 * They are hashes because keys appear in listings and dumps, and a visitor's query must not.
 */
export function searchCacheKey(query: SearchQuery, serviceUrl: string): SearchKeys {
  return keys.memo(JSON.stringify([serviceUrl, query]), { context: { query, serviceUrl } });
}

type SearchKeys = { key: string; family: string };

/** By service and query, because hashing takes longer than finding the answer. */
const keys = new LRUCache<string, SearchKeys, { query: SearchQuery; serviceUrl: string }>({
  max: 1_000,
  memoMethod(_text, _stale, { context: { query, serviceUrl } }) {
    const { q, count, ...filters } = query;
    const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
    const parts = [VERSION, serviceUrl, normaliseText(q), sorted];
    return { key: digest([...parts, count]), family: digest(parts) };
  },
});

/** JSON separates the parts unambiguously. */
function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** A search as it is sent, and where its answer is cached. */
export type Search = { query: SearchQuery; family: string; lookup: AnswerLookup };

export type ToSearch = (query: SearchQuery, options?: { ageMsMax: number | null }) => Search;

/**
 * Creates the function that turns a visitor's query into a search of the configured service. Each part
 * that looks up answers uses it, so that all parts agree on what is cached.
 */
export function createToSearch({
  serviceUrl,
  hasNarrowing,
  asksMost,
}: {
  serviceUrl: string;
  /** Whether a cached answer with more images serves a search for fewer. */
  hasNarrowing: boolean;
  /** Whether a search requests the largest count, so that showing more images is free. */
  asksMost: boolean;
}): ToSearch {
  return (query, { ageMsMax } = { ageMsMax: null }) => {
    const sent = asksMost ? { ...query, count: COUNT_MAX } : query;
    const { key, family } = searchCacheKey(sent, serviceUrl);
    const lookup = { key, family: hasNarrowing ? family : null, count: sent.count, ageMsMax };
    return { query: sent, family, lookup };
  };
}

function toAnswer(
  found: GalleryImages,
  { answeredAtMs, count }: Pick<StoredAnswer, "answeredAtMs" | "count">,
): CachedAnswer {
  const heldCount = found.images.length;
  // A service that sends fewer images than requested has no more.
  const totalCount = heldCount + found.droppedCount < count ? heldCount : null;
  return { ...found, answeredAtMs, totalCount, heldCount };
}

/** Returns an entry's answer with no more images than requested. */
function answerTo({ key, count }: AnswerLookup, entry: Entry): CachedAnswer {
  return entry.key === key ? entry.answer : narrow(entry.answer, count);
}

/** Returns the first `count` images of an answer; the same answer if it has no more. */
export function narrow(answer: CachedAnswer, count: number): CachedAnswer {
  if (answer.images.length + answer.droppedCount <= count) return answer;
  const images = answer.images.slice(0, count);
  // Counts only the dropped items that leave a gap among these images.
  const droppedCount = Math.min(answer.droppedCount, count - images.length);
  return { ...answer, images, droppedCount };
}
