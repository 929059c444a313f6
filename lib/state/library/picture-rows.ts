import "server-only";
import { createHash } from "node:crypto";
import type { Filters } from "@/lib/contract/search-query";
import { nameOfColour } from "@/lib/core/colour/named-colour";
import { hostTokens } from "@/lib/core/finding/host-tokens";
import { indexedText, tokensOf } from "@/lib/core/finding/index-terms";
import { fileRevision } from "@/lib/core/image/file-revision";
import { areDifferent, differenceOfCopies, type Fingerprinted } from "@/lib/core/image/fingerprint";
import { sizeClassOf } from "@/lib/core/image/size-class";
import type { LibraryPicture, LibraryQuery, PictureRecord, SourceLocation } from "../library-store";
import { pictureFile } from "../picture-file";
import { sql, sqlList } from "../sql";
import type { Value, Writing } from "../store";

/** A row of `PICTURE_COLUMNS`. */
export type PictureRow = SourceLocation &
  Omit<LibraryPicture, "keywords" | "isTransparent" | "revision" | "folder" | "fileName"> & {
    keywords: string;
    isTransparent: number;
    modifiedMs: number;
    path: string;
  };

/** Columns of `library_pictures AS p`. */
export const PICTURE_COLUMNS = `p.id, p.name, p.keywords, p.width_px AS "widthPx",
  p.height_px AS "heightPx", p.accent_color AS "accentColor",
  p.is_transparent AS "isTransparent", p.rating, p.format, p.file_bytes AS "fileBytes",
  p.modified_ms AS "modifiedMs", p.host_url AS "hostUrl", p.host, p.taken_at AS "takenAt",
  p.camera, p.photographer AS creator, p.rights AS copyright, p.licence, p.path,
  (SELECT location FROM library_sources WHERE number = p.source) AS location,
  (SELECT kind FROM library_sources WHERE number = p.source) AS kind`;

export function toPicture(row: PictureRow): LibraryPicture {
  const { fileBytes, modifiedMs, path, location, kind, ...picture } = row;
  return {
    ...picture,
    fileBytes,
    ...pictureFile({ path, location, kind }),
    keywords: JSON.parse(row.keywords) as string[],
    isTransparent: row.isTransparent === 1,
    revision: fileRevision(fileBytes, modifiedMs),
  };
}

/** A condition over `p`, for the names of its parameters, and their values for a query. */
type Condition = {
  sql: (...parameters: string[]) => string;
  values: (query: LibraryQuery) => Value[];
};

const CONDITIONS: Record<Exclude<keyof Filters, "count">, Condition> = {
  safesearch: {
    sql: (isModerate) => `(p.rating = 'strict' OR (${isModerate} = 1 AND p.is_hidden = 0))`,
    values: ({ safesearch }) => [safesearch === "moderate" ? 1 : 0],
  },
  transparent: {
    sql: (isHidden) => `(${isHidden} = 0 OR p.is_transparent = 0)`,
    values: ({ transparent }) => [transparent ? 1 : 0],
  },
  site: {
    sql: (site, isOwn) => `(p.host = ${site} OR ${site} IS NULL
      OR substr(p.host, length(p.host) - length(${site})) = '.' || ${site}
      OR (${isOwn} = 1 AND p.host IS NULL))`,
    values: ({ site, isOwnSite }) => [site, isOwnSite ? 1 : 0],
  },
};

const conditions = Object.values(CONDITIONS);

/** How many parameters the filters of a search have. They are the first ones of a statement. */
export const FILTER_PARAMETERS = conditions.reduce((sum, { sql }) => sum + sql.length, 0);

/** The conditions of a search's filters; `filterValues` has the values of their parameters. */
export const FILTER_CONDITIONS = (() => {
  const names = Array.from({ length: FILTER_PARAMETERS }, (_, place) => `?${place + 1}`);
  return conditions.map(({ sql }) => sql(...names.splice(0, sql.length))).join(" AND ");
})();

export function filterValues(query: LibraryQuery): Value[] {
  return conditions.flatMap(({ values }) => values(query));
}

/**
 * Returns the columns that searches read. Call it before the transaction: a long text takes so much
 * time that PostgreSQL would end the transaction as idle.
 */
export function termsOfPicture({ searchText }: PictureRecord) {
  return {
    name_tokens: tokensOf(searchText.name),
    name_terms: indexedText(searchText.subject),
    detail_terms: indexedText(searchText.details),
    folder_terms: indexedText(searchText.context),
  };
}

/**
 * Adds or updates a picture with its `termsOfPicture`; triggers update the full-text index
 * (lib/state/sqlite/index-tables.ts). An update keeps the number, and so the rank.
 */
export async function putPicture(
  transaction: Writing,
  source: number,
  picture: PictureRecord,
  terms: ReturnType<typeof termsOfPicture>,
): Promise<void> {
  const { id, path } = picture;
  const copiesOf = await groupOf(transaction, picture);
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
    photographer: picture.creator,
    rights: picture.copyright,
    licence: picture.licence,
    ...terms,
    host_terms: hostTokens(picture.host),
    folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    size_class: sizeClassOf(picture.widthPx * picture.heightPx),
    colour: nameOfColour(picture.accentColor),
    fingerprint: picture.fingerprint?.text ?? null,
    fingerprint_key: picture.fingerprint?.keys[0] ?? null,
    copies_of: copiesOf,
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

/** How many pictures a new one is compared with. */
const COMPARED_MAX = 1_000;

type Compared = Fingerprinted & { id: string; copiesOf: string | null };

/** Returns the `copies_of` of the picture's copies, and sets it if there was one copy; null if none. */
async function groupOf(transaction: Writing, picture: PictureRecord): Promise<string | null> {
  const { id, fingerprint, widthPx, heightPx } = picture;
  if (fingerprint === null) return null;
  const compared = await transaction.all<Compared>(
    ...sql`SELECT id, fingerprint, width_px AS "widthPx", height_px AS "heightPx",
       copies_of AS "copiesOf"
     FROM library_pictures
     WHERE fingerprint_key IN ${sqlList(fingerprint.keys)} AND id <> ${id} LIMIT ${COMPARED_MAX}`,
  );
  const own = { fingerprint: fingerprint.text, widthPx, heightPx };
  const [nearest] = compared
    .map((each) => ({ ...each, difference: differenceOfCopies(each, own) ?? Infinity }))
    .filter((each) => each.difference < Infinity && !hasOther(compared, each, own))
    .sort((a, b) => a.difference - b.difference);
  if (nearest === undefined || nearest.copiesOf !== null) return nearest?.copiesOf ?? null;
  const name = groupName(nearest);
  await transaction.run(
    ...sql`UPDATE library_pictures SET copies_of = ${name} WHERE id = ${nearest.id}`,
  );
  return name;
}

/** Whether the group of a copy has another picture, such as the next one of a series. */
function hasOther(compared: readonly Compared[], copy: Compared, own: Fingerprinted): boolean {
  return compared.some(
    (each) =>
      (each.id === copy.id || (each.copiesOf !== null && each.copiesOf === copy.copiesOf)) &&
      areDifferent(each, own),
  );
}

/** A picture whose file is replaced may begin another group later, so its id alone is no name. */
function groupName({ id, fingerprint }: Compared): string {
  const hash = createHash("sha256").update(fingerprint).digest("base64url").slice(0, 11);
  return `${id}-${hash}`;
}
