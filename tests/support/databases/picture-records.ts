import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { searchTextOf } from "@/lib/core/finding/search-text";
import type { LibraryQuery, LibraryStore, PictureRecord, Source } from "@/lib/state/library-store";

type RecordParts = Partial<Omit<PictureRecord, "searchText">> & { folder?: string };

/** A picture record; searches find it by name, keywords and `folder`. */
export function aPictureRecord({ folder = "", ...parts }: RecordParts = {}): PictureRecord {
  const { name = "Red barn in snow", keywords = [] } = parts;
  const id = parts.id ?? name.toLowerCase().replace(/\W+/g, "-");
  return {
    id,
    path: `${id}.jpg`,
    fileBytes: 1000,
    modifiedMs: 1_700_000_000_000,
    entry: "",
    searchText: searchTextOf({ name, keywords, context: folder }),
    widthPx: 640,
    heightPx: 480,
    accentColor: "#aa3322",
    isTransparent: false,
    rating: "strict",
    format: "jpeg",
    hostUrl: null,
    host: null,
    takenAt: null,
    camera: null,
    creator: null,
    copyright: null,
    licence: null,
    fingerprint: null,
    ...parts,
    name,
    keywords,
  };
}

/** Saves pictures, in this order, as one source of `library`. */
export async function savePictures(
  library: LibraryStore,
  records: readonly PictureRecord[],
): Promise<Source> {
  const source = await library.addSource({
    location: "/pictures",
    kind: "folder",
    origin: "command",
  });
  for (const record of records) await library.save(source.number, record);
  return source;
}

/** Finds words as typed; filters leave out no picture. */
export const NO_FILTERS = {
  ...DEFAULT_FILTERS,
  count: 100,
  safesearch: "moderate",
  isOwnSite: false,
  isExact: true,
  isGrouped: true,
} as const;

/** Returns the names of the pictures that a search finds; without `filters`, of all that match. */
export async function namesIn(
  library: LibraryStore,
  q: string,
  filters: Partial<LibraryQuery> = {},
): Promise<string[]> {
  const { pictures } = await library.find({ ...NO_FILTERS, ...filters, q });
  return pictures.map(({ name }) => name);
}
