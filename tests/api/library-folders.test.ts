import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { serviceOfTest } from "@/tests/support/servers/embedded-service";

test("a configured folder that is missing makes the service unready until it appears", async () => {
  const folder = join(temporaryFolder(), "not-mounted");
  const service = serviceOfTest({ libraryDirs: [folder], demoManifest: null });
  await service.ready();
  await expect(service.check()).rejects.toMatchObject({ code: "library_unreadable" });
  copyPhotographs(folder);
  await expect.poll(async () => (await service.find({ q: "nagasaki" })).length).toBe(1);
  await expect.poll(() => service.check().then(() => "ready", String)).toBe("ready");
});
