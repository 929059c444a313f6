import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";
import { temporaryFolder } from "../files/temporary-folder";

/** What the product itself gives the service while no folder is configured. */
export const DEMO_MANIFEST = resolve("demo", "manifest.json");

type Options = Partial<Parameters<typeof createEmbeddedService>[0]>;

const withDefaults = (options: Options) => ({
  dataDir: temporaryFolder(),
  libraryDirs: [],
  publicUrl: "http://localhost:4100",
  demoManifest: DEMO_MANIFEST,
  ...options,
});

/** Starts the service for a test, and does not wait for its scan. */
export function serviceOfTest(options: Options = {}): EmbeddedService {
  const service = createEmbeddedService(withDefaults(options));
  onTestFinished(() => service.close());
  return service;
}

export type RunningEmbeddedService = {
  service: EmbeddedService;
  dataDir: string;
  stop(): Promise<void>;
};

/** The embedded service with its own data folder, after its first scan. */
export async function startEmbeddedService(options: Options = {}): Promise<RunningEmbeddedService> {
  const settings = withDefaults(options);
  const service = createEmbeddedService(settings);
  await service.ready();
  return { service, dataDir: settings.dataDir, stop: service.close };
}
