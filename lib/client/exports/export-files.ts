import {
  type CreditListTexts,
  exportContactSheet,
  exportMarkdown,
} from "@/lib/client/exports/credit-list";
import { exportCsv } from "@/lib/client/exports/csv";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { type CreditFacts, creditFacts } from "@/lib/core/credits/credit-facts";
import { exportedFileName } from "@/lib/core/exports/file-names";
import { exportManifest } from "@/lib/core/exports/manifest";
import { exportMessages as messages } from "@/lib/messages/compiled/export";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { fullDayText } from "@/lib/messages/date-text";
import { currentLocale } from "@/lib/messages/locale";
import { creditTexts } from "../credit-texts";
import { readThumbnails } from "./thumbnail-data";

/** A file to be saved. */
export type ExportFile = { name: string; body: Blob };

export type TextFormat = "csv" | "json" | "markdown";

const TYPES: Record<TextFormat, { extension: string; mediaType: string }> = {
  csv: { extension: "csv", mediaType: "text/csv" },
  json: { extension: "json", mediaType: "application/json" },
  markdown: { extension: "md", mediaType: "text/markdown" },
};

/** Returns the credits of images as this page states them. */
export function factsOf(images: readonly ExportedImage[]): CreditFacts[] {
  const { origin } = location;
  return images.map((image) => creditFacts(image, { origin, texts: creditTexts }));
}

/** The texts around a list of credits, in the current locale. */
export function listTexts(count: number): CreditListTexts {
  const date = fullDayText(Date.now());
  return {
    summary: messages("summary", { count, date }),
    note: (note) => messages("note", { note }),
    size: (width, height) => tileMessages("size", { width: String(width), height: String(height) }),
  };
}

/** Returns the name of an exported file without its extension. */
export function baseNameOf(title: string): string {
  return exportedFileName(title, "vitrine");
}

/** Returns the content of a table, a manifest or a list. */
export function exportText(
  format: TextFormat,
  images: readonly ExportedImage[],
  title: string,
): string {
  if (format === "json") {
    const exportedAt = new Date().toISOString();
    return exportManifest(images, { title, exportedAt, origin: location.origin });
  }
  const credits = factsOf(images);
  if (format === "markdown") {
    return exportMarkdown(credits, { title, texts: listTexts(images.length) });
  }
  return exportCsv(
    credits.map((credit, index) => ({ credit, image: images[index] as ExportedImage })),
  );
}

/** Returns a table, a manifest or a list as a file. */
export function textFile(
  format: TextFormat,
  images: readonly ExportedImage[],
  title: string,
): ExportFile {
  const { extension, mediaType } = TYPES[format];
  const text = exportText(format, images, title);
  return {
    name: `${baseNameOf(title)}.${extension}`,
    body: new Blob([text], { type: `${mediaType};charset=utf-8` }),
  };
}

/**
 * Returns a page that embeds the thumbnails of the images. An image whose thumbnail does not load
 * is shown as its credit only; `missingPictureCount` says how many. `onProgress` gets the number of finished
 * images.
 *
 * @throws AbortError after `signal`
 */
export async function contactSheetFile(
  images: readonly ExportedImage[],
  title: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (doneCount: number) => void },
): Promise<{ file: ExportFile; missingPictureCount: number }> {
  const pictures = await readThumbnails(images, { signal, onProgress });
  const { tag, direction } = currentLocale();
  const parts = exportContactSheet(factsOf(images), {
    title,
    texts: listTexts(images.length),
    language: { tag, direction },
    pictureOf: (_, index) => pictures[index] ?? null,
    fileOf: () => null,
  });
  const body = new Blob(parts, { type: "text/html;charset=utf-8" });
  const missingPictureCount = pictures.filter((picture) => picture === null).length;
  return { file: { name: `${baseNameOf(title)}.html`, body }, missingPictureCount };
}

/** Saves a file as a download. */
export function saveFile({ name, body }: ExportFile): void {
  const url = URL.createObjectURL(body);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has begun. Until it is revoked, the URL keeps the bytes in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
