import "server-only";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { Floor } from "@/lib/contract/shelf";
import { EXAMPLE_SEARCHES } from "@/lib/core/example-searches";
import type { LibraryView } from "@/lib/core/library-view";
import type { FoundItem, SearchService } from "@/lib/protocol/search-service";
import type { BrowseQuery, LibraryOverview } from "@/lib/state/library-store";
import { type FoundImage, toFound } from "./found-images";
import { signImage, type ThumbnailSigner, toShelfPicture } from "./with-thumbnails";

/** The part of our own service (lib/service) that browsing needs. */
type BrowsableService = SearchService & {
  browse(query: BrowseQuery): Promise<{ items: FoundItem[]; matchCount: number }>;
  overview(): Promise<Overview>;
};

type Overview = Omit<LibraryOverview, "folders"> & {
  folders: { source: number; path: string; name: string; pictureCount: number }[];
};

export type LibraryPage = {
  images: Image[];
  /** How many pictures the view has in all. */
  matchCount: number;
  /** At least 1. */
  pageCount: number;
};

export type LibraryBrowsing = ReturnType<typeof createLibraryBrowsing>;

export const PAGE_SIZE = 48;

/** A floor of examples or of a folder has three pictures; the newest have as many as a wide row. */
const FLOOR_PICTURES = 3;
const NEWEST_PICTURES = 12;
const FOLDER_FLOORS_MAX = 5;
/** More than the demo collection has. */
const ALL = 1_000;

/** Counting the whole library takes milliseconds; a visitor need not see a new picture at once. */
const REMEMBERED_MS = 10_000;

/** Creates what pages need to show the library without a search. It costs nothing. */
export function createLibraryBrowsing({
  service,
  label,
  thumbnails,
  monotonicMs = () => performance.now(),
}: {
  service: BrowsableService;
  label: () => Promise<ServiceLabel>;
  thumbnails: ThumbnailSigner;
  monotonicMs?: () => number;
}) {
  const signing = { thumbnails, fallsBackToOriginals: false };

  const overview = remember(() => service.overview(), monotonicMs);

  async function read(query: BrowseQuery): Promise<{ images: FoundImage[]; matchCount: number }> {
    const { items, matchCount } = await service.browse(query);
    return { images: toFound({ items, droppedCount: 0 }, query.count).images, matchCount };
  }

  /** The newest pictures of a folder, or of the library. */
  async function newest(folder: { source: number; path: string } | null, count: number) {
    const filters = { folder, colour: null, size: null };
    const { images, matchCount } = await read({ order: "newest", offset: 0, count, ...filters });
    const pictures = images.map((image) => toShelfPicture(image, thumbnails));
    return { pictures, pictureCount: matchCount };
  }

  async function exampleFloor(q: string): Promise<Floor> {
    const { items } = await service.search(
      { q, count: ALL, safesearch: "strict" },
      // Several visitors may wait for it.
      { signal: new AbortController().signal },
    );
    const { images } = toFound({ items: items.slice(0, FLOOR_PICTURES), droppedCount: 0 }, ALL);
    const pictures = images.map((image) => toShelfPicture(image, thumbnails));
    return { kind: "search", q, pictures, pictureCount: items.length };
  }

  async function libraryFloors(): Promise<Floor[]> {
    const { folders } = await overview();
    // One folder has the same pictures as the library.
    const shown = folders.length > 1 ? folders.slice(0, FOLDER_FLOORS_MAX) : [];
    const floors = shown.map(async ({ source, path, name }): Promise<Floor> => {
      const folder = { source, path };
      return { kind: "folder", folder, name, ...(await newest(folder, FLOOR_PICTURES)) };
    });
    floors.unshift(newest(null, NEWEST_PICTURES).then((floor) => ({ kind: "newest", ...floor })));
    return Promise.all(floors);
  }

  async function readShelf(): Promise<Floor[]> {
    const { kind } = await label();
    if (kind === "remote") return [];
    const floors = await (kind === "demo"
      ? Promise.all(EXAMPLE_SEARCHES.map(exampleFloor))
      : libraryFloors());
    return floors.filter(({ pictureCount }) => pictureCount > 0);
  }

  return {
    /** What there is to browse; at most ten seconds old. */
    overview,
    /**
     * The floors of the home page, at most ten seconds old: example searches of the demo collection,
     * or the newest pictures and folders of the library. Empty for a remote service.
     */
    shelf: remember(readShelf, monotonicMs),
    async page(view: LibraryView): Promise<LibraryPage> {
      const { images, matchCount } = await read(
        view.order === "random"
          ? { ...view, count: PAGE_SIZE }
          : { ...view, count: PAGE_SIZE, offset: (view.page - 1) * PAGE_SIZE },
      );
      return {
        images: images.map((image) => signImage(image, signing)),
        matchCount,
        pageCount: view.order === "random" ? 1 : Math.max(1, Math.ceil(matchCount / PAGE_SIZE)),
      };
    },
  };
}

/** Remembers what `read` returned for ten seconds; concurrent callers share one call. */
function remember<T>(read: () => Promise<T>, monotonicMs: () => number): () => Promise<T> {
  let last: { value: Promise<T>; atMs: number } | null = null;
  return () => {
    if (last !== null && monotonicMs() - last.atMs < REMEMBERED_MS) return last.value;
    const reading = { value: read(), atMs: monotonicMs() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = null;
    });
    return reading.value;
  };
}
