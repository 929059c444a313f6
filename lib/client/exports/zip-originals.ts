import { makeZip } from "client-zip";
import { FILES_PER_VISITOR_MAX } from "@/lib/contract/crops";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { cropPath, exportedPath } from "@/lib/core/exports/file-names";
import { fetchCrop } from "./fetch-crop";
import { type FetchedOriginal, fetchOriginal } from "./fetch-original";

/** An image that is missing from the ZIP, with the error code. */
export type FailedOriginal = { image: ExportedImage; code: string };

export type ZipProgress = {
  /** Images that are in the ZIP or failed. */
  doneCount: number;
  bytes: number;
  failed: readonly FailedOriginal[];
};

/** The paths of an image's files in the ZIP; null for a file that it lacks. */
export type ZipPaths = {
  pathOf(index: number): string | null;
  cropPathOf(index: number): string | null;
};

/** A text that is added to the ZIP after the images. */
export type ZipText = { name: string; text: string };

type ZipOptions = {
  signal: AbortSignal;
  /** The most bytes of images in the ZIP; images beyond that fail as `zip_full`. */
  bytesMax: number;
  onProgress(progress: ZipProgress): void;
  /** Returns the texts, once the paths of images are known; a failed file has the path null. */
  textsOf(paths: ZipPaths, failed: readonly FailedOriginal[]): ZipText[];
  fetch?: (image: ExportedImage, signal: AbortSignal) => Promise<FetchedOriginal>;
};

/** The most images in one ZIP. The network or sleep mode often interrupts a longer export. */
export const ZIP_IMAGES_MAX = 500;

/**
 * Returns a ZIP with the files of images, and their crops beside them, as a stream. An image is fetched
 * after the reader has taken the images before it, so the files of at most two images are in memory.
 * Lists images that fail, wholly or in their crop. Cancelling the stream, or aborting `signal`, ends the
 * fetching.
 */
export function zipOriginals(
  images: readonly ExportedImage[],
  { signal, bytesMax, onProgress, textsOf, fetch = fetchOriginal }: ZipOptions,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  const count = images.length;
  const paths: (string | null)[] = images.map(() => null);
  const cropPaths: (string | null)[] = images.map(() => null);
  const failed: FailedOriginal[] = [];
  let bytes = 0;
  let doneCount = 0;

  async function fetchFiles(image: ExportedImage): Promise<FetchedOriginal[]> {
    const original = await fetch(image, either);
    if (original.kind === "failure" || image.crop === undefined) return [original];
    return [original, await fetchCrop(image, image.crop, either)];
  }

  async function* entries() {
    const waiting = images.entries();
    const running = new Map<number, Promise<{ index: number; files: FetchedOriginal[] }>>();
    const start = () => {
      const next = waiting.next();
      if (next.done) return;
      const [index, image] = next.value;
      const fetched: Promise<FetchedOriginal[]> =
        bytes >= bytesMax
          ? Promise.resolve([{ kind: "failure", code: "zip_full" }])
          : fetchFiles(image);
      running.set(
        index,
        fetched.then((files) => ({ index, files })),
      );
    };
    try {
      for (let i = 0; i < FILES_PER_VISITOR_MAX; i += 1) start();
      while (running.size > 0) {
        const { index, files } = await Promise.race(running.values());
        running.delete(index);
        const image = images[index] as ExportedImage;
        for (const file of files) {
          if (file.kind === "file" && bytes + file.body.size <= bytesMax) {
            const { extension, body } = file;
            const original = paths[index] ?? null;
            const path =
              original === null || image.crop === undefined
                ? exportedPath(image, { number: index + 1, count, extension })
                : cropPath(original, image.crop, extension);
            (original === null ? paths : cropPaths)[index] = path;
            bytes += body.size;
            yield { name: path, input: body, lastModified: new Date() };
          } else {
            failed.push({ image, code: file.kind === "file" ? "zip_full" : file.code });
            break;
          }
        }
        doneCount += 1;
        onProgress({ doneCount, bytes, failed: [...failed] });
        start();
      }
      const pathOf = (index: number) => paths[index] ?? null;
      const cropPathOf = (index: number) => cropPaths[index] ?? null;
      for (const { name, text } of textsOf({ pathOf, cropPathOf }, failed)) {
        yield { name, input: text, lastModified: new Date() };
      }
    } finally {
      left.abort();
      // Aborting `left` rejects these fetches; they must not be unhandled rejections.
      for (const each of running.values()) each.catch(() => {});
    }
  }
  // The ZIP library notices cancellation only after the image that it waits for.
  const zip = makeZip(entries()).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await zip.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel(reason) {
      left.abort();
      return zip.cancel(reason).catch(() => {});
    },
  });
}
