import "server-only";
import { fileRevision, type Picture, type PictureFormat } from "../picture";

/** A row of `pictures` as SQLite gives it. */
export type PictureRow = {
  number: number;
  id: string;
  name: string;
  keywords: string;
  width_px: number;
  height_px: number;
  accent_color: string;
  is_transparent: number;
  rating: Picture["rating"];
  format: PictureFormat;
  file_bytes: number;
  modified_ms: number;
  host_url: string | null;
  host: string | null;
};

export const PICTURE_COLUMNS =
  "p.number, p.id, p.name, p.keywords, p.width_px, p.height_px, p.accent_color, p.is_transparent, p.rating, p.format, p.file_bytes, p.modified_ms, p.host_url, p.host";

export function toPicture(row: PictureRow, collection: Picture["collection"]): Picture {
  return {
    id: row.id,
    collection,
    name: row.name,
    keywords: JSON.parse(row.keywords) as string[],
    widthPx: row.width_px,
    heightPx: row.height_px,
    accentColor: row.accent_color,
    isTransparent: row.is_transparent === 1,
    rating: row.rating,
    format: row.format,
    revision: fileRevision(row.file_bytes, row.modified_ms),
    hostUrl: row.host_url,
    host: row.host,
  };
}
