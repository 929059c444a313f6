import "server-only";
import { basename } from "node:path";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { suggestionsFor } from "@/lib/core/finding/suggestions";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { AppError } from "@/lib/platform/errors";
import { untilAborted } from "@/lib/platform/request-coalescing";
import { IMAGE_FILE_BYTES_MAX, mediaTypeOf } from "@/lib/platform/sniff-format";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { ImageFile, SearchService, ServiceItem } from "@/lib/protocol/search-service";
import type {
  BrokenFile,
  BrowseQuery,
  LibraryOverview,
  LibraryQuery,
  LibraryRatings,
} from "@/lib/state/library-store";
import type { StoreLocation } from "@/lib/state/state";
import { type ScanProgress, startBackgroundScan } from "./library/background-scan";
import type { ExcludedNames } from "./library/left-out-folders";
import type {
  IndexedPictures,
  LibraryLabel,
  LibraryWorkerSettings,
  SkippedQuery,
  SourceWithSkipped,
} from "./library/library-calls";
import { createLibraryThreads } from "./library/library-threads";
import { isAbsent, type Original, openPictureFile, ShortenedFile } from "./library/open-file";
import { rootOf } from "./library/sources";
import { copiesPath, originalPath, type Picture, picturePath } from "./picture";

/** How many pictures suggestions are taken from. */
const SUGGESTING_COUNT = 60;

type EmbeddedServiceOptions = StoreLocation & {
  /** Folders of pictures to scan; read only. */
  libraryDirs: readonly string[];
  /** Paths that decoders must not see. */
  hiddenPaths?: readonly string[];
  /** Names of files and folders of the library that are never shown. */
  libraryExcluded?: ExcludedNames;
  /** Origin under which other machines reach this server. */
  publicUrl: string;
  /**
   * Path of the demo collection's manifest. The demo answers while no folder is configured and the
   * library has no pictures. With null, an empty library finds nothing.
   */
  demoManifest: string | null;
  /** Forces this filter on every search and hides other pictures; null lets searches choose. */
  safesearchLock?: "strict" | null;
  /** `exact`: pictures must have all words as typed. */
  finding?: "exact" | "helpful";
  /** Whether the copies of a picture are one result; true by default. */
  groupDuplicates?: boolean;
};

/** Our own search service: over the user's pictures, or over the demo collection. */
export type EmbeddedService = SearchService & {
  readonly publicUrl: string;
  label(): Promise<LibraryLabel>;
  /**
   * Returns the pictures that `/v1/search` finds, without the changes of the query that `search` reports.
   * Absent parameters get our defaults. Rejects as `search` does.
   */
  find(
    parameters: SearchParameters | Omit<LibraryQuery, "isOwnSite" | "isExact" | "isGrouped">,
    options?: { signal?: AbortSignal; visitor?: string },
  ): Promise<Picture[]>;
  /** Returns at most eight texts that begin with `text` and find a picture, as strict searches. */
  suggest(text: string, options?: { signal?: AbortSignal; visitor?: string }): Promise<string[]>;
  /** Returns a page of the pictures that any visitor may see, and their total number. */
  browse(query: BrowseQuery): Promise<{ items: ServiceItem[]; matchCount: number }>;
  /** Counts the pictures that any visitor may see. A folder's `name` is a display name. */
  overview(): Promise<NamedOverview>;
  picture(id: string): Promise<Picture | null>;
  /** Returns a picture as a search finds it. */
  itemOf(picture: Picture): ServiceItem;
  /**
   * Returns a picture and its copies, the largest first, without those that a strict search hides,
   * unless it hides the picture itself.
   */
  copies(picture: Picture): Promise<Picture[]>;
  /** Opens the file of a picture; null if the picture does not exist or its file is missing. */
  openOriginal(id: string, options?: { signal?: AbortSignal }): Promise<Original | null>;
  /**
   * Returns the bytes of a picture's file; `too-large` for more than 256 MiB; `incomplete` if it is
   * empty or becomes shorter meanwhile; null as `openOriginal` does.
   */
  readPicture(id: string): Promise<Uint8Array<ArrayBuffer> | "too-large" | "incomplete" | null>;
  /**
   * Returns the current revision of a picture's file; null as `openOriginal` does. Rejects with
   * `library_unreadable` if the file cannot be read, or its folder is missing or empty: a disk may come
   * back.
   */
  revision(id: string): Promise<string | null>;
  /**
   * Rejects with `library_unreadable` if the library cannot be used, or has no picture because a
   * configured folder could not be scanned.
   */
  check(): Promise<void>;
  /** Returns the library's sources, with the reasons why files were skipped. */
  sources(): Promise<SourceWithSkipped[]>;
  skippedFiles(query: SkippedQuery): Promise<{ files: BrokenFile[]; count: number }>;
  /** Returns the progress of the scan in this process. */
  scanProgress(): ScanProgress;
  /** Rescans one source, or all (null): now, or after the current scan. */
  rescan(location: string | null): void;
  /**
   * Applies the operator's ratings, for every process that shares the library. Rejects if the
   * library cannot be written.
   */
  followRatings(ratings: LibraryRatings): Promise<void>;
  /** Resolves when the first scan has ended. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

type NamedOverview = Omit<LibraryOverview, "folders"> & {
  folders: (Omit<LibraryOverview["folders"][number], "sourceLocation"> & { name: string })[];
};

/**
 * Starts the service: a scan thread at once, a first search thread within seconds, for the list of
 * sources, and the others when searches need them. Every call rejects with `library_unreadable` if the
 * library cannot be used.
 */
export function createEmbeddedService(options: EmbeddedServiceOptions): EmbeddedService {
  const { dataDir, databaseUrl = null, libraryDirs, publicUrl, safesearchLock = null } = options;
  const isExact = options.finding === "exact";
  const isGrouped = options.groupDuplicates ?? true;
  const storeLocation = { dataDir, databaseUrl };
  const ownHost = new URL(publicUrl).hostname;
  const settings: LibraryWorkerSettings = {
    storeLocation,
    demoManifest: libraryDirs.length === 0 ? options.demoManifest : null,
  };
  const library = createLibraryThreads(settings);
  const scan = startBackgroundScan({
    storeLocation,
    libraryDirs,
    hiddenPaths: options.hiddenPaths ?? [],
    excluded: options.libraryExcluded,
    locations: () => library.ask("locations", null),
  });

  function ask(
    parameters: Parameters<EmbeddedService["find"]>[0],
    options?: { signal?: AbortSignal; visitor?: string },
  ): Promise<IndexedPictures> {
    const query = {
      ...DEFAULT_FILTERS,
      ...parameters,
      ...(safesearchLock !== null && { safesearch: safesearchLock }),
    };
    const isOwnSite = query.site !== null && `.${ownHost}`.endsWith(`.${query.site}`);
    return library.find({ ...query, isOwnSite, isExact, isGrouped }, options);
  }

  /** Also returns null for a picture that the safe-search lock hides. */
  async function filedPicture(id: string) {
    const filed = await library.ask("picture", id);
    const isHidden = safesearchLock === "strict" && filed?.picture.rating !== "strict";
    return isHidden ? null : filed;
  }

  async function openOriginal(id: string): Promise<Original | null> {
    const filed = await filedPicture(id);
    if (filed === null) return null;
    const { picture, source, path } = filed;
    const opened = await openPictureFile({ root: rootOf(source), path });
    if (opened === null) return null;
    const contentType = mediaTypeOf(picture.format);
    return { ...opened, ...originalFileNames(picture), contentType };
  }

  return {
    publicUrl,
    async suggest(text, options) {
      const query = { ...DEFAULT_FILTERS, q: text, count: SUGGESTING_COUNT };
      const typed = { isOwnSite: false, isExact: true, isUnfinished: true, isGrouped };
      return suggestionsFor(text, (await library.find({ ...query, ...typed }, options)).pictures);
    },
    find: async (parameters, options) => (await ask(parameters, options)).pictures,
    async search(parameters, options) {
      const { pictures, ...found } = await ask(parameters, options);
      const items = pictures.map(({ copyCount, sizeCount, ...each }) => ({
        ...toServiceItem(each, ownHost),
        ...(copyCount > 1 && {
          copies: { count: copyCount, sizeCount, url: copiesPath(each.id) },
        }),
      }));
      return { items, droppedCount: 0, ...found };
    },
    async browse(query) {
      const { pictures, matchCount } = await library.ask("browse", query);
      return { items: pictures.map((each) => toServiceItem(each, ownHost)), matchCount };
    },
    async overview() {
      const { folders, ...counts } = await library.ask("overview", null);
      return {
        ...counts,
        folders: folders.map(({ sourceLocation, ...folder }) => ({
          ...folder,
          name: folder.path === "" ? basename(rootOf(sourceLocation)) : folder.path,
        })),
      };
    },
    label: () => library.ask("label", null),
    itemOf: (picture) => toServiceItem(picture, ownHost),
    picture: async (id) => (await filedPicture(id))?.picture ?? null,
    async copies({ id, rating }) {
      const isShown = (each: Picture) => rating !== "strict" || each.rating === "strict";
      return (await library.ask("copies", id)).filter(isShown);
    },
    async openOriginal(id, { signal } = {}) {
      const opening = openOriginal(id);
      if (signal === undefined) return opening;
      return untilAborted(opening, signal).catch((cause) => {
        opening.then((original) => original?.close()).catch(() => {});
        throw cause;
      });
    },
    async readPicture(id) {
      const original = await openOriginal(id);
      if (original === null) return null;
      // The stream ends at this size, even if the file grows.
      if (original.sizeBytes > IMAGE_FILE_BYTES_MAX) {
        await original.close();
        return "too-large";
      }
      const bytes = new Uint8Array(original.sizeBytes);
      let position = 0;
      try {
        for await (const chunk of original.stream()) {
          bytes.set(chunk, position);
          position += chunk.length;
        }
      } catch (cause) {
        if (cause instanceof ShortenedFile) return "incomplete";
        throw cause;
      }
      return bytes;
    },
    async revision(id) {
      const filed = await filedPicture(id);
      if (filed === null) return null;
      const file = { root: rootOf(filed.source), path: filed.path };
      const opened = await openPictureFile(file);
      await opened?.close();
      if (opened === null && !(await isAbsent(file))) {
        throw new AppError("library_unreadable", "a picture's file cannot be read");
      }
      return opened?.revision ?? null;
    },
    async check() {
      await library.askAll("check", null);
    },
    sources: () => library.ask("sources", null),
    skippedFiles: (query) => library.ask("skippedFiles", query),
    scanProgress: scan.progress,
    rescan: scan.rescan,
    async followRatings(ratings) {
      if ((await library.askAll("followRatings", ratings)).includes(null)) {
        throw new AppError("library_unreadable", "the library is read-only: ratings do not apply");
      }
    },
    ready: () => scan.ended,
    async close() {
      await Promise.all([library.close(), scan.stop()]);
    },
  };
}

/** Uses paths as URLs, so that they work under any host name that the visitor used. */
function toServiceItem(picture: Picture, ownHost: string): ServiceItem {
  return {
    imageUrl: originalPath(picture.id),
    width: picture.widthPx,
    height: picture.heightPx,
    accentColor: picture.accentColor,
    name: picture.name,
    hostUrl: picture.hostUrl ?? picturePath(picture.id),
    host: picture.host ?? ownHost,
    revision: picture.revision,
    file: fileOf(picture),
    ...(picture.host === null && { folder: picture.folder }),
  };
}

function fileOf(picture: Picture): ImageFile {
  const { fileName: name, format, fileBytes: sizeBytes } = picture;
  const { creator, copyright, licence, takenAt } = picture;
  return {
    name,
    format,
    sizeBytes,
    ...(creator !== null && { creator }),
    ...(copyright !== null && { copyright }),
    ...(licence !== null && { licence }),
    ...(takenAt !== null && { takenAt }),
  };
}

/** Returns the names of a picture's file, derived from the picture's name or else the file name. */
export function originalFileNames(
  picture: Pick<Picture, "id" | "name" | "fileName" | "format">,
): Pick<Original, "fileName" | "fullFileName"> {
  const { id, name, fileName, format } = picture;
  return imageFileNames(name || fileName.replace(/\.[^.]+$/, ""), format, id);
}
