import { createPictureWriter, type PictureRecord } from "@/lib/service/library/picture-writer";
import { addSource } from "@/lib/service/library/sources";
import type { SqliteDatabase } from "@/lib/state/sqlite/database";

type RecordParts = Partial<Omit<PictureRecord, "searchText">> & { folder?: string };

/** A picture record; searches find it by name, keywords and `folder`. */
export function aPictureRecord({ folder = "", ...parts }: RecordParts = {}): PictureRecord {
  const { name = "Red barn in snow", keywords = [] } = parts;
  const id = parts.id ?? name.toLowerCase().replace(/\W+/g, "-");
  return {
    id,
    path: `${id}.jpg`,
    fileBytes: 1000,
    modifiedMs: 1_700_000_000_000,
    entry: "",
    searchText: { name, keywords: keywords.join(" "), folder },
    widthPx: 640,
    heightPx: 480,
    accentColor: "#aa3322",
    isTransparent: false,
    rating: "strict",
    format: "jpeg",
    hostUrl: null,
    host: null,
    ...parts,
    name,
    keywords,
  };
}

/** Saves pictures, in this order, as one source of `database`. */
export function savePictures(database: SqliteDatabase, records: readonly PictureRecord[]): void {
  const source = addSource(database, { location: "/pictures", kind: "folder", origin: "command" });
  const writer = createPictureWriter(database);
  for (const record of records) writer.save(source.number, record);
}
