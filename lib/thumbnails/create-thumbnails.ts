import "server-only";
import { log, warnThrottled } from "@/lib/platform/log";
import { loadOrCreateTemporarySecret } from "@/lib/platform/secret-file";
import type { Route } from "@/lib/web/route";
import type { ThumbnailConfig } from "./config";
import { thumbnailEndpoint } from "./thumbnail-endpoint";
import { createThumbnailPipeline, type ThumbnailOptions } from "./thumbnail-pipeline";

type Options = {
  pictures: ThumbnailConfig;
  dataDir: string;
  publicUrl: string;
  allowedHosts: readonly string[];
  hiddenPaths: readonly string[];
};

type PipelineOptions = Required<ThumbnailOptions>;

type Parts = {
  library: {
    readPicture: PipelineOptions["readLibraryImage"];
    revision: PipelineOptions["libraryRevision"];
  };
  waitForTurn: PipelineOptions["waitForTurn"];
};

/** Creates the thumbnails, and logs the sandbox of their decoders. */
export function createThumbnails(
  { pictures, dataDir, publicUrl, allowedHosts, hiddenPaths }: Options,
  { library, waitForTurn }: Parts,
) {
  // Without a writable data folder, thumbnail URLs are valid only until this process ends.
  const ownKey = () =>
    loadOrCreateTemporarySecret(dataDir, "thumbnail-key", (cause) =>
      warnThrottled("store_failed", "secrets", cause),
    );
  const pipeline = createThumbnailPipeline({
    keys: pictures.thumbnailKeys.length > 0 ? pictures.thumbnailKeys : [ownKey()],
    dataDir,
    cacheBytesMax: pictures.thumbnailCacheBytesMax,
    ownHosts: [new URL(publicUrl).hostname, ...allowedHosts],
    allowedPrivateHosts: pictures.privateHosts,
    readLibraryImage: library.readPicture,
    libraryRevision: library.revision,
    waitForTurn,
    hiddenPaths,
  });
  pipeline.sandbox().then(
    (sandbox) => {
      const isWeak = sandbox === "limited" || sandbox === "bare";
      log()[isWeak ? "warn" : "info"]({ event: "decoder_sandbox", sandbox });
    },
    (err) => log().error({ event: "no_decoder_starts", err }),
  );
  const routes: readonly Route[] = [thumbnailEndpoint(pipeline)];
  return { ...pipeline, routes };
}
