import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createFreeSearch } from "@/lib/gallery/free-search";
import { createEmbeddedService } from "@/lib/service/embedded-service";
import { libraryPath } from "@/lib/service/library/library-database";
import { DEMO_MANIFEST } from "@/tests/support/embedded-service";
import { aQuery } from "@/tests/support/paid-gallery";
import { copyPhotographs } from "@/tests/support/photographs";
import { temporaryFolder } from "@/tests/support/temporary-folder";

beforeAll(() => {
  vi.stubEnv("VITRINE_LOG_LEVEL", "silent");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Our own service over a library file that is no database. */
async function onDamagedLibrary<T>(
  libraryDirs: string[],
  work: (service: ReturnType<typeof createEmbeddedService>) => Promise<T>,
): Promise<T> {
  const dataDir = temporaryFolder();
  writeFileSync(libraryPath(dataDir), "this is no database; ".repeat(400));
  const service = createEmbeddedService({
    dataDir,
    libraryDirs,
    publicUrl: "http://localhost:4100",
    demoManifest: DEMO_MANIFEST,
  });
  try {
    await service.ready();
    return await work(service);
  } finally {
    await service.close();
  }
}

test("without a folder in the settings, the demo collection answers, and the damage can be seen", async () => {
  await onDamagedLibrary([], async (service) => {
    const search = createFreeSearch({ service, label: service.label });
    const { signal } = new AbortController();
    const answer = await search(aQuery({ q: "sea" }), { signal });
    expect(answer.images.length).toBeGreaterThan(0);
    expect(answer.service.kind).toBe("demo");
    await expect(service.check()).rejects.toMatchObject({ code: "library_unreadable" });
  });
});

test("with a folder in the settings, every question says that the library can't be read", async () => {
  const folder = temporaryFolder();
  copyPhotographs(folder);
  await onDamagedLibrary([folder], async (service) => {
    const asked = [service.find({ q: "sea" }), service.label(), service.picture("x")];
    for (const { status, ...outcome } of await Promise.allSettled(asked)) {
      expect(status).toBe("rejected");
      expect(outcome).toMatchObject({ reason: { code: "library_unreadable" } });
    }
  });
});
