import { exportContactSheet } from "@/lib/client/exports/credit-list";
import { exportCsv } from "@/lib/client/exports/csv";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { plainCredit } from "@/lib/core/credits/format-credits";
import { expectedPath } from "@/lib/core/exports/file-names";
import { exportManifest } from "@/lib/core/exports/manifest";
import { currentLocale } from "@/lib/messages/locale";
import { baseNameOf, factsOf, listTexts, saveFile } from "./export-files";
import { failedText } from "./failed-text";
import {
  type FailedOriginal,
  type ZipPaths,
  type ZipProgress,
  type ZipText,
  zipOriginals,
} from "./zip-originals";

/** The destination of a ZIP. */
export type ZipTarget = {
  /** The most bytes of images that fit. */
  bytesMax: number;
  /** Writes the whole ZIP. On failure, deletes the incomplete file if the browser allows it. */
  write(zip: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void>;
};

/* A file on disk is written as the images arrive. Otherwise the browser holds the whole ZIP, in
   memory or on disk, until it is complete. */
const FILE_BYTES_MAX = 20e9;
const HELD_BYTES_MAX = 2e9;

type FileHandle = {
  createWritable(): Promise<WritableStream<Uint8Array>>;
  remove?(): Promise<void>;
};

type FilePicker = (options: {
  suggestedName: string;
  types: readonly { accept: Readonly<Record<string, readonly string[]>> }[];
}) => Promise<FileHandle>;

/**
 * Asks where to save the ZIP, if the browser can write to a file; must be called in a click.
 *
 * @returns null if the editor cancelled
 */
export async function chooseZipTarget(title: string): Promise<ZipTarget | null> {
  const name = `${baseNameOf(title)}.zip`;
  const { showSaveFilePicker } = window as { showSaveFilePicker?: FilePicker };
  if (showSaveFilePicker === undefined) return heldTarget(name);
  try {
    const types = [{ accept: { "application/zip": [".zip"] } }];
    const handle = await showSaveFilePicker.call(window, { suggestedName: name, types });
    return fileTarget(handle);
  } catch (cause) {
    // A page in a frame may not open the picker.
    return (cause as DOMException).name === "AbortError" ? null : heldTarget(name);
  }
}

function fileTarget(handle: FileHandle): ZipTarget {
  return {
    bytesMax: FILE_BYTES_MAX,
    async write(zip, signal) {
      try {
        await zip.pipeTo(await handle.createWritable(), { signal });
      } catch (cause) {
        // The picker has created an empty file.
        await handle.remove?.().catch(() => {});
        throw cause;
      }
    },
  };
}

function heldTarget(name: string): ZipTarget {
  return {
    bytesMax: HELD_BYTES_MAX,
    async write(zip, signal) {
      const body = await new Response(zip).blob();
      signal.throwIfAborted();
      saveFile({ name, body: new Blob([body], { type: "application/zip" }) });
    },
  };
}

/**
 * Writes a ZIP with the files of images, the manifest, and the credits as text, page and table.
 *
 * @returns the images that are missing from the ZIP
 * @throws AbortError after `signal`; otherwise if the ZIP cannot be written
 */
export async function exportZip(
  images: readonly ExportedImage[],
  title: string,
  {
    target,
    signal,
    onProgress,
  }: { target: ZipTarget; signal: AbortSignal; onProgress(progress: ZipProgress): void },
): Promise<readonly FailedOriginal[]> {
  let failed: readonly FailedOriginal[] = [];
  const zip = zipOriginals(images, {
    signal,
    bytesMax: target.bytesMax,
    onProgress(progress) {
      failed = progress.failed;
      onProgress(progress);
    },
    textsOf: (paths, failures) => textsOf(images, title, paths, failures),
  });
  await target.write(zip, signal);
  return failed;
}

/** Returns the texts of the ZIP; the manifest has the actual or intended path of each image. */
function textsOf(
  images: readonly ExportedImage[],
  title: string,
  { pathOf, cropPathOf }: ZipPaths,
  failed: readonly FailedOriginal[],
): ZipText[] {
  const credits = factsOf(images);
  const hasCrops = images.some(({ crop }) => crop !== undefined);
  const described = credits.map((credit, index) => ({
    credit,
    image: images[index] as ExportedImage,
    file: pathOf(index),
    ...(hasCrops && { cropFile: cropPathOf(index) }),
  }));
  const { tag, direction } = currentLocale();
  const page = exportContactSheet(credits, {
    title,
    texts: listTexts(images.length),
    language: { tag, direction },
    pictureOf: () => null,
    fileOf: (_, index) => pathOf(index),
  });
  const manifest = exportManifest(images, {
    title,
    exportedAt: new Date().toISOString(),
    origin: location.origin,
    fileOf: (image, index) => pathOf(index) ?? expectedPath(image, index, images.length),
  });
  const reasons = failed.map(({ image, code }) => {
    const [credit] = factsOf([image]);
    return `${credit === undefined ? image.imageUrl : plainCredit(credit)}\n${failedText(code)}\n`;
  });
  return [
    {
      name: "CREDITS.txt",
      text: described
        .map(({ credit, file }) => `${file === null ? "" : `${file}\n`}${plainCredit(credit)}\n`)
        .join("\n"),
    },
    { name: "CREDITS.html", text: page.join("") },
    { name: "CREDITS.csv", text: exportCsv(described) },
    { name: "manifest.json", text: manifest },
    ...(reasons.length > 0 ? [{ name: "FAILED.txt", text: reasons.join("\n") }] : []),
  ];
}
