import "server-only";
import { isShown, libraryIdOf, type Rating } from "@/lib/core/image/moderation";
import type { LibraryRatings } from "@/lib/state/library-store";
import type { ModerationState } from "@/lib/state/moderation-state";

/** This process's view of the ratings in effect. */
export type ImageRatings = {
  /** Changes when the ratings in effect change; 0 while there are none. */
  version(): number;
  /** Whether a search with this filter may show an image. */
  isShown(source: string, safesearch: "strict" | "moderate"): boolean;
  /** Resolves after the first attempt to read the ratings; null from then on. */
  loading(): Promise<void> | null;
};

export type RatingWatch = ReturnType<typeof watchRatings>;

/** A change by another process takes effect within this time and the time to read it. */
const POLL_MS = 2_000;

/** Repeats the ratings for a library that was replaced by an empty one, or a restarted thread. */
const REPEAT_MS = 60_000;

/**
 * Reads the ratings now and every two seconds. `follow` applies the ratings of library pictures: it
 * is called after each change, and once a minute. While the store fails, the last ratings stay in
 * effect.
 */
export function watchRatings(
  state: Pick<ModerationState, "ratings">,
  {
    follow,
    onFailure,
    pollMs = POLL_MS,
    repeatMs = REPEAT_MS,
  }: {
    follow: (ratings: LibraryRatings) => Promise<unknown>;
    onFailure: (cause: unknown) => void;
    pollMs?: number;
    repeatMs?: number;
  },
) {
  let revision = 0;
  let version = 0;
  const ratings = new Map<string, Rating>();
  let followedRevision = 0;
  let followedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function read(): Promise<void> {
    const latest = await state.ratings(revision);
    for (const { source, rating } of latest.changes) {
      if (rating === null) ratings.delete(source);
      else ratings.set(source, rating);
    }
    revision = Math.max(revision, latest.revision);
    if (latest.changes.length > 0) version += 1;
    const isDue = performance.now() - followedAtMs >= repeatMs;
    if (revision === 0 || (followedRevision === revision && !isDue)) return;
    const followed = revision;
    const isNew = followedRevision !== revision;
    await follow({ revision, ratings: [...ratings].flatMap(ofLibrary) });
    followedRevision = followed;
    // Data that was read from the library during the change may be outdated.
    if (isNew) version += 1;
    followedAtMs = performance.now();
  }

  /** Only one read at a time, so that an older result does not replace a newer one. */
  let reading: Promise<void> = Promise.resolve();
  function refresh(): Promise<void> {
    reading = reading.then(read).catch((cause) => {
      if (!isStopped) onFailure(cause);
    });
    return reading;
  }

  function poll(): void {
    if (isStopped) return;
    timer = setTimeout(() => void refresh().then(poll), pollMs);
    timer.unref();
  }

  let loading: Promise<void> | null = refresh();
  loading.then(() => {
    loading = null;
    poll();
  });

  const inEffect: ImageRatings = {
    version: () => version,
    isShown: (source, safesearch) => isShown(ratings.get(source) ?? null, safesearch),
    loading: () => loading,
  };

  return {
    ratings: inEffect,
    /** Reads the ratings now; resolves when they are in effect in this process. Never rejects. */
    refresh,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function ofLibrary([source, rating]: [string, Rating]): LibraryRatings["ratings"] {
  const id = libraryIdOf(source);
  return id === null ? [] : [{ id, rating }];
}
