import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { type Config, config } from "@/lib/server/config";
import { createRemoteService } from "@/lib/server/search/remote-service";
import { createSearchImages, type SearchImages } from "@/lib/server/search/search-images";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";
import { createServiceKeys, type ServiceKeys } from "@/lib/service/service-keys";

/** The running program: each part built once, from the configuration. */
export type Vitrine = {
  config: Config;
  /** The search service over the user's own pictures, or over the demo collection. */
  embedded: EmbeddedService;
  /** Who may search through our own `/v1/search`. */
  serviceKeys: ServiceKeys;
  /** The gallery's use case: one question to whichever service is in use. */
  searchImages: SearchImages;
  /** Which service is in use, in words that may be shown. */
  label: () => Promise<ServiceLabel>;
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
  const serviceKeys = createServiceKeys(config);
  const { remote } = config;
  if (remote === null) {
    const label = () => embedded.label();
    const searchImages = createSearchImages({ service: embedded, label, searchCost: 0 });
    return { config, embedded, serviceKeys, searchImages, label };
  }
  const label = async () => ({ kind: "remote", host: new URL(remote.url).host }) as const;
  const service = createRemoteService(remote);
  return {
    config,
    embedded,
    serviceKeys,
    searchImages: createSearchImages({ service, label, searchCost: 1 }),
    label,
  };
}
