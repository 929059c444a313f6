import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { LibraryStore, Source } from "../library-store";
import { openMemoryDatabase } from "./library-database";
import { createLibraryFile, type OpenLibrary, prepareLibrary } from "./library-file";
import { createSourcesCopy, type SourcesCopy } from "./sources-copy";

/** Number of pictures deleted in about 10 ms. */
const BATCH_SIZE = 500;

/** SQLite retries a lock at least every 100 ms. */
const PAUSE_MS_MAX = 100;

/**
 * Creates the library in the file of `dataDir`, opened at the first call. Every call blocks its
 * thread, which must not be the server's. `onFailure` is called with the cause of a failure, once
 * while the cause stays the same.
 */
export function createSqliteLibrary(options: {
  dataDir: string;
  onFailure: (cause: unknown) => void;
}): LibraryStore {
  const file = createLibraryFile(options);
  return libraryOver(file.use, file.close, createSourcesCopy(options.dataDir));
}

/** Opens an empty library that lives in memory until it is closed. */
export function openMemoryLibrary(): LibraryStore {
  const library = prepareLibrary(openMemoryDatabase());
  return libraryOver(
    (work) => work(library),
    () => library.database.close(),
    null,
  );
}

function libraryOver(
  use: <T>(work: (library: OpenLibrary) => T) => T,
  close: () => void,
  copy: SourcesCopy | null,
): LibraryStore {
  /** Makes the copy and the library have the same sources added by command. */
  function syncCopy(): void {
    if (copy === null) return;
    const copied = copy.read();
    const sources = use(({ reader, writer }) => {
      for (const place of copied) writer.addSource({ ...place, origin: "command" });
      return reader.sources().filter(({ origin }) => origin === "command");
    });
    if (sources.length === copied.length) return;
    copy.write(sources.map(({ location, kind }) => ({ location, kind })));
  }

  /** After each batch others get as much time as it took, because SQLite's lock has no queue. */
  async function remove(source: number, paths: readonly string[]): Promise<void> {
    for (let start = 0; start < paths.length; start += BATCH_SIZE) {
      const startMs = performance.now();
      use(({ writer }) => writer.remove(source, paths.slice(start, start + BATCH_SIZE)));
      if (start + BATCH_SIZE < paths.length) {
        await sleep(Math.min(performance.now() - startMs, PAUSE_MS_MAX));
      }
    }
  }

  async function removeSource(location: string): Promise<boolean> {
    // Before the library, so that an interruption does not restore the source; and after it, in case
    // another process wrote the copy in between.
    copy?.remove(location);
    const source = use(({ reader }) => reader.sourceAt(location));
    if (source === undefined) return false;
    const known = use(({ reader }) => reader.knownFiles(source.number));
    await remove(source.number, [...known.keys()]);
    // Includes pictures that a scan has added since.
    use(({ writer }) => writer.deleteSource(source.number));
    copy?.remove(location);
    return true;
  }

  return {
    find: async (query) => use(({ reader }) => reader.find(query)),
    count: async (terms) => use(({ reader }) => reader.count(terms)),
    picture: async (id) => use(({ reader }) => reader.picture(id)),
    summary: async () => use(({ reader }) => reader.summary()),
    browse: async (query) => use(({ browser }) => browser.browse(query)),
    overview: async () => use(({ browser }) => browser.overview()),
    sources: async () => use(({ reader }) => reader.sources()),
    async addSource(place) {
      const source = use(({ reader, writer }) => {
        writer.addSource(place);
        return reader.sourceAt(place.location) as Source;
      });
      if (place.origin === "command") syncCopy();
      return source;
    },
    removeSource,
    async followSettings(folders) {
      for (const { location, origin } of use(({ reader }) => reader.sources())) {
        if (origin === "settings" && !folders.includes(location)) await removeSource(location);
      }
      use(({ writer }) => {
        for (const location of folders) {
          writer.addSource({ location, kind: "folder", origin: "settings" });
        }
      });
      syncCopy();
    },
    knownFiles: async (source) => use(({ reader }) => reader.knownFiles(source)),
    save: async (source, picture) => use(({ writer }) => writer.save(source, picture)),
    saveBroken: async (source, path, state, reason) =>
      use(({ writer }) => writer.saveBroken(source, path, state, reason)),
    remove,
    recordScan: async (source, problem) => use(({ writer }) => writer.recordScan(source, problem)),
    brokenFiles: async (source) => use(({ reader }) => reader.brokenFiles(source)),
    brokenReasons: async () => use(({ reader }) => reader.brokenReasons()),
    // Concurrent scans of one file do the same work twice, and no harm.
    scanInTurn: (work) => work(),
    followRatings: async (ratings) =>
      use(({ database, writer }) => {
        if (database.readonly) return null;
        writer.followRatings(ratings);
        return "followed";
      }),
    close: async () => close(),
  };
}
