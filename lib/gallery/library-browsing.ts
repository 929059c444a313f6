import "server-only";
import type { Image } from "@/lib/contract/search-answer";
import type { LibraryView } from "@/lib/core/query/library-view";
import type { ImageRatings } from "@/lib/gallery/rating-watch";
import { remember } from "@/lib/platform/remember";
import type { ServiceItem } from "@/lib/protocol/search-service";
import type { BrowseQuery, LibraryOverview } from "@/lib/state/library-store";
import { type GalleryImage, toGalleryImage, toGalleryImages } from "./gallery-images";
import { signImage, type ThumbnailSigner, toShelfPicture } from "./with-thumbnails";

/** The part of our own service (lib/service) that browsing uses. */
export type BrowsableService = {
  browse(query: BrowseQuery): Promise<{ items: ServiceItem[]; matchCount: number }>;
  overview(): Promise<Overview>;
};

type Overview = Omit<LibraryOverview, "folders"> & {
  folders: { source: number; path: string; name: string; pictureCount: number }[];
};

export type LibraryPage = {
  images: Image[];
  /** How many pictures match the view. */
  matchCount: number;
  /** At least 1. */
  pageCount: number;
};

export type LibraryBrowsing = ReturnType<typeof createLibraryBrowsing>;

export const PAGE_SIZE = 48;

/** Counting the whole library takes milliseconds, and a visitor need not see a new picture at once. */
const REMEMBERED_MS = 10_000;

/** Creates the functions that show the library without a search. They are free. */
export function createLibraryBrowsing({
  service,
  thumbnails,
  ratings,
}: {
  service: BrowsableService;
  thumbnails: ThumbnailSigner;
  ratings?: Pick<ImageRatings, "version">;
}) {
  const signing = { thumbnails, fallsBackToOriginals: false };

  const overview = remember(() => service.overview(), { forMs: REMEMBERED_MS, ...ratings });

  async function read(query: BrowseQuery): Promise<{ images: GalleryImage[]; matchCount: number }> {
    const { items, matchCount } = await service.browse(query);
    return { images: toGalleryImages({ items, droppedCount: 0 }, query.count).images, matchCount };
  }

  /** Returns the newest pictures of a folder, or of the library. */
  async function newest(folder: { source: number; path: string } | null, count: number) {
    const filters = { folder, colour: null, size: null };
    const { images, matchCount } = await read({ order: "newest", offset: 0, count, ...filters });
    const pictures = images.map((image) => toShelfPicture(image, thumbnails));
    return { pictures, pictureCount: matchCount };
  }

  return {
    /** Returns folders, colours and sizes to browse; at most ten seconds old. */
    overview,
    newest,
    /** Returns the image of an item that was found without a search. */
    imageOf: (item: ServiceItem): Image => signImage(toGalleryImage(item), signing),
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
