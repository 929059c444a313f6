import "server-only";
import type { ImageFormat } from "@/lib/platform/sniff-format";

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
  format: ImageFormat;
  /** Changes with the picture's file; lower-case letters, digits and hyphens. */
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
