import "server-only";
import { createHash } from "node:crypto";
import type { SearchQuery } from "@/lib/contract/search-query";
import { freshMsOf, keepMsOf, type LifetimePolicy } from "@/lib/core/answer-lifetime";
import { normaliseText } from "@/lib/core/search-query";
import { AppError } from "@/lib/platform/errors";
import type { AnswerRecord, AnswerStore } from "@/lib/state/answer-store";
import type { Found } from "./found-images";

/** An answer in the cache that may be served. */
export type CachedAnswer = Found & {
  answeredAtMs: number;
  /** False: stale, served only if the service gives no newer answer. */
  isFresh: boolean;
  /** The first images of a cached answer to the same query with a larger count. */
  isNarrowed: boolean;
};

export type AnswerCache = ReturnType<typeof createAnswerCache>;

const REFUSAL_MS = 5 * 60_000;
const PUTS_PER_PURGE = 50;

/**
 * Creates the cache of one service's answers.
 *
 * A fresh answer is better than a stale one, then an answer to the query itself is better than the
 * first images of a larger one, and of two stale answers the newer one is better.
 */
export function createAnswerCache({
  store,
  serviceUrl,
  policy,
  clock = Date.now,
}: {
  store: AnswerStore;
  serviceUrl: string;
  policy: LifetimePolicy & { hasNarrowing: boolean };
  clock?: () => number;
}) {
  let putsUntilPurge = 0;

  /** Null for a record that has expired or is damaged. */
  function toAnswer(record: AnswerRecord, nowMs: number): CachedAnswer | null {
    const found = readFound(record);
    if (found === null) return null;
    const lifetime = { key: record.key, isEmpty: found.images.length === 0 };
    // After the clock was set back, an answer may have a time in the future; treat it as new.
    const ageMs = Math.max(0, nowMs - record.answeredAtMs);
    if (ageMs >= keepMsOf(lifetime, policy)) return null;
    const isFresh = ageMs < freshMsOf(lifetime, policy);
    return { ...found, answeredAtMs: record.answeredAtMs, isFresh, isNarrowed: false };
  }

  async function findNarrowed(
    family: string,
    count: number,
    nowMs: number,
  ): Promise<CachedAnswer | null> {
    let newest: CachedAnswer | null = null;
    for (const record of await store.findLarger(family, count)) {
      const answer = toAnswer(record, nowMs);
      if (answer?.isFresh) return narrow(answer, count);
      newest ??= answer;
    }
    return newest === null ? null : narrow(newest, count);
  }

  async function putRecord(record: AnswerRecord): Promise<void> {
    await store.put(record);
    putsUntilPurge -= 1;
    if (putsUntilPurge < 0) {
      putsUntilPurge = PUTS_PER_PURGE;
      await store.purge(clock());
    }
  }

  return {
    /**
     * Finds the best answer that may be served. `refusal` is set if the service refused this query
     * within the last five minutes.
     */
    async lookUp(
      query: SearchQuery,
    ): Promise<{ answer: CachedAnswer | null; refusal: AppError | null }> {
      const nowMs = clock();
      const { key, family } = searchCacheKey(query, serviceUrl);
      const record = await store.find(key);
      const exact = record === null ? null : toAnswer(record, nowMs);
      if (exact?.isFresh) return { answer: exact, refusal: null };
      const narrowed = policy.hasNarrowing ? await findNarrowed(family, query.count, nowMs) : null;
      if (narrowed?.isFresh) return { answer: narrowed, refusal: null };
      const isNewer = (narrowed?.answeredAtMs ?? -1) > (exact?.answeredAtMs ?? -1);
      const refusal = await store.find(refusalKey(key));
      return {
        answer: isNewer ? narrowed : exact,
        refusal:
          refusal !== null && refusal.keepUntilMs > nowMs
            ? new AppError("service_refused", "the service refused this query recently")
            : null,
      };
    },

    async put(query: SearchQuery, found: Found): Promise<CachedAnswer> {
      const answeredAtMs = clock();
      const { key, family } = searchCacheKey(query, serviceUrl);
      const keepMs = keepMsOf({ key, isEmpty: found.images.length === 0 }, policy);
      await putRecord({
        key,
        family,
        count: query.count,
        answeredAtMs,
        keepUntilMs: answeredAtMs + keepMs,
        body: JSON.stringify(found),
      });
      return { ...found, answeredAtMs, isFresh: true, isNarrowed: false };
    },

    async putRefusal(query: SearchQuery): Promise<void> {
      const nowMs = clock();
      const key = refusalKey(searchCacheKey(query, serviceUrl).key);
      // Without the service's own text, which may repeat the query.
      const record = { key, family: "", count: 0, body: "", answeredAtMs: nowMs };
      await putRecord({ ...record, keepUntilMs: nowMs + REFUSAL_MS });
    },
  };
}

/** The version of the keys and bodies; entries of another version are never found. */
const VERSION = "answer-2";

/**
 * Returns the keys of an answer: `key` stands for the whole query, `family` for the query without
 * its count. They are hashes of the service and of every parameter of the query, also of
 * parameters that a later version adds. Two queries have one key exactly if the service would get
 * the same request, apart from white space and Unicode form (`normaliseText`).
 *
 * Hashes, because keys appear in listings and dumps, and a visitor's query must not.
 */
export function searchCacheKey(query: SearchQuery, serviceUrl: string): SearchKeys {
  const known = keys.get(query);
  if (known?.serviceUrl === serviceUrl) return known;
  const { q, count, ...filters } = query;
  const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [VERSION, serviceUrl, normaliseText(q), sorted];
  const made = { serviceUrl, key: digest([...parts, count]), family: digest(parts) };
  keys.set(query, made);
  return made;
}

type SearchKeys = { serviceUrl: string; key: string; family: string };

/** Hashing takes longer than finding the answer. No query changes after it was parsed. */
const keys = new WeakMap<SearchQuery, SearchKeys>();

/** JSON separates the parts unambiguously. */
function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

function refusalKey(key: string): string {
  return `refusal:${key}`;
}

/** The first `count` images; counts only the dropped items that leave a gap among them. */
function narrow(larger: CachedAnswer, count: number): CachedAnswer {
  const images = larger.images.slice(0, count);
  const droppedCount = Math.min(larger.droppedCount, count - images.length);
  return { ...larger, images, droppedCount, isNarrowed: true };
}

/** Parsing an answer takes longer than finding it; the memory returns the same record again. */
const parsed = new WeakMap<AnswerRecord, Found>();

/** Null for a damaged body: the answer then counts as missing, and is replaced. */
function readFound(record: AnswerRecord): Found | null {
  try {
    const found = parsed.get(record) ?? (JSON.parse(record.body) as Found);
    parsed.set(record, found);
    return found;
  } catch {
    return null;
  }
}
