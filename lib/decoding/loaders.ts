import "server-only";
import sharp from "sharp";
import type { ImageFormat } from "@/lib/platform/sniff-format";

// An allowlist of loaders: libvips would otherwise choose one by the file's content.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/** libtiff and XML have a long record of vulnerabilities: only files of the library may reach them. */
const OWN_LOADERS: Partial<Record<ImageFormat, { operation: string[] }>> = {
  tiff: { operation: ["VipsForeignLoadTiff"] },
  svg: { operation: ["VipsForeignLoadSvg"] },
};

/** Whether files of other hosts must not be decoded. */
export const isOwnFormat = (format: ImageFormat) => OWN_LOADERS[format] !== undefined;

/** Runs `work`, which may decode this format; one call at a time. */
export async function withLoader<T>(format: ImageFormat, work: () => Promise<T>): Promise<T> {
  const loader = OWN_LOADERS[format];
  if (loader === undefined) return work();
  sharp.unblock(loader);
  try {
    return await work();
  } finally {
    sharp.block(loader);
  }
}
