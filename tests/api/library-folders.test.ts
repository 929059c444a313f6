import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createEmbeddedService } from "@/lib/service/embedded-service";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";

test("a configured folder that is missing makes the service unready until it appears", async () => {
  const folder = join(temporaryFolder(), "not-mounted");
  const service = createEmbeddedService({
    dataDir: temporaryFolder(),
    libraryDirs: [folder],
    publicUrl: "http://localhost:4100",
    demoManifest: null,
  });
  onTestFinished(() => service.close());
  await service.ready();
  await expect(service.check()).rejects.toMatchObject({ code: "library_unreadable" });
  copyPhotographs(folder);
  await expect.poll(async () => (await service.find({ q: "nagasaki" })).length).toBe(1);
  await expect.poll(() => service.check().then(() => "ready", String)).toBe("ready");
});
