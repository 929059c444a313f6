import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { freshMsOf, keepMsOf, type LifetimePolicy } from "@/lib/core/answer-lifetime";
import { AppError } from "@/lib/platform/errors";
import type { AnswerRecord, AnswerStore } from "@/lib/state/answer-store";
import { searchCacheKey } from "./cache-key";
import type { Found } from "./found-images";

/** A kept answer that may be served. */
export type CachedAnswer = Found & {
  answeredAtMs: number;
  /** False: only to be served when nothing newer can be had. */
  isFresh: boolean;
  /** Cut out of an answer to the same question with a larger count. */
  isNarrowed: boolean;
};

export type LookUp = {
  answer: CachedAnswer | null;
  /** The service refused this very search lately, and would again. */
  refusal: AppError | null;
};

export type AnswerCache = {
  lookUp(query: SearchQuery): Promise<LookUp>;
  keep(query: SearchQuery, found: Found): Promise<CachedAnswer>;
  keepRefusal(query: SearchQuery, refusal: AppError): Promise<void>;
};

type AnswerCachePolicy = LifetimePolicy & { hasNarrowing: boolean };

const REFUSAL_MS = 5 * 60_000;
const PURGE_EVERY = 50;

/**
 * The answers this server holds, for one service.
 *
 * One for the same question is best; else, fresh before stale, a larger answer of the same family
 * is cut to the count asked for, in rank order.
 */
export function createAnswerCache({
  store,
  serviceUrl,
  policy,
  clock = Date.now,
}: {
  store: AnswerStore;
  serviceUrl: string;
  policy: AnswerCachePolicy;
  clock?: () => number;
}): AnswerCache {
  let putsUntilPurge = 0;

  async function find(key: string): Promise<KeptBody<Found> | null> {
    return readHeld(await store.find(key));
  }

  function toHeld({ kept, body }: KeptBody<Found>, nowMs: number): CachedAnswer | null {
    const lifetime = { key: kept.key, isEmpty: body.images.length === 0 };
    // A clock that went back makes an answer look as if it came from the future: it is new.
    const ageMs = Math.max(0, nowMs - kept.answeredAtMs);
    if (ageMs >= keepMsOf(lifetime, policy)) return null;
    const isFresh = ageMs < freshMsOf(lifetime, policy);
    return { ...body, answeredAtMs: kept.answeredAtMs, isFresh, isNarrowed: false };
  }

  async function put(kept: AnswerRecord): Promise<void> {
    await store.put(kept);
    putsUntilPurge -= 1;
    if (putsUntilPurge < 0) {
      putsUntilPurge = PURGE_EVERY;
      await store.purge(clock());
    }
  }

  return {
    async lookUp(query) {
      const nowMs = clock();
      const { key, family } = searchCacheKey(query, serviceUrl);
      const exact = await find(key);
      const same = exact === null ? null : toHeld(exact, nowMs);
      if (same?.isFresh) return { answer: same, refusal: null };
      const larger = policy.hasNarrowing
        ? readHeld(await store.findLarger(family, query.count))
        : null;
      const wider = larger === null ? null : toHeld(larger, nowMs);
      const narrowed = wider === null ? null : narrow(wider, query.count);
      if (narrowed?.isFresh) return { answer: narrowed, refusal: null };
      const isNewer = (narrowed?.answeredAtMs ?? -1) > (same?.answeredAtMs ?? -1);
      return {
        answer: isNewer ? narrowed : same,
        refusal: readRefusal(await store.find(refusalKey(key)), nowMs),
      };
    },

    async keep(query, found) {
      const answeredAtMs = clock();
      const { key, family } = searchCacheKey(query, serviceUrl);
      const keepMs = keepMsOf({ key, isEmpty: found.images.length === 0 }, policy);
      await put({
        key,
        family,
        count: query.count,
        answeredAtMs,
        keepUntilMs: answeredAtMs + keepMs,
        body: JSON.stringify(found),
      });
      return { ...found, answeredAtMs, isFresh: true, isNarrowed: false };
    },

    async keepRefusal(query, { code, serviceSaid }) {
      const nowMs = clock();
      await put({
        key: refusalKey(searchCacheKey(query, serviceUrl).key),
        family: "",
        count: 0,
        answeredAtMs: nowMs,
        keepUntilMs: nowMs + REFUSAL_MS,
        body: JSON.stringify({ code, serviceSaid }),
      });
    },
  };
}

function refusalKey(key: string): string {
  return `refusal:${key}`;
}

/** The first `count` images; of the dropped ones, only those that leave a gap now. */
function narrow(wider: CachedAnswer, count: number): CachedAnswer {
  const images = wider.images.slice(0, count);
  const droppedCount = Math.min(wider.droppedCount, count - images.length);
  return { ...wider, images, droppedCount, isNarrowed: true };
}

type KeptBody<T> = { kept: AnswerRecord; body: T };

/** Parsing an answer costs more than finding it; the quick store gives the same object again. */
const parsed = new WeakMap<AnswerRecord, Found>();

function readHeld(kept: AnswerRecord | null): KeptBody<Found> | null {
  if (kept === null) return null;
  const body = parsed.get(kept) ?? readJson<Found>(kept.body);
  if (body === null) return null;
  parsed.set(kept, body);
  return { kept, body };
}

function readRefusal(kept: AnswerRecord | null, nowMs: number): AppError | null {
  if (kept === null || kept.keepUntilMs <= nowMs) return null;
  const serviceSaid = readJson<{ serviceSaid?: string }>(kept.body)?.serviceSaid;
  return new AppError("service_refused", "the service refused this search lately", { serviceSaid });
}

/** What we wrote ourselves; a damaged text counts as not kept, and is written anew. */
function readJson<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
