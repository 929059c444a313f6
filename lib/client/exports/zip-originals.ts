import { makeZip } from "client-zip";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { exportedPath } from "@/lib/core/exports/file-names";
import { type FetchedOriginal, fetchOriginal } from "./fetch-original";

/** An image that is missing from the ZIP, with the error code. */
export type FailedOriginal = { image: ExportedImage; code: string };

export type ZipProgress = {
  /** Images that are in the ZIP or failed. */
  doneCount: number;
  bytes: number;
  failed: readonly FailedOriginal[];
};

/** A text that is added to the ZIP after the images. */
export type ZipText = { name: string; text: string };

type ZipOptions = {
  signal: AbortSignal;
  /** The most bytes of images in the ZIP; images beyond that fail as `zip_full`. */
  bytesMax: number;
  onProgress(progress: ZipProgress): void;
  /** Returns the texts, once the paths of images are known; a failed image has the path null. */
  textsOf(pathOf: (index: number) => string | null, failed: readonly FailedOriginal[]): ZipText[];
  fetch?: (image: ExportedImage, signal: AbortSignal) => Promise<FetchedOriginal>;
};

/** The most images in one ZIP. The network or sleep mode often interrupts a longer export. */
export const ZIP_IMAGES_MAX = 500;

/** The server sends a visitor two files at a time, so a slow host holds up only one of them. */
const CONCURRENT_MAX = 2;

/**
 * Returns a ZIP with the files of images, as a stream. An image is fetched after the reader has
 * taken the images before it, so at most two files are in memory. Lists images that fail.
 * Cancelling the stream, or aborting `signal`, ends the fetching.
 */
export function zipOriginals(
  images: readonly ExportedImage[],
  { signal, bytesMax, onProgress, textsOf, fetch = fetchOriginal }: ZipOptions,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  const count = images.length;
  const paths: (string | null)[] = images.map(() => null);
  const failed: FailedOriginal[] = [];
  let bytes = 0;
  let doneCount = 0;

  async function* entries() {
    const waiting = images.entries();
    const running = new Map<number, Promise<{ index: number; fetched: FetchedOriginal }>>();
    const start = () => {
      const next = waiting.next();
      if (next.done) return;
      const [index, image] = next.value;
      const fetched: Promise<FetchedOriginal> =
        bytes >= bytesMax
          ? Promise.resolve({ kind: "failure", code: "zip_full" })
          : fetch(image, either);
      running.set(
        index,
        fetched.then((fetched) => ({ index, fetched })),
      );
    };
    try {
      for (let i = 0; i < CONCURRENT_MAX; i += 1) start();
      while (running.size > 0) {
        const { index, fetched } = await Promise.race(running.values());
        running.delete(index);
        const image = images[index] as ExportedImage;
        if (fetched.kind === "file" && bytes + fetched.body.size <= bytesMax) {
          const { extension, body } = fetched;
          const path = exportedPath(image, { number: index + 1, count, extension });
          paths[index] = path;
          bytes += body.size;
          yield { name: path, input: body, lastModified: new Date() };
        } else {
          failed.push({ image, code: fetched.kind === "file" ? "zip_full" : fetched.code });
        }
        doneCount += 1;
        onProgress({ doneCount, bytes, failed: [...failed] });
        start();
      }
      for (const { name, text } of textsOf((index) => paths[index] ?? null, failed)) {
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
