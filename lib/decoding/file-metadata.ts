import "server-only";

/** What a picture's file, or a file beside it, states about the picture; absent values are null or empty. */
export type FileMetadata = {
  title: string | null;
  description: string | null;
  keywords: string[];
  /** Titles and descriptions in further languages, to search for. */
  translations: string[];
  /** Where it was taken: place, city, region and country, as far as they are named. */
  place: string | null;
  /** The http(s) URL of the page that the picture comes from. */
  sourcePage: string | null;
  /** When the camera took it, by its clock: ISO 8601 without a zone, possibly only a day, month or year. */
  takenAt: string | null;
  camera: string | null;
  creator: string | null;
  /** The copyright notice, as the file states it. */
  copyright: string | null;
  /** The name, URL or terms of its licence, as the file states them. */
  licence: string | null;
};

export const NO_METADATA: FileMetadata = {
  title: null,
  description: null,
  keywords: [],
  translations: [],
  place: null,
  sourcePage: null,
  takenAt: null,
  camera: null,
  creator: null,
  copyright: null,
  licence: null,
};

/** The longest text of each field, in code points; of `keywords` and `translations`, of each entry. */
export const CHARACTERS_MAX = {
  title: 300,
  description: 2000,
  keywords: 100,
  translations: 2000,
  place: 300,
  camera: 100,
  creator: 200,
  copyright: 500,
  licence: 500,
} as const;

export const KEYWORDS_MAX = 200;
export const TRANSLATIONS_MAX = 40;

/** A picture with a longer block of XMP, EXIF or IPTC is skipped. Photoshop writes megabytes. */
export const METADATA_BLOCK_BYTES_MAX = 16 * 1024 * 1024;

/** A file beside a picture, by the way in which it is read. */
export type SidecarKind = "xmp" | "json" | "txt";

/** Names that no public host has (RFC 6761, 6762, 8375, 9476), and what routers use. */
const PRIVATE_ZONE = /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/;

/** Whether the host of a URL may be a public one: no IP address, no name of a local network. */
export function isPublicUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return /\.[a-z][a-z0-9-]*$/.test(hostname) && !PRIVATE_ZONE.test(hostname);
}
