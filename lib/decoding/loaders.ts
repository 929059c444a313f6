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

const TIFF_LOADER = { operation: ["VipsForeignLoadTiff"] };

/**
 * Runs `work`, which may decode this format; one call at a time. libtiff has a long record of
 * vulnerabilities: only files of the library may reach it.
 */
export async function withLoader<T>(format: ImageFormat, work: () => Promise<T>): Promise<T> {
  if (format !== "tiff") return work();
  sharp.unblock(TIFF_LOADER);
  try {
    return await work();
  } finally {
    sharp.block(TIFF_LOADER);
  }
}
