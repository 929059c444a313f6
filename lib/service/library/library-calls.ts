import "server-only";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { EXAMPLE_SEARCHES } from "@/lib/core/query/example-searches";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import { startOnce } from "@/lib/platform/cooldown";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { CallHandlers } from "@/lib/platform/worker-calls";
import type {
  BrokenFile,
  BrokenReason,
  BrowseQuery,
  FiledPicture,
  IndexedPicture,
  LibraryAnswer,
  LibraryOverview,
  LibraryQuery,
  LibraryRatings,
  LibraryStore,
  LibrarySummary,
  Source,
} from "@/lib/state/library-store";
import { openLibrary, openMemoryLibrary } from "@/lib/state/open-library";
import type { StoreLocation } from "@/lib/state/state";
import { readDictionary } from "../finding/read-dictionary";
import type { Picture } from "../picture";
import { exampleSearches } from "./example-searches";
import { scanSource } from "./scan-source";

/** The calls that the search worker answers (lib/programs/library-worker.ts). */
export type LibraryCalls = {
  find: { input: LibraryQuery; answer: IndexedPictures };
  picture: { input: string; answer: (FiledPicture & { picture: Picture }) | null };
  /** See `LibraryStore.copies`. */
  copies: { input: string; answer: Picture[] };
  browse: { input: BrowseQuery; answer: { pictures: Picture[]; matchCount: number } };
  overview: { input: null; answer: LibraryOverview };
  label: { input: null; answer: LibraryLabel };
  /** The sources of the library; empty while the demo collection answers. */
  sources: { input: null; answer: SourceWithSkipped[] };
  /** The folders and manifests of the sources. */
  locations: { input: null; answer: string[] };
  /** A page of the files that the scan of a source skipped, by path. */
  skippedFiles: { input: SkippedQuery; answer: { files: BrokenFile[]; count: number } };
  followRatings: { input: LibraryRatings; answer: "followed" | null };
  /**
   * Fails with `library_unreadable` if the library cannot be read, or has no picture because a
   * configured folder cannot be read.
   */
  check: { input: null; answer: null };
};

/** A source, with the reasons why files were skipped. */
export type SourceWithSkipped = Source & { skipped: Omit<BrokenReason, "source">[] };

/** `source`: the number of the source. */
export type SkippedQuery = { source: number; offset: number; limit: number };

export type IndexedPictures = Omit<LibraryAnswer, "pictures"> & {
  pictures: (Picture & IndexedPicture)[];
};

/** The collection that is searched, its number of pictures, and example searches. */
export type LibraryLabel = {
  kind: Picture["collection"];
  pictureCount: number;
  examples: readonly string[];
};

export type LibraryWorkerSettings = {
  storeLocation: StoreLocation;
  /** Manifest of the demo collection, which answers while the library is empty, or null. */
  demoManifest: string | null;
};

/** Pictures of a library whose count is not repeated for every request. */
const LARGE_LIBRARY = 10_000;

/** Importing the demo collection takes milliseconds, so every search may retry it. */
const NO_COOLDOWN = { firstMs: 0 };

const NO_EXAMPLES = { pictureCount: 0, examples: [] };

const NEWEST = {
  order: "newest",
  count: 200,
  offset: 0,
  folder: null,
  colour: null,
  size: null,
} as const satisfies BrowseQuery;

/** Creates the functions that answer the calls from the library or the demo collection. */
export function createLibraryHandlers({
  storeLocation,
  demoManifest,
}: LibraryWorkerSettings): CallHandlers<LibraryCalls> {
  const dictionary = readDictionary();
  const library = openLibrary(storeLocation, dictionary);
  const summary = summarySparingly(library);
  let followed: LibraryRatings | null = null;
  let demoLibrary: LibraryStore | null = null;
  const openDemo = startOnce(async () => {
    const opened = await openDemoLibrary(demoManifest ?? "", dictionary);
    demoLibrary = opened;
    if (followed !== null) await opened.followRatings(followed);
    return opened;
  }, NO_COOLDOWN);
  let wasInUse = false;
  let known: Pick<LibraryLabel, "pictureCount" | "examples"> = NO_EXAMPLES;

  /**
   * Asks the library. Asks the demo collection instead while the library has neither pictures nor
   * new sources, or if it was never readable.
   */
  async function ask<Answer>(
    question: (store: LibraryStore) => Promise<Answer>,
    isEmpty: (answer: Answer) => boolean,
  ): Promise<{ answer: Answer; store: LibraryStore; collection: Picture["collection"] }> {
    try {
      const answer = await question(library);
      wasInUse = demoManifest === null || !isEmpty(answer) || (await summary()).isInUse;
      if (wasInUse) return { answer, store: library, collection: "library" };
    } catch (cause) {
      const isUnreadable = toAppError(cause).code === "library_unreadable";
      if (demoManifest === null || wasInUse || !isUnreadable) throw cause;
    }
    const demo = await openDemo();
    return { answer: await question(demo), store: demo, collection: "demo" };
  }

  /**
   * Returns searches that find some of the newest pictures. They are cached until the number of pictures
   * changes, or ratings are followed, which happens each minute.
   */
  async function examplesOf(pictureCount: number): Promise<readonly string[]> {
    if (known.pictureCount !== pictureCount) {
      const { pictures } = await library.browse(NEWEST);
      known = { pictureCount, examples: exampleSearches(pictures) };
    }
    return known.examples;
  }

  return {
    async find(query) {
      const { answer, collection } = await ask(
        (store) => store.find(query),
        ({ pictures }) => pictures.length === 0,
      );
      return { ...answer, pictures: answer.pictures.map((each) => ({ ...each, collection })) };
    },
    async picture(id) {
      const { answer, collection } = await ask(
        (store) => store.picture(id),
        (picture) => picture === null,
      );
      return answer && { ...answer, picture: { ...answer.picture, collection } };
    },
    async copies(id) {
      const { answer, collection } = await ask(
        (store) => store.copies(id),
        (pictures) => pictures.length === 0,
      );
      return answer.map((each) => ({ ...each, collection }));
    },
    async browse(query) {
      const { answer, collection } = await ask(
        (store) => store.browse(query),
        ({ matchCount }) => matchCount === 0,
      );
      const pictures = answer.pictures.map((picture) => ({ ...picture, collection }));
      return { ...answer, pictures };
    },
    async overview() {
      const { answer } = await ask(
        (store) => store.overview(),
        ({ pictureCount }) => pictureCount === 0,
      );
      return answer;
    },
    async label() {
      const { answer, collection } = await ask(
        (store) => (store === library ? summary() : store.summary()),
        ({ isInUse }) => !isInUse,
      );
      const { pictureCount } = answer;
      const examples = collection === "demo" ? EXAMPLE_SEARCHES : await examplesOf(pictureCount);
      return { kind: collection, pictureCount, examples };
    },
    async sources() {
      const [sources, reasons] = [await library.sources(), await library.brokenReasons()];
      return sources.map((source) => ({
        ...source,
        skipped: reasons
          .filter((each) => each.source === source.number)
          .map(({ reason, fileCount }) => ({ reason, fileCount })),
      }));
    },
    locations: () => library.sourceLocations(),
    async skippedFiles({ source, offset, limit }) {
      const files = await library.brokenFiles(source);
      return { files: files.slice(offset, offset + limit), count: files.length };
    },
    async followRatings(ratings) {
      followed = ratings;
      await demoLibrary?.followRatings(ratings);
      const outcome = await library.followRatings(ratings);
      // No example may name a picture that may not be shown any more.
      known = NO_EXAMPLES;
      return outcome;
    },
    async check() {
      await library.catchUp();
      const { missingFolder, pictureCount } = await library.summary();
      if (missingFolder === null || pictureCount > 0) return null;
      const { location, problem } = missingFolder;
      throw new AppError("library_unreadable", `${location}: ${problem}`);
    },
  };
}

/**
 * Returns `library.summary`. Of a large library it is asked at most for a hundredth of the time, and the
 * last answer is returned in between, for at most five seconds: counting a million pictures takes 20 ms.
 */
function summarySparingly(library: LibraryStore): () => Promise<LibrarySummary> {
  let last: Promise<LibrarySummary> | null = null;
  const forget = () => {
    last = null;
  };
  return () => {
    if (last !== null) return last;
    const startMs = performance.now();
    last = library.summary();
    last.then(({ pictureCount }) => {
      if (pictureCount < LARGE_LIBRARY) return forget();
      setTimeout(forget, Math.min(100 * (performance.now() - startMs), 5_000)).unref();
    }, forget);
    return last;
  };
}

const refuse = () =>
  Promise.reject(new UnusablePictureError("its manifest lacks the size or a colour"));
const NO_READER = { inspect: refuse, parseSidecar: refuse };

/**
 * Imports the manifest of the demo collection into an in-memory library, which needs no data folder
 * and keeps it apart from the user's pictures (docs/decisions/0023-the-demo-is-a-manifest.md).
 *
 * @throws AppError `library_unreadable` if the manifest cannot be used.
 */
async function openDemoLibrary(manifest: string, dictionary: Dictionary): Promise<LibraryStore> {
  const library = openMemoryLibrary(dictionary);
  const origin = "built-in";
  const source = await library.addSource({ location: manifest, kind: "manifest", origin });
  const { problem } = await scanSource(library, source, NO_READER);
  if (problem === null) return library;
  await library.close();
  throw new AppError("library_unreadable", `the demo collection can't be used: ${problem}`);
}
