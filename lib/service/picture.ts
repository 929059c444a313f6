import "server-only";

/** The formats a library takes; what a file is, is read from its first bytes. */
export type PictureFormat = "jpeg" | "png" | "gif" | "webp" | "avif" | "tiff";

/** One picture of ours, from the library or from the demo collection. */
export type Picture = {
  /** Lasting; made of small letters, digits and hyphens. */
  id: string;
  collection: "library" | "demo";
  name: string;
  keywords: string[];
  /** In pixels, after orientation. */
  widthPx: number;
  heightPx: number;
  /** `#rrggbb` */
  accentColor: string;
  /** True if any pixel lets something through. */
  isTransparent: boolean;
  /** The strictest filter that still shows it: a strict picture is fit for everyone. */
  rating: "strict" | "moderate";
  format: PictureFormat;
  /** Changes when the picture's file changes; small letters, digits and hyphens. */
  revision: string;
  /** The page it comes from, http(s); null if only we have one for it. */
  hostUrl: string | null;
  /** The host to credit; null where that is this server, whatever its name. */
  host: string | null;
};

/** Identifies a file's content, as far as its size and time of modification do. */
export function fileRevision(sizeBytes: number, modifiedMs: number): string {
  return `${sizeBytes.toString(36)}-${Math.trunc(modifiedMs).toString(36)}`;
}

/** Path of the file itself on this server. */
export function originalPath(id: string): string {
  return `/library/${id}/original`;
}

/** Path of our own page about a picture. */
export function picturePath(id: string): string {
  return `/library/${id}`;
}

const CONTENT_TYPES: Record<PictureFormat, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  tiff: "image/tiff",
};

export function contentTypeOf(format: PictureFormat): string {
  return CONTENT_TYPES[format];
}
