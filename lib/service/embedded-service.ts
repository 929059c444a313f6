import "server-only";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { SearchService } from "@/lib/protocol/search-service";
import { createDemoOriginals } from "./demo-originals/demo-originals";
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
import { contentTypeOf, fileRevision, type Picture } from "./picture";
import { createWorkerClient } from "./workers/worker-client";

type EmbeddedServiceOptions = {
  dataDir: string;
  /** Folders of pictures that the library follows; read only. */
  libraryDirs: readonly string[];
  /** Origin under which others reach this server. */
  publicUrl: string;
  /** False: an empty library finds nothing, instead of showing the demo collection. */
  hasDemo: boolean;
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
   * Encoded bytes to make a picture `widthPx` wide from: the file, or, for the demo collection, a
   * drawing of that width (at 480 px, 0.37 of the CPU time of drawing and shrinking the original;
   * mean of 22 pictures). Null as for `openOriginal`; `too-large` for a file of more than 256 MiB.
   */
  readPicture(
    id: string,
    options: { widthPx: number },
  ): Promise<Uint8Array<ArrayBuffer> | "too-large" | null>;
  /** The revision of a picture's file as it is now; null as for `openOriginal`. */
  revision(id: string): Promise<string | null>;
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
    hasDemo: options.hasDemo && libraryDirs.length === 0,
  };
  const library = createWorkerClient<LibraryCalls>("library-worker", settings, {
    call: "find",
    waitingMax: SEARCHES_WAITING_MAX,
  });
  const scan = startBackgroundScan({ dataDir, libraryDirs });

  const find: EmbeddedService["find"] = (parameters, { signal } = {}) =>
    library.ask("find", toPictureQuery(parameters), { signal });

  const demoOriginals = createDemoOriginals({ dataDir });

  async function openOriginal(id: string): Promise<Original | null> {
    const picture = await library.ask("picture", id);
    if (picture === null) return null;
    const facts = {
      fileName: originalName(picture),
      contentType: contentTypeOf(picture.format),
    };
    if (picture.collection === "demo") return { ...(await demoOriginals.open(picture)), ...facts };
    const file = await library.ask("file", id);
    const opened = file === null ? null : await openPictureFile(file);
    return opened === null ? null : { ...opened, ...facts };
  }

  const readPicture: EmbeddedService["readPicture"] = async (id, { widthPx }) => {
    const picture = await library.ask("picture", id);
    if (picture?.collection === "demo" && widthPx < picture.widthPx) {
      return demoOriginals.draw(picture, widthPx);
    }
    const original = await openOriginal(id);
    if (original === null) return null;
    // What is read is what the file had when it was opened, however it grows.
    if (original.sizeBytes > IMAGE_FILE_BYTES_MAX) {
      await original.close();
      return "too-large";
    }
    const bytes = new Uint8Array(original.sizeBytes);
    let position = 0;
    for await (const chunk of original.stream()) {
      bytes.set(chunk, position);
      position += chunk.length;
    }
    return bytes;
  };

  async function revision(id: string): Promise<string | null> {
    const picture = await library.ask("picture", id);
    if (picture === null || picture.collection === "demo") return picture?.revision ?? null;
    const file = await library.ask("file", id);
    const opened = file === null ? null : await openPictureFile(file);
    await opened?.close();
    return opened === null ? null : fileRevision(opened.sizeBytes, opened.modifiedAt.getTime());
  }

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
    revision,
    async status() {
      return { ...(await library.ask("report", null)), scan: scan.progress() };
    },
    async check() {
      await library.ask("check", null);
    },
    ready: () => scan.ended,
    async close() {
      await Promise.all([library.close(), demoOriginals.close(), scan.stop()]);
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
