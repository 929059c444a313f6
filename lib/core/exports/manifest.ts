import type { ExportedImage } from "@/lib/contract/picked-image";
import { absoluteUrl } from "@/lib/core/credits/credit-facts";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { parseSite } from "@/lib/core/query/site";
import { expectedPath } from "./file-names";

/** Names the format of an exported collection in its file. */
export const COLLECTION_FORMAT = "vitrine-collection";

export type ManifestOptions = {
  title: string;
  /** ISO 8601 in UTC. */
  exportedAt: string;
  /** This server's; the URLs of library images are relative to it. */
  origin: string;
  /** Returns the path of an image's file below the manifest; the default is its path in a ZIP. */
  fileOf?: (image: ExportedImage, index: number) => string;
};

/** The longest name that the library's manifest accepts. */
const NAME_CHARACTERS_MAX = 300;

/**
 * Exports a collection as JSON: a manifest that `npm run library -- add` accepts. Its fields
 * `collection` and `pick` have everything that `readManifest` needs to show the collection again.
 */
export function exportManifest(images: readonly ExportedImage[], options: ManifestOptions): string {
  const { title, exportedAt, origin } = options;
  const count = images.length;
  const fileOf = options.fileOf ?? ((image, index) => expectedPath(image, index, count));
  // The library identifies a picture by its URL, so it accepts each URL once.
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
      ...statedIn(image),
      width: sideOf(image.width),
      height: sideOf(image.height),
      accentColor: /^#[0-9a-f]{6}$/i.test(image.accentColor ?? "") ? image.accentColor : null,
      pick: pickOf(image),
    });
  });
  const collection = { format: COLLECTION_FORMAT, version: 1, title, exportedAt, origin };
  return `${JSON.stringify({ collection, pictures }, null, 2)}\n`;
}

/** What the image's file states, as the library's manifest accepts it. */
function statedIn({ file }: ExportedImage) {
  const { creator = null, copyright = null, licence = null } = file ?? {};
  return { creator, copyright, licence };
}

/** Returns every field of the image, for a browser that imports the file; the library skips them. */
function pickOf(image: ExportedImage) {
  const { id, name, imageUrl, hostUrl, host, folder, width, height, accentColor } = image;
  const { file, thumbnails, provenance, reference, note, clearance, savedAt, crop } = image;
  const shown = { id, name, imageUrl, hostUrl, host, folder, width, height, accentColor };
  return { ...shown, file, thumbnails, provenance, reference, note, clearance, savedAt, crop };
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
