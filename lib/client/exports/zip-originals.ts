import { makeZip } from "client-zip";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { exportedPath, extensionOfUrl } from "@/lib/core/exports/file-names";
import { type FetchedOriginal, fetchOriginal } from "./fetch-original";

/** An image that is not in the ZIP, and the code of the failure. */
export type FailedOriginal = { image: ExportedImage; code: string };

export type ZipProgress = {
  /** Images that are in the ZIP or failed. */
  doneCount: number;
  bytes: number;
  failed: readonly FailedOriginal[];
};

/** A text that goes into the ZIP after the images. */
export type ZipText = { name: string; text: string };

type ZipOptions = {
  signal: AbortSignal;
  /** The most bytes of images in the ZIP; images beyond fail as `zip_full`. */
  bytesMax: number;
  onProgress(progress: ZipProgress): void;
  /** The texts, once it is known where each image is; null for an image that failed. */
  textsOf(pathOf: (index: number) => string | null, failed: readonly FailedOriginal[]): ZipText[];
  fetch?: (image: ExportedImage, signal: AbortSignal) => Promise<FetchedOriginal>;
};

/** The most images in one ZIP. A longer export would often be interrupted by the network or by sleep. */
export const ZIP_IMAGES_MAX = 500;

/** This server sends one visitor two files at a time; a slow host holds up only one of them. */
const CONCURRENT_MAX = 2;

/**
 * A ZIP with the files of images, as a stream: an image is fetched when the reader has taken those
 * before, so that the memory in use is that of two files. Images that fail are left out and listed.
 * Cancelling the stream, or `signal`, ends the fetching.
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
      // A fetch that `left` ended must not be an unhandled rejection.
      for (const each of running.values()) each.catch(() => {});
    }
  }
  // The ZIP notices its cancellation only after the image it waits for.
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

/** The path that an image without a file would have had. */
export function missingPath(image: ExportedImage, index: number, count: number): string {
  const extension = extensionOfUrl(image.imageUrl);
  return exportedPath(image, { number: index + 1, count, extension });
}
