import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";

/** What the product itself gives the service while no folder is configured. */
export const DEMO_MANIFEST = resolve("demo", "manifest.json");

export type RunningEmbeddedService = {
  service: EmbeddedService;
  dataDir: string;
  stop(): Promise<void>;
};

/** The embedded service with its own data folder, after its first scan. */
export async function startEmbeddedService(
  options: { libraryDirs?: string[]; publicUrl?: string; databaseUrl?: string } = {},
): Promise<RunningEmbeddedService> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-service-"));
  const service = createEmbeddedService({
    dataDir,
    databaseUrl: options.databaseUrl ?? null,
    libraryDirs: options.libraryDirs ?? [],
    publicUrl: options.publicUrl ?? "http://localhost:4100",
    demoManifest: DEMO_MANIFEST,
  });
  await service.ready();
  return {
    service,
    dataDir,
    async stop() {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
