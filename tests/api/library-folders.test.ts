import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "@/lib/config";
import { createVitrine } from "@/lib/vitrine";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs } from "@/tests/support/pictures/photographs";
import { HERE } from "@/tests/support/requests/ask";
import { TEST_VISITOR } from "@/tests/support/servers/application";
import { serviceOfTest } from "@/tests/support/servers/embedded-service";

test("the only configured folder, if it is missing, makes the service unready until it appears", async () => {
  const folder = join(temporaryFolder(), "not-mounted");
  const service = serviceOfTest({ libraryDirs: [folder], demoManifest: null });
  await service.ready();
  await expect(service.check()).rejects.toMatchObject({ code: "library_unreadable" });
  copyPhotographs(folder);
  await expect.poll(async () => (await service.find({ q: "nagasaki" })).length).toBe(1);
  await expect.poll(() => service.check().then(() => "ready", String)).toBe("ready");
});

test("one missing folder of two is named in the details of /readyz, and the server is ready", async () => {
  const [folder, missing] = [temporaryFolder(), join(temporaryFolder(), "not-mounted")];
  copyPhotographs(folder);
  const token = "a-token-of-the-operator";
  const vitrine = createVitrine(
    parseConfig({
      VITRINE_SERVICE_KEY: "a-key-of-at-least-24-characters",
      VITRINE_DATA_DIR: temporaryFolder(),
      VITRINE_LIBRARY_DIRS: `${missing}:${folder}`,
      VITRINE_METRICS_TOKEN: token,
    }),
  );
  onTestFinished(async () => {
    await Promise.all([vitrine.close(), vitrine.embedded.close()]);
  });
  await vitrine.embedded.ready();
  const ready = async (headers: Record<string, string>) => {
    const answer = await vitrine.application.answer(new Request(`${HERE}/readyz`, { headers }), {
      target: "/readyz",
      peer: TEST_VISITOR,
      forwardedFor: undefined,
      leaveSignal: () => new AbortController().signal,
    });
    if (answer === null) throw new Error("a page");
    return { status: answer.status, ...(await answer.json()) };
  };
  const isReady = { status: 200, isReady: true };
  expect(await ready({})).toEqual(isReady);
  expect(await ready({ authorization: `Bearer ${token}` })).toMatchObject({
    ...isReady,
    library: "ok",
    sources: `${missing}: there is no such folder`,
  });
});
