import "server-only";
import { startOnce } from "@/lib/platform/cooldown";
import { AppError, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { CallHandlers } from "@/lib/platform/worker-calls";
import type { Picture } from "../picture";
import { damagedLibraryFiles, openMemoryLibrary } from "./library-database";
import { createLibraryFile } from "./library-file";
import {
  type BrokenFile,
  countBrokenFiles,
  createLibraryReader,
  type LibraryReader,
  listBrokenFiles,
  type PictureFile,
  type PictureQuery,
} from "./library-reader";
import { addSource, listSources, type Source } from "./sources";

/** What the search worker can be asked (lib/programs/library-worker.ts). */
export type LibraryCalls = {
  find: { input: PictureQuery; answer: Picture[] };
  picture: { input: string; answer: Picture | null };
  file: { input: string; answer: PictureFile | null };
  label: { input: null; answer: LibraryLabel };
  report: { input: null; answer: LibraryReport };
  /** Fails with `library_unreadable` if the library's file or a folder of the settings cannot be read. */
  check: { input: null; answer: null };
};

/** Which pictures are searched, and how many there are. */
export type LibraryLabel = { kind: "demo" | "library"; pictureCount: number };

export type LibraryReport = {
  sources: Source[];
  /** The first files that could not be imported. */
  broken: BrokenFile[];
  brokenCount: number;
  /** Paths of damaged library files that were replaced; they can be deleted. */
  damagedFiles: string[];
};

export type LibraryWorkerSettings = {
  dataDir: string;
  /** Host of pictures that have no other. */
  ownHost: string;
  /** Manifest of the demo collection, which answers while the library is empty; or null. */
  demoManifest: string | null;
};

const BROKEN_FILES_MAX = 100;
/** Importing the demo collection takes milliseconds: every search may try again. */
const NO_COOLDOWN = { firstMs: 0 };

/** Creates the functions that answer the calls, over the library's file and the demo collection. */
export function createLibraryHandlers({
  dataDir,
  ownHost,
  demoManifest,
}: LibraryWorkerSettings): CallHandlers<LibraryCalls> {
  const library = createLibraryFile({
    dataDir,
    ownHost,
    onFailure: (err) => log().error({ event: "library_unreadable", err }),
  });
  const openDemo = startOnce(() => openDemoLibrary(demoManifest ?? "", ownHost), NO_COOLDOWN);
  let wasInUse = false;

  /** Asks the library, or the demo collection while the library has neither pictures nor new sources. */
  async function ask<Answer>(question: (reader: LibraryReader) => Answer): Promise<Answer> {
    const own = askLibrary(question);
    return own === null ? question(await openDemo()) : own.answer;
  }

  /** Returns null while the demo collection is in use; also if the library was never readable. */
  function askLibrary<Answer>(question: (reader: LibraryReader) => Answer) {
    try {
      return library.use(({ reader }) => {
        wasInUse = reader.isInUse();
        return demoManifest !== null && !wasInUse ? null : { answer: question(reader) };
      });
    } catch (cause) {
      if (demoManifest !== null && !wasInUse && toAppError(cause).code === "library_unreadable")
        return null;
      throw cause;
    }
  }

  return {
    find: (query) => ask((reader) => reader.find(query)),
    picture: (id) => ask((reader) => reader.picture(id)),
    file: (id) => ask((reader) => reader.file(id)),
    label: () =>
      ask((reader) => ({ kind: reader.collection, pictureCount: reader.pictureCount() })),
    report: () =>
      library.use(({ database }) => ({
        sources: listSources(database),
        broken: listBrokenFiles(database, { limit: BROKEN_FILES_MAX }),
        brokenCount: countBrokenFiles(database),
        damagedFiles: damagedLibraryFiles(dataDir),
      })),
    check: () =>
      library.use(({ reader }) => {
        const missing = reader.missingFolder();
        if (missing === null) return null;
        throw new AppError("library_unreadable", `${missing.location}: ${missing.problem}`);
      }),
  };
}

/**
 * Imports the manifest of the demo collection into a library in memory: it needs no data folder, and
 * the library's file has the user's pictures only (docs/decisions/0023-the-demo-is-a-manifest.md).
 *
 * @throws AppError `library_unreadable` if the manifest cannot be used.
 */
async function openDemoLibrary(manifest: string, ownHost: string): Promise<LibraryReader> {
  // Loads sharp.
  const { scanSource } = await import("./scan-source");
  const database = openMemoryLibrary();
  const source = addSource(database, { location: manifest, kind: "manifest", origin: "built-in" });
  const { problem } = await scanSource(database, source);
  if (problem === null) return createLibraryReader(database, "demo", ownHost);
  database.close();
  throw new AppError("library_unreadable", `the demo collection can't be used: ${problem}`);
}
