import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { Floor } from "@/lib/contract/shelf";
import { EXAMPLE_SEARCHES } from "@/lib/core/query/example-searches";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import { remember } from "@/lib/platform/remember";
import type { SearchService } from "@/lib/protocol/search-service";
import type { CachedSearches } from "./cached-searches";
import { toGalleryImages } from "./gallery-images";
import type { LibraryBrowsing } from "./library-browsing";
import { type ThumbnailSigner, toShelfPicture } from "./with-thumbnails";

/** A floor of examples or of a folder has three pictures; the newest have as many as a wide row. */
const FLOOR_PICTURES = 3;
const NEWEST_PICTURES = 12;
const FLOORS_MAX = 5;
/** The demo collection has fewer pictures. */
const ALL = 1_000;

const REMEMBERED_MS = 10_000;

/**
 * Creates the function that returns the floors of the home page, at most ten seconds old: example
 * searches of the demo collection; the newest pictures and folders of the library; or the searches
 * of a remote service that are cached and shared, or else the library. It never pays for a search.
 */
export function createShelf({
  service,
  browsing,
  label,
  cached,
  thumbnails,
  ratings,
}: {
  /** Our own service. */
  service: SearchService;
  browsing: LibraryBrowsing;
  label: () => Promise<ServiceLabel>;
  /** Null while our own service answers searches. */
  cached: CachedSearches | null;
  thumbnails: ThumbnailSigner;
  ratings?: Pick<ImageRatings, "version">;
}): () => Promise<Floor[]> {
  async function exampleFloor(q: string): Promise<Floor> {
    const { items, changed } = await service.search(
      { q, count: ALL, safesearch: "strict" },
      // Never aborts, because several visitors may wait for it.
      { signal: new AbortController().signal },
    );
    const { images } = toGalleryImages(
      { items: items.slice(0, FLOOR_PICTURES), droppedCount: 0 },
      ALL,
    );
    const pictures = images.map((image) => toShelfPicture(image, thumbnails));
    const pictureCount = changed?.matchCount ?? items.length;
    return { kind: "search", q, pictures, pictureCount };
  }

  async function libraryFloors(): Promise<Floor[]> {
    const { folders } = await browsing.overview();
    // A single folder has the same pictures as the library.
    const shown = folders.length > 1 ? folders.slice(0, FLOORS_MAX) : [];
    const floors = shown.map(async ({ source, path, name }): Promise<Floor> => {
      const folder = { source, path };
      return { kind: "folder", folder, name, ...(await browsing.newest(folder, FLOOR_PICTURES)) };
    });
    const newest = browsing.newest(null, NEWEST_PICTURES);
    floors.unshift(newest.then((floor) => ({ kind: "newest", ...floor })));
    return Promise.all(floors);
  }

  async function cachedFloors(searches: CachedSearches): Promise<Floor[]> {
    const shared = await searches.shared(FLOORS_MAX);
    return shared.map(({ query, answer, ageSeconds }) => ({
      kind: "cached",
      query,
      ageSeconds,
      pictures: answer.images
        .slice(0, FLOOR_PICTURES)
        .map((image) => toShelfPicture(image, thumbnails)),
      pictureCount: answer.images.length,
    }));
  }

  async function read(): Promise<Floor[]> {
    const floorsOfCache = cached === null ? [] : await cachedFloors(cached);
    if (floorsOfCache.length > 0) return floorsOfCache;
    const { kind } = await label();
    const floors = await (kind === "demo"
      ? Promise.all(EXAMPLE_SEARCHES.map(exampleFloor))
      : libraryFloors());
    return floors.filter(({ pictureCount }) => pictureCount > 0);
  }

  return remember(read, { forMs: REMEMBERED_MS, ...ratings });
}
