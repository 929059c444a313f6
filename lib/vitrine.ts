import "server-only";
import { type Config, config } from "@/lib/server/config";
import { createRemoteService } from "@/lib/server/search/remote-service";
import { createSearchImages, type SearchImages } from "@/lib/server/search/search-images";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";

/** The running program: each part built once, from the configuration. */
export type Vitrine = {
  config: Config;
  /** The search service over the user's own pictures, or over the demo collection. */
  embedded: EmbeddedService;
  /** The gallery's use case: one question to whichever service is in use. */
  searchImages: SearchImages;
};

/**
 * This process's program, built on first use.
 *
 * Next loads routes and pages as separate module graphs, each with module state of its own;
 * `globalThis` is the one place they share.
 */
export function vitrine(): Vitrine {
  const place = globalThis as typeof globalThis & { [RUNNING]?: Vitrine };
  place[RUNNING] ??= build(config());
  return place[RUNNING];
}

const RUNNING = Symbol.for("vitrine.running");

function build(config: Config): Vitrine {
  const embedded = createEmbeddedService({
    dataDir: config.dataDir,
    libraryDirs: config.libraryDirs,
    publicUrl: config.publicUrl,
    // With a remote service the demo pictures would only mislead.
    hasDemo: config.remote === null,
  });
  const searchImages =
    config.remote === null
      ? createSearchImages({ service: embedded, label: () => embedded.label(), searchCost: 0 })
      : createSearchImages({
          service: createRemoteService(config.remote),
          label: remoteLabel(config.remote.url),
          searchCost: 1,
        });
  return { config, embedded, searchImages };
}

function remoteLabel(url: string) {
  const label = { kind: "remote", host: new URL(url).host } as const;
  return async () => label;
}
