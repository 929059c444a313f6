import "server-only";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import type { Picture } from "../picture";
import { createPictureFinder, type PictureQuery } from "./find-pictures";
import { PICTURE_COLUMNS, type PictureRow, toPicture } from "./picture-row";
import { rootOf } from "./sources";

/** Where a library picture's file lies. */
export type PictureFile = {
  /** The folder that the file must not leave. */
  root: string;
  /** Relative to `root`, with `/`. */
  path: string;
};

/** The questions a library answers. */
export type LibraryReader = {
  readonly collection: Picture["collection"];
  find(query: PictureQuery): Picture[];
  picture(id: string): Picture | null;
  file(id: string): PictureFile | null;
  hasPictures(): boolean;
  pictureCount(): number;
};

type FileRow = { location: string; kind: "folder" | "manifest"; path: string };

/** Prepares the questions to one library; `ownHost` as in `createPictureFinder`. */
export function createLibraryReader(
  database: SqliteDatabase,
  collection: Picture["collection"],
  ownHost: string,
): LibraryReader {
  const find = createPictureFinder(database, ownHost);
  const byId = database.prepare(`SELECT ${PICTURE_COLUMNS} FROM pictures AS p WHERE p.id = ?`);
  const fileById = database.prepare(
    `SELECT sources.location, sources.kind, pictures.path
     FROM pictures JOIN sources ON sources.number = pictures.source WHERE pictures.id = ?`,
  );
  const first = database.prepare("SELECT 1 FROM pictures LIMIT 1");
  const count = database.prepare("SELECT count(*) AS count FROM pictures");
  return {
    collection,
    find: (query) => find(query).map((row) => toPicture(row, collection)),
    picture(id) {
      const row = byId.get(id) as PictureRow | undefined;
      return row === undefined ? null : toPicture(row, collection);
    },
    file(id) {
      const row = fileById.get(id) as FileRow | undefined;
      return row === undefined ? null : { root: rootOf(row), path: row.path };
    },
    hasPictures: () => first.get() !== undefined,
    pictureCount: () => (count.get() as { count: number }).count,
  };
}
