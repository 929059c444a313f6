import "server-only";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { SearchService } from "@/lib/protocol/search-service";
import { toFoundItem } from "./found-item";
import { type ScanProgress, startBackgroundScan } from "./library/background-scan";
import type { PictureQuery } from "./library/find-pictures";
import type {
  LibraryCalls,
  LibraryLabel,
  LibraryReport,
  LibraryWorkerSettings,
} from "./library/library-calls";
import { openPictureFile } from "./library/open-file";
import type { Original } from "./original";
import { originalName } from "./original-name";
import { contentTypeOf, type Picture } from "./picture";
import { createWorkerClient } from "./workers/worker-client";

/** As much as a decoder takes (lib/programs/decoder.ts). */
const READ_BYTES_MAX = 128 * 1024 * 1024;

type EmbeddedServiceOptions = {
  dataDir: string;
  /** Folders of pictures that the library follows; read only. */
  libraryDirs: readonly string[];
  /** Origin under which others reach this server. */
  publicUrl: string;
  /**
   * Path of the demo collection's manifest, which answers as long as no folder is configured and the
   * library has no picture. Null: an empty library finds nothing.
   */
  demoManifest: string | null;
};

/** Our own search service: over the user's pictures, or over the demo collection. */
export type EmbeddedService = SearchService & {
  readonly publicUrl: string;
  label(): Promise<LibraryLabel>;
  /** The search itself; what is not asked has the interface's defaults. Rejects like `search`. */
  find(
    parameters: SearchParameters | PictureQuery,
    options?: { signal?: AbortSignal },
  ): Promise<Picture[]>;
  picture(id: string): Promise<Picture | null>;
  /** A picture's own file; null if there is no such picture, or its file is gone. */
  openOriginal(id: string, options?: { signal?: AbortSignal }): Promise<Original | null>;
  /**
   * The bytes of a picture's file. Null as for `openOriginal`; `too-large` for a file of more than
   * 128 MiB.
   */
  readPicture(id: string): Promise<Uint8Array<ArrayBuffer> | "too-large" | null>;
  /** What the library consists of, what could not be taken into it, and the scan's progress. */
  status(): Promise<LibraryReport & { scan: ScanProgress }>;
  /** Rejects with `library_unreadable` where the library's file can't be used. */
  check(): Promise<void>;
  /** Resolves when the scan begun at the start has ended. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/** In a library of 100,000 pictures the longest question takes a third of a second. */
const SEARCHES_WAITING_MAX = 32;

/**
 * Starts the service: a thread that searches, at the first question, and one that scans, now. The
 * demo collection answers as long as no folder is configured and none was added by the command.
 * Everything rejects with `library_unreadable` where the library's file can't be used.
 */
export function createEmbeddedService(options: EmbeddedServiceOptions): EmbeddedService {
  const { dataDir, libraryDirs, publicUrl } = options;
  const ownHost = new URL(publicUrl).hostname;
  const settings: LibraryWorkerSettings = {
    dataDir,
    ownHost,
    demoManifest: libraryDirs.length === 0 ? options.demoManifest : null,
  };
  const library = createWorkerClient<LibraryCalls>("library-worker", settings, {
    call: "find",
    waitingMax: SEARCHES_WAITING_MAX,
  });
  const scan = startBackgroundScan({ dataDir, libraryDirs });

  const find: EmbeddedService["find"] = (parameters, { signal } = {}) =>
    library.ask("find", toPictureQuery(parameters), { signal });

  async function openOriginal(id: string): Promise<Original | null> {
    const picture = await library.ask("picture", id);
    if (picture === null) return null;
    const facts = {
      fileName: originalName(picture),
      contentType: contentTypeOf(picture.format),
    };
    const file = await library.ask("file", id);
    const opened = file === null ? null : await openPictureFile(file);
    return opened === null ? null : { ...opened, ...facts };
  }

  const readPicture: EmbeddedService["readPicture"] = async (id) => {
    const original = await openOriginal(id);
    if (original === null) return null;
    // What is read is what the file had when it was opened, however it grows.
    if (original.sizeBytes > READ_BYTES_MAX) {
      await original.close();
      return "too-large";
    }
    return new Uint8Array(await new Response(original.stream()).arrayBuffer());
  };

  return {
    publicUrl,
    find,
    async search(parameters, { signal }) {
      const pictures = await find(parameters, { signal });
      return { items: pictures.map((each) => toFoundItem(each, ownHost)), droppedCount: 0 };
    },
    label: () => library.ask("label", null),
    picture: (id) => library.ask("picture", id),
    openOriginal: (id, { signal } = {}) => unlessAborted(openOriginal(id), signal),
    readPicture,
    async status() {
      return { ...(await library.ask("report", null)), scan: scan.progress() };
    },
    async check() {
      await library.ask("check", null);
    },
    ready: () => scan.ended,
    async close() {
      await Promise.all([library.close(), scan.stop()]);
    },
  };
}

/** The defaults of our own service; the interface shows none. */
const DEFAULT_FILTERS = {
  count: 24,
  safesearch: "strict",
  transparent: false,
  site: null,
} as const;

function toPictureQuery(parameters: SearchParameters | PictureQuery): PictureQuery {
  const { q, count, safesearch, transparent, site } = parameters;
  return {
    q,
    count: count ?? DEFAULT_FILTERS.count,
    safesearch: safesearch ?? DEFAULT_FILTERS.safesearch,
    transparent: transparent ?? DEFAULT_FILTERS.transparent,
    site: site ?? DEFAULT_FILTERS.site,
  };
}

/**
 * The same promise for one who may leave: the work goes on for the others, and what it opened for
 * this one is closed.
 */
async function unlessAborted(
  opening: Promise<Original | null>,
  signal: AbortSignal | undefined,
): Promise<Original | null> {
  if (signal === undefined) return opening;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      opening.then((original) => original?.close()).catch(() => {});
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    opening.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
