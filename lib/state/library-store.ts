import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { ColourName } from "@/lib/core/colour/named-colour";
import type { QueryTerm } from "@/lib/core/finding/index-terms";
import type { SearchText } from "@/lib/core/finding/search-text";
import type { Rating } from "@/lib/core/image/moderation";
import type { SizeClass } from "@/lib/core/image/size-class";
import type { ImageFormat } from "@/lib/platform/sniff-format";

/**
 * The library: its sources, their pictures with a search index, and the files that could not be
 * imported. It can be rebuilt from the sources by a scan.
 *
 * Every method is atomic unless it says otherwise, and rejects with the `AppError`
 * `library_unreadable` while the store cannot be used.
 */
export type LibraryStore = {
  /**
   * Returns the best matches first: pictures with exactly this name; then those that have every term
   * in the subject; in subject or details; in subject, details or folder. The order is the same every
   * time. A query without a term finds nothing.
   */
  find(query: LibraryQuery): Promise<LibraryPicture[]>;
  /** Returns in how many pictures each term occurs, at most 2,000. */
  count(terms: readonly QueryTerm[]): Promise<number[]>;
  /** Null also for a picture that the operator rated `never`, which no method returns. */
  picture(id: string): Promise<FiledPicture | null>;
  summary(): Promise<LibrarySummary>;
  /** Returns a part of the pictures that any visitor may see (`rating` strict). */
  browse(query: BrowseQuery): Promise<BrowsedPictures>;
  /** Counts the pictures that any visitor may see, by folder, colour and size. */
  overview(): Promise<LibraryOverview>;

  /** Lists all sources, in the order in which they were added. */
  sources(): Promise<Source[]>;
  /** Adds a source and returns it; an existing one stays as it is. */
  addSource(source: Pick<Source, "location" | "kind" | "origin">): Promise<Source>;
  /**
   * Removes a source with its pictures; the files stay. Returns false if there is no such source. An
   * interrupted removal leaves the source with the remaining pictures.
   */
  removeSource(location: string): Promise<boolean>;
  /**
   * Adds the folders that the settings name, and removes those that they no longer name. A library
   * that was rebuilt gets the sources back that were added by command.
   */
  followSettings(folders: readonly string[]): Promise<void>;

  /** Returns the files of a source, broken ones too, as the last scan found them, by path. */
  knownFiles(source: number): Promise<Map<string, KnownFile>>;
  /**
   * Adds a picture with its index entry, or updates it. An updated one keeps its rank. A picture whose
   * path in the source changed keeps its id.
   */
  save(source: number, picture: PictureRecord): Promise<void>;
  /** Records a file that is not a usable picture, and deletes the picture it was before. */
  saveBroken(source: number, path: string, state: FileState, reason: string): Promise<void>;
  /** Deletes any number of files, in steps that each take effect. */
  remove(source: number, paths: readonly string[]): Promise<void>;
  /** Records that a scan of a source ended now, and why it is incomplete; null if it is complete. */
  recordScan(source: number, problem: string | null): Promise<void>;
  /** Lists the broken files of a source, in order of their paths. */
  brokenFiles(source: number): Promise<BrokenFile[]>;
  /** Counts the broken files of every source by reason; the most common reason of a source first. */
  brokenReasons(): Promise<BrokenReason[]>;
  /**
   * Runs `work` while no other process that shares the store runs any; waits for its turn. A process
   * that dies loses its turn.
   */
  scanInTurn(work: () => Promise<void>): Promise<void>;

  /**
   * Makes these the operator's ratings of pictures, also of those that a scan adds later. Does nothing
   * if the library has followed this or a later revision. Null: the store can only be read, and
   * nothing was changed.
   */
  followRatings(ratings: LibraryRatings): Promise<"followed" | null>;

  close(): Promise<void>;
};

/** The operator's ratings of pictures, by id. Pictures without one have their source's. */
export type LibraryRatings = {
  /** Larger for later ratings (`ModerationState.ratings`). */
  revision: number;
  ratings: readonly { id: string; rating: Rating }[];
};

/** `site` stands for its subdomains too. */
export type LibraryQuery = SearchQuery & {
  /** Whether pictures without a host belong to `site`. */
  isOwnSite: boolean;
  /** True finds pictures with any of the terms: first those with more and rarer ones. */
  isAnyTerm?: boolean;
};

/**
 * Which pictures to list, and from where.
 *
 * - `newest`: those that fit every filter, by the time of their files; equal times by import. `offset`
 *   counts the pictures before the first.
 * - `random`: in the order of their ids, which are hashes, from `seed` on and then from the start. The
 *   same seed gives the same pictures while the library stays the same.
 */
export type BrowseQuery = { count: number } & (
  | ({ order: "newest"; offset: number } & BrowseFilters)
  | { order: "random"; seed: string }
);

/** Null: any. */
export type BrowseFilters = {
  folder: LibraryFolder | null;
  colour: ColourName | null;
  size: SizeClass | null;
};

/** A folder of pictures: the number of its source, and its path in there, "" for the source itself. */
export type LibraryFolder = { source: number; path: string };

/** `matchCount`: how many pictures fit in all. */
export type BrowsedPictures = { pictures: LibraryPicture[]; matchCount: number };

export type LibraryOverview = {
  pictureCount: number;
  /** The folder with the newest picture first; at most 200. */
  folders: (LibraryFolder & { place: SourcePlace; pictureCount: number })[];
  /** Without the pictures whose colour is not named yet. */
  colours: { colour: ColourName; pictureCount: number }[];
  sizes: { size: SizeClass; pictureCount: number }[];
};

/** A picture as the library has it. */
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
  /** The strictest filter that still shows it: by the operator's rating, or else by its source. */
  rating: "strict" | "moderate";
  format: ImageFormat;
  /** Changes with the picture's file (`fileRevision`); lower-case letters, digits and hyphens. */
  revision: string;
  /** The http(s) URL of the page it comes from; null if its only page is on this server. */
  hostUrl: string | null;
  /** The host to credit; null for this server. */
  host: string | null;
  /** The folder's path in the library's folder, with `/`; the name of the latter for files in it. */
  folder: string;
  fileName: string;
  /** When it was taken, by the camera's clock: ISO 8601 without a zone, with or without a time. */
  takenAt: string | null;
  camera: string | null;
  photographer: string | null;
};

/** A picture, its source, and its file's path in there, with `/`. */
export type FiledPicture = { picture: LibraryPicture; source: SourcePlace; path: string };

export type LibrarySummary = {
  /** Without those that the operator rated `never`. */
  pictureCount: number;
  /** Whether the library has any picture, or a source that was not scanned yet. */
  isInUse: boolean;
  /** A folder of the settings without a picture whose scan failed, and why. */
  missingFolder: { location: string; problem: string } | null;
};

/** A folder or a manifest whose pictures the library has. */
export type Source = {
  number: number;
  /** Absolute path of the folder, or of the manifest file. */
  location: string;
  kind: "folder" | "manifest";
  /** Named by the settings of the server, added by the command, or the demo collection. */
  origin: "settings" | "command" | "built-in";
  /** When its last scan ended; null before the first. */
  scannedAtMs: number | null;
  /** Why its last scan was incomplete; null if it was complete. */
  problem: string | null;
  pictureCount: number;
};

export type SourcePlace = Pick<Source, "location" | "kind">;

/** A file's state at the last scan; unchanged files are not read again. */
export type FileState = {
  fileBytes: number;
  /** Whole milliseconds since the epoch. */
  modifiedMs: number;
  /** How the file was read: a version, and the manifest's own text for the picture. */
  entry: string;
};

export type KnownFile = FileState & { isBroken: boolean };

/** A picture to save. */
export type PictureRecord = FileState &
  Omit<LibraryPicture, "revision" | "keywords" | "folder" | "fileName"> & {
    path: string;
    keywords: readonly string[];
    searchText: SearchText;
  };

/** A file of a source that is not a usable picture, and why. */
export type BrokenFile = { path: string; reason: string };

/** `source`: its number. */
export type BrokenReason = { source: number; reason: string; fileCount: number };
