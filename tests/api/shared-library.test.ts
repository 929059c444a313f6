import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createEmbeddedService } from "@/lib/service/embedded-service";
import { startBackgroundScan } from "@/lib/service/library/background-scan";
import { scanSource } from "@/lib/service/library/scan-source";
import { openedLibrary, sharedPlace } from "@/tests/support/databases/libraries";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";

test("one of the instances that share a library imports its pictures, and all have them", async () => {
  const storeLocation = await sharedPlace();
  const folder = temporaryFolder();
  copyPhotographs(folder);
  const scans = [1, 2].map(() =>
    startBackgroundScan({
      storeLocation: { ...storeLocation, dataDir: temporaryFolder() },
      libraryDirs: [folder],
      hiddenPaths: [],
    }),
  );
  onTestFinished(async () => {
    for (const scan of scans) await scan.stop();
  });
  await Promise.all(scans.map(({ ended }) => ended));
  const counts = scans.map((scan) => scan.progress().counts);
  expect(counts.map(({ added }) => added).sort()).toEqual([0, 9]);
  expect(counts.map(({ unchanged }) => unchanged).sort()).toEqual([0, 9]);

  const services = [1, 2].map(() =>
    createEmbeddedService({
      dataDir: temporaryFolder(),
      databaseUrl: storeLocation.databaseUrl,
      libraryDirs: [folder],
      publicUrl: "http://pictures.example",
      demoManifest: null,
    }),
  );
  onTestFinished(async () => {
    for (const service of services) await service.close();
  });
  const found = await Promise.all(services.map((service) => service.find({ q: "nagasaki" })));
  expect(found[0]).toHaveLength(1);
  expect(found[1]).toEqual(found[0]);
  const id = found[0]?.[0]?.id ?? "";
  for (const service of services) {
    await service.ready();
    await expect(service.check()).resolves.toBeUndefined();
    expect(await service.label()).toMatchObject({ kind: "library", pictureCount: 9 });
    expect(await service.readPicture(id)).toBeInstanceOf(Uint8Array);
    expect(await service.revision(id)).toBe(found[0]?.[0]?.revision);
  }

  // A removal by one instance's scan applies to the other.
  const library = openedLibrary(storeLocation);
  const filed = await library.picture(id);
  rmSync(join(folder, filed?.path ?? ""));
  for (const source of await library.sources()) await scanSource(library, source, PICTURE_READER);
  for (const service of services) expect(await service.picture(id)).toBeNull();
});
