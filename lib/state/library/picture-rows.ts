import "server-only";
import type { Filters } from "@/lib/contract/search-query";
import { nameOfColour } from "@/lib/core/colour/named-colour";
import { hostTokens } from "@/lib/core/finding/host-tokens";
import { indexedText, tokensOf } from "@/lib/core/finding/index-terms";
import { fileRevision } from "@/lib/core/image/file-revision";
import { sizeClassOf } from "@/lib/core/image/size-class";
import type { LibraryPicture, LibraryQuery, PictureRecord, SourcePlace } from "../library-store";
import { pictureFile } from "../picture-place";
import { sql, sqlList } from "../sql";
import type { Value, Writing } from "../store";

/** A row of `PICTURE_COLUMNS`. */
export type PictureRow = SourcePlace &
  Omit<LibraryPicture, "keywords" | "isTransparent" | "revision" | "folder" | "fileName"> & {
    keywords: string;
    isTransparent: number;
    fileBytes: number;
    modifiedMs: number;
    path: string;
  };

/** Columns of `library_pictures AS p`. */
export const PICTURE_COLUMNS = `p.id, p.name, p.keywords, p.width_px AS "widthPx",
  p.height_px AS "heightPx", p.accent_color AS "accentColor",
  p.is_transparent AS "isTransparent", p.rating, p.format, p.file_bytes AS "fileBytes",
  p.modified_ms AS "modifiedMs", p.host_url AS "hostUrl", p.host, p.taken_at AS "takenAt",
  p.camera, p.photographer, p.path,
  (SELECT location FROM library_sources WHERE number = p.source) AS location,
  (SELECT kind FROM library_sources WHERE number = p.source) AS kind`;

export function toPicture(row: PictureRow): LibraryPicture {
  const { fileBytes, modifiedMs, path, location, kind, ...picture } = row;
  return {
    ...picture,
    ...pictureFile({ path, location, kind }),
    keywords: JSON.parse(row.keywords) as string[],
    isTransparent: row.isTransparent === 1,
    revision: fileRevision(fileBytes, modifiedMs),
  };
}

/** The conditions of a search's filters; their parameters are the first four, `filterValues`. */
const CONDITIONS: Record<Exclude<keyof Filters, "count">, string> = {
  safesearch: "(p.rating = 'strict' OR (?1 = 1 AND p.is_hidden = 0))",
  transparent: "(?2 = 0 OR p.is_transparent = 0)",
  site: `(p.host = ?3 OR substr(p.host, length(p.host) - length(?3)) = '.' || ?3 OR ?3 IS NULL
    OR (?4 = 1 AND p.host IS NULL))`,
};
export const FILTERS = Object.values(CONDITIONS).join(" AND ");

export function filterValues(query: LibraryQuery): Value[] {
  return [
    query.safesearch === "moderate" ? 1 : 0,
    query.transparent ? 1 : 0,
    query.site,
    query.isOwnSite ? 1 : 0,
  ];
}

/** Adds or updates a picture. An update keeps the number, and so the rank. */
export async function putPicture(
  transaction: Writing,
  source: number,
  picture: PictureRecord,
): Promise<void> {
  const { id, path, searchText } = picture;
  const row: Record<string, Value> = {
    id,
    source,
    path,
    file_bytes: picture.fileBytes,
    modified_ms: picture.modifiedMs,
    entry: picture.entry,
    name: picture.name,
    keywords: JSON.stringify(picture.keywords),
    width_px: picture.widthPx,
    height_px: picture.heightPx,
    accent_color: picture.accentColor,
    is_transparent: picture.isTransparent ? 1 : 0,
    rating: picture.rating,
    source_rating: picture.rating,
    is_hidden: 0,
    format: picture.format,
    host_url: picture.hostUrl,
    host: picture.host,
    taken_at: picture.takenAt,
    camera: picture.camera,
    photographer: picture.photographer,
    name_tokens: tokensOf(searchText.name),
    name_terms: indexedText(searchText.subject),
    detail_terms: indexedText(searchText.details),
    folder_terms: indexedText(searchText.folder),
    host_terms: hostTokens(picture.host),
    folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    size_class: sizeClassOf(picture.widthPx * picture.heightPx),
    colour: nameOfColour(picture.accentColor),
  };
  const columns = Object.keys(row);
  await Promise.all([
    // A picture whose manifest entry has a new path keeps its id.
    transaction.run(
      ...sql`DELETE FROM library_pictures WHERE source = ${source} AND path = ${path}
         AND EXISTS (SELECT 1 FROM library_pictures WHERE id = ${id} AND path <> ${path})`,
    ),
    transaction.run(
      ...sql`UPDATE library_pictures SET path = ${path}
        WHERE source = ${source} AND id = ${id} AND path <> ${path}`,
    ),
    transaction.run(
      ...sql`INSERT INTO library_pictures (${[columns.join(", ")]})
       VALUES ${sqlList(Object.values(row))} ON CONFLICT (source, path) DO UPDATE SET
         ${[columns.map((column) => `${column} = excluded.${column}`).join(", ")]}`,
    ),
  ]);
}
