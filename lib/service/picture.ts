import "server-only";

/** The formats that a library imports, as in their content type `image/…`. */
export type PictureFormat = "jpeg" | "png" | "gif" | "webp" | "avif" | "tiff";

/** A picture of the library or of the demo collection. */
export type Picture = {
  /** Stable; lower-case letters, digits and hyphens. */
  id: string;
  collection: "library" | "demo";
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
  /** The strictest filter that still shows it. */
  rating: "strict" | "moderate";
  format: PictureFormat;
  /** Changes when the picture's file changes; lower-case letters, digits and hyphens. */
  revision: string;
  /** The http(s) URL of the page it comes from; null if its only page is on this server. */
  hostUrl: string | null;
  /** The host to credit; null for this server. */
  host: string | null;
};

/** Returns the path of a picture's file on this server. */
export function originalPath(id: string): string {
  return `/library/${id}/original`;
}

/** Returns the path of a picture's page on this server. */
export function picturePath(id: string): string {
  return `/library/${id}`;
}
