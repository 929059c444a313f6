import type { ExportedImage } from "@/lib/contract/picked-image";
import { absoluteUrl } from "@/lib/core/credits/credit-facts";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { parseSite } from "@/lib/core/query/site";
import { exportedPath, extensionOfUrl } from "./file-names";

/** Names the format of an exported collection in its file. */
export const COLLECTION_FORMAT = "vitrine-collection";

export type ManifestOptions = {
  title: string;
  /** ISO 8601 in UTC. */
  exportedAt: string;
  /** Of this server: the URLs of library images are relative to it. */
  origin: string;
  /** The path of an image's file below the manifest; by default that of a ZIP. */
  fileOf?: (image: ExportedImage, index: number) => string;
};

/** The longest name that the library's manifest accepts. */
const NAME_CHARACTERS_MAX = 300;

/**
 * A collection as JSON: a manifest that `npm run library -- add` accepts, with all that is
 * needed to show the collection again (`readManifest`) under `collection` and `pick`.
 */
export function exportManifest(images: readonly ExportedImage[], options: ManifestOptions): string {
  const { title, exportedAt, origin } = options;
  const count = images.length;
  const fileOf =
    options.fileOf ??
    ((image, index) =>
      exportedPath(image, { number: index + 1, count, extension: extensionOfUrl(image.imageUrl) }));
  // The library accepts each URL once: it identifies a picture.
  const seen = new Set<string>();
  const pictures = images.map((image, index) => {
    const imageUrl = isOwnUrl(image.imageUrl) ? null : absoluteUrl(image.imageUrl, origin);
    const isRepeated = imageUrl !== null && seen.has(imageUrl);
    if (imageUrl !== null) seen.add(imageUrl);
    const name = [...image.name.trim()].slice(0, NAME_CHARACTERS_MAX).join("").trim();
    const hostUrl =
      image.hostUrl === null || isOwnUrl(image.hostUrl) ? null : absoluteUrl(image.hostUrl, origin);
    const host = image.folder === undefined ? parseSite(image.host) : null;
    return withoutNulls({
      file: fileOf(image, index),
      name: name === "" ? null : name,
      hostUrl,
      host: hostUrl === null ? host : null,
      imageUrl: isRepeated ? null : imageUrl,
      rating: ratingOf(image),
      width: sideOf(image.width),
      height: sideOf(image.height),
      accentColor: /^#[0-9a-f]{6}$/i.test(image.accentColor ?? "") ? image.accentColor : null,
      pick: pickOf(image),
    });
  });
  const collection = { format: COLLECTION_FORMAT, version: 1, title, exportedAt, origin };
  return `${JSON.stringify({ collection, pictures }, null, 2)}\n`;
}

/** All that is known of the image; for the browser only, the library skips it. */
function pickOf(image: ExportedImage) {
  const { id, name, imageUrl, hostUrl, host, folder, width, height, accentColor } = image;
  const { thumbnails, provenance, reference, note, clearance, savedAt } = image;
  const shown = { id, name, imageUrl, hostUrl, host, folder, width, height, accentColor };
  return { ...shown, thumbnails, provenance, reference, note, clearance, savedAt };
}

/** Rates an image moderate unless a strict search found it. */
function ratingOf({ provenance: { search } }: ExportedImage): "moderate" | null {
  if (search === null) return null;
  const parsed = parseSearchQuery(new URLSearchParams(search));
  return parsed.isValid && parsed.query.safesearch === "strict" ? null : "moderate";
}

function sideOf(px: number | null): number | null {
  return px !== null && Number.isInteger(px) && px >= 1 && px <= 100_000 ? px : null;
}

/** Whether a URL is a path of this server. */
function isOwnUrl(url: string): boolean {
  return url.startsWith("/");
}

function withoutNulls<T extends object>(record: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null),
  ) as Partial<T>;
}
