import "server-only";
import { createHash } from "node:crypto";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { DEMO_CATALOGUE } from "../demo/catalogue";
import { openMemoryLibrary } from "./library-database";
import { createPictureSaver } from "./save-pictures";

/**
 * The demo collection as a library in memory: the same tables and the same search. Pictures of
 * one family would stand side by side where scores are equal, so they go in by hash of their id.
 */
export function openDemoLibrary(): SqliteDatabase {
  const database = openMemoryLibrary();
  database.exec(
    "INSERT INTO sources (number, location, kind, origin) VALUES (1, 'demo:', 'demo', 'built-in')",
  );
  const saver = createPictureSaver(database);
  const scattered = DEMO_CATALOGUE.map((record) => ({ record, order: hash(record.id) })).sort(
    (a, b) => (a.order < b.order ? -1 : 1),
  );
  for (const { record } of scattered) {
    saver.save(1, {
      id: record.id,
      path: record.id,
      fileBytes: 0,
      modifiedMs: 0,
      entry: "",
      name: record.name,
      keywords: record.keywords,
      searchText: { name: record.name, keywords: record.keywords.join(" "), folder: "" },
      widthPx: record.width,
      heightPx: record.height,
      accentColor: record.accentColor,
      isTransparent: record.isTransparent,
      rating: record.rating,
      format: record.format,
      hostUrl: null,
      host: record.host,
    });
  }
  return database;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
