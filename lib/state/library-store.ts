import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { ColourName } from "@/lib/core/colour/named-colour";
import type { SearchText } from "@/lib/core/finding/search-text";
import type { Fingerprint } from "@/lib/core/image/fingerprint";
import type { Rating } from "@/lib/core/image/moderation";
import type { SizeClass } from "@/lib/core/image/size-class";
import type { ImageFormat } from "@/lib/platform/sniff-format";
import type { ChangedSearch, OfferedQuery } from "@/lib/protocol/changed-search";

/**
 * The library: its sources, their pictures with a search index, and the files that could not be
 * imported. It can be rebuilt from the sources by a scan.
 *
 * Every method is atomic unless it says otherwise, and rejects with the `AppError`
 * `library_unreadable` while the store cannot be used.
 */
export type LibraryStore = {
  /**
   * Returns the best matches first: pictures with exactly this name; then those with every term in
   * the subject; in subject or details; in subject, details or folder; those of `matchingAttempts`;
   * and then, if places are left, those of `relatedAttempts`. `rankByName` orders equal matches. The
   * order is the same every time. A query without a term finds nothing.
   */
  find(query: LibraryQuery): Promise<LibraryAnswer>;
  /**
   * Resolves when `find` sees every change that was committed before the call, or after two seconds.
   * Without this call, `find` may miss what other processes changed in the last second. Rejects with
   * `library_unreadable` if the index is still being built after five seconds.
   */
  catchUp(): Promise<void>;
  /** Also null for a picture that the operator rated `never`. No method returns those. */
  picture(id: string): Promise<FiledPicture | null>;
  /** Returns a picture and its copies (`differenceOfCopies`), the largest first; at most 100. */
  copies(id: string): Promise<LibraryPicture[]>;
  /** Returns the next 1,000 pictures of a source after the path `after`, in the order of their paths. */
  pictures(source: number, after: string | null): Promise<FiledPicture[]>;
  summary(): Promise<LibrarySummary>;
  /** Returns a range of the pictures that any visitor may see (`rating` strict). */
  browse(query: BrowseQuery): Promise<BrowsedPictures>;
  /** Counts the pictures that any visitor may see, by folder, colour and size. */
  overview(): Promise<LibraryOverview>;

  /** Lists all sources, in the order in which they were added. */
  sources(): Promise<Source[]>;
  /** Lists the folders and manifests of the sources, without counting pictures. */
  sourceLocations(): Promise<string[]>;
  /** Adds a source and returns it; does not change an existing one. */
  addSource(source: Pick<Source, "location" | "kind" | "origin">): Promise<Source>;
  /**
   * Removes a source with its pictures, but not the files. Returns false if there is no such source.
   * An interrupted removal leaves the source with the remaining pictures.
   */
  removeSource(location: string): Promise<boolean>;
  /**
   * Adds the folders that the settings name, and removes folders that they no longer name. Restores
   * the sources that were added by command to a library that was rebuilt.
   */
  followSettings(folders: readonly string[]): Promise<void>;

  /**
   * Returns the files that the last scan of a source found, by path, including broken ones; with
   * `paths`, at most 100, only the files and the contents of the folders that have one.
   */
  knownFiles(source: number, paths?: readonly string[] | null): Promise<Map<string, KnownFile>>;
  /**
   * Adds a picture with its index entry, or updates it. An updated picture keeps its rank. A picture
   * whose path in the source changed keeps its id.
   */
  save(source: number, picture: PictureRecord): Promise<void>;
  /** Records a file that is not a usable picture, and deletes the picture that it was before. */
  saveBroken(source: number, path: string, state: FileState, reason: string): Promise<void>;
  /** Deletes any number of files, in several steps that are each committed. */
  remove(source: number, paths: readonly string[]): Promise<void>;
  /**
   * Records that a scan of a source ended now; why it is incomplete, null if it is complete; and
   * `Source.mounts`.
   */
  recordScan(source: number, problem: string | null, mounts: readonly string[]): Promise<void>;
  /** Lists the broken files of a source, by path. */
  brokenFiles(source: number): Promise<BrokenFile[]>;
  /** Counts the broken files of every source by reason; the most common reason of a source first. */
  brokenReasons(): Promise<BrokenReason[]>;
  /**
   * Runs `work` while no other process that shares the store runs its own; waits for its turn. A
   * process that dies loses its turn.
   */
  scanInTurn(work: () => Promise<void>): Promise<void>;

  /**
   * Replaces the operator's ratings of pictures, also for pictures that a later scan adds. Does
   * nothing if the library has applied this or a later revision. Returns null if the store is
   * read-only and nothing was changed.
   */
  followRatings(ratings: LibraryRatings): Promise<"followed" | null>;

  close(): Promise<void>;
};

/** The operator's ratings of pictures, by id. Other pictures have the rating of their source. */
export type LibraryRatings = {
  /** Grows with every change (`ModerationState.ratings`). */
  revision: number;
  ratings: readonly { id: string; rating: Rating }[];
};

/** `site` includes its subdomains. */
export type LibraryQuery = SearchQuery & {
  /** Whether pictures without a host belong to `site`. */
  isOwnSite: boolean;
  /** Whether every picture must have all words as typed, or inflections of them. */
  isExact: boolean;
  /** Whether the last word may be the beginning of a word. */
  isUnfinished?: boolean;
  /** Whether the copies of a picture are one result. */
  isGrouped: boolean;
};

/**
 * A result of a search. If copies are one result, it is the largest that the filters show.
 * `copyCount`: how many copies they show, with this one; `sizeCount`: in how many sizes.
 */
export type IndexedPicture = LibraryPicture & { copyCount: number; sizeCount: number };

/** What a search finds. */
export type LibraryAnswer = {
  pictures: IndexedPicture[];
  /** How many pictures match; null if that is not known. Matches as typed are counted up to 100. */
  totalCount: number | null;
  /** Null if all pictures have all words as typed. */
  changed: ChangedSearch | null;
  /** Queries that find pictures, if this one finds none. */
  offers: OfferedQuery[];
};

/**
 * Which pictures to return.
 *
 * - `newest`: the pictures that match every filter, by the time of their files, then by import.
 *   `offset` counts the pictures before the first.
 * - `taken`: likewise, by `takenAt`, the latest first and pictures without a date last. A day without a
 *   time follows the times of that day, a month its days, and a year its months.
 * - `random`: in the order of their ids, which are hashes, from `seed` to the end and then from the
 *   start. The same seed returns the same pictures while the library stays the same.
 */
export type BrowseQuery = { count: number } & (
  | ({ order: "newest" | "taken"; offset: number } & BrowseFilters)
  | { order: "random"; seed: string }
);

/** Null means any. */
export type BrowseFilters = {
  folder: LibraryFolder | null;
  colour: ColourName | null;
  size: SizeClass | null;
};

/** A folder of pictures: the number of its source, and its path there, "" for the source itself. */
export type LibraryFolder = { source: number; path: string };

/** `matchCount`: how many pictures match in total. */
export type BrowsedPictures = { pictures: LibraryPicture[]; matchCount: number };

export type LibraryOverview = {
  pictureCount: number;
  /** The folder with the newest picture first; at most 200. */
  folders: (LibraryFolder & { sourceLocation: SourceLocation; pictureCount: number })[];
  /** Excludes pictures whose colour is not named yet. */
  colours: { colour: ColourName; pictureCount: number }[];
  sizes: { size: SizeClass; pictureCount: number }[];
  /** Whether a picture has a date. */
  hasDates: boolean;
};

/** A picture in the library. */
export type LibraryPicture = {
  /** Stable; lower-case letters, digits and hyphens. */
  id: string;
  /** Empty if neither the file nor its manifest names the picture. */
  name: string;
  keywords: string[];
  /** In pixels, after orientation. */
  widthPx: number;
  heightPx: number;
  /** `#rrggbb` */
  accentColor: string;
  /** True if any pixel is not opaque. */
  isTransparent: boolean;
  /** The strictest filter that still shows it, by the operator's rating, or otherwise by its source. */
  rating: "strict" | "moderate";
  format: ImageFormat;
  /** Changes with the picture's file (`fileRevision`); lower-case letters, digits and hyphens. */
  revision: string;
  /** The http(s) URL of the picture's page; null if its only page is on this server. */
  hostUrl: string | null;
  /** The host to credit; null for this server. */
  host: string | null;
  /** The folder's path in the library's folder, with `/`; the latter's name for files in it. */
  folder: string;
  fileName: string;
  /** When it was taken, by the camera's clock: ISO 8601 without a zone, with or without a time. */
  takenAt: string | null;
  camera: string | null;
  creator: string | null;
  /** The file's own statements of copyright and licence, unverified. */
  copyright: string | null;
  licence: string | null;
  fileBytes: number;
};

/** A picture, its source, and the path of its file in the source, with `/`. */
export type FiledPicture = { picture: LibraryPicture; source: SourceLocation; path: string };

export type LibrarySummary = {
  /** Excludes pictures that the operator rated `never`. */
  pictureCount: number;
  /** Whether the library has a picture, or a source that was never scanned. */
  isInUse: boolean;
  /** A folder of the settings without pictures whose scan failed, and why. */
  missingFolder: { location: string; problem: string } | null;
};

/** A folder or a manifest whose pictures are in the library. */
export type Source = {
  number: number;
  /** Absolute path of the folder, or of the manifest file. */
  location: string;
  kind: "folder" | "manifest";
  /** Named by the settings of the server, added by command, or the demo collection. */
  origin: "settings" | "command" | "built-in";
  /** When its last scan ended; null before the first. */
  scannedAtMs: number | null;
  /** Why its last scan was incomplete; null if it was complete. */
  problem: string | null;
  /** The relative paths of folders on which a disk was mounted, "" for the source itself. */
  mounts: readonly string[];
  pictureCount: number;
};

/** The state of a library that is not in use, and its sources if it is sound. */
export type LibraryCheck = {
  state: "absent" | "sound" | "damaged" | "unusable";
  sources: Pick<Source, "location" | "kind" | "problem">[];
};

export type SourceLocation = Pick<Source, "location" | "kind">;

/** The longest path in a source. PostgreSQL refuses an index entry above 2,704 bytes. */
export const PATH_BYTES_MAX = 2_500;

/** A file's state at the last scan; a later scan skips unchanged files. */
export type FileState = {
  fileBytes: number;
  /** Whole milliseconds since the epoch. */
  modifiedMs: number;
  /** What it was read with: `METADATA_VERSION`, and its manifest entry or the state of each sidecar. */
  entry: string;
};

export type KnownFile = FileState & { isBroken: boolean };

/** A picture to save. */
export type PictureRecord = FileState &
  Omit<LibraryPicture, "revision" | "keywords" | "folder" | "fileName"> & {
    path: string;
    keywords: readonly string[];
    searchText: SearchText;
    /** Null if the picture was not decoded. */
    fingerprint: Fingerprint | null;
  };

/** A file of a source that is not a usable picture, and why. */
export type BrokenFile = { path: string; reason: string };

/** `source`: its number. */
export type BrokenReason = { source: number; reason: string; fileCount: number };
