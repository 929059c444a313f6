import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createThumbnailPipeline,
  type ThumbnailOptions,
  type ThumbnailPipeline,
} from "@/lib/thumbnails/thumbnail-pipeline";

export type Installation = {
  thumbnails: ThumbnailPipeline;
  /** Stops the pipeline and removes its files. */
  end(): Promise<void>;
};

/** Builds the thumbnail pipeline without limits per client, which a benchmark would exceed. */
export function createInstallation(options: Partial<ThumbnailOptions>): Installation {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-"));
  const thumbnails = createThumbnailPipeline({
    keys: ["a key for the bench, thirty-two bytes or more"],
    dataDir,
    cacheBytesMax: 1e9,
    ownHosts: [],
    allowedPrivateHosts: [],
    readLibraryImage: async () => null,
    visitorLimits: { perMinute: 1e9, bytesPerTenMinutes: 1e12 },
    ...options,
  });
  return {
    thumbnails,
    async end() {
      thumbnails.close();
      await thumbnails.settled();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
