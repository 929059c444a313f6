import { expect, test } from "@playwright/test";
import { PHOTOGRAPH_SET_WORD, photographSet } from "../../support/pictures/photograph-set";
import { type Installation, startInstallation } from "../support/installation";
import { ready } from "../support/ready";

let installation: Installation;
let set: Awaited<ReturnType<typeof photographSet>>;

test.beforeAll(async ({ request }) => {
  // The first run generates the photographs in half a minute; later runs reuse them.
  test.setTimeout(300_000);
  set = await photographSet();
  installation = await startInstallation({ VITRINE_LIBRARY_DIRS: set.folder });
  const pictureCount = async () =>
    (await (await request.get(`${installation.address}/api/service`)).json()).pictureCount;
  await expect.poll(pictureCount, { timeout: 240_000 }).toBe(set.count);
});
// If the server did not start, the earlier failure has the reason.
test.afterAll(() => installation?.stop());

test("a page of 50 photographs loads at most a tenth of their bytes, all from its own origin", async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const asked: string[] = [];
  const loading = new Set<string>();
  let loadedBytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    asked.push(request.url);
    loading.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loading.delete(requestId);
    loadedBytes += encodedDataLength;
  });
  devtools.on("Network.loadingFailed", ({ requestId }) => loading.delete(requestId));

  await page.goto(`${installation.address}/search?q=${PHOTOGRAPH_SET_WORD}&count=50`);
  const pictures = page.getByRole("main").getByRole("img");
  await expect(pictures).toHaveCount(set.count);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
      .toBeGreaterThan(100);
  }
  await ready(page);
  await expect.poll(() => loading.size).toBe(0);

  const foreign = asked.filter((url) => !url.startsWith(`${installation.address}/`));
  expect(foreign).toEqual([]);
  expect(asked.filter((url) => url.includes("/thumb/")).length).toBeGreaterThanOrEqual(set.count);
  const part = loadedBytes / set.totalBytes;
  const figure = `${loadedBytes} of ${set.totalBytes} bytes, ${part.toFixed(4)}`;
  process.stdout.write(`50 photographs: ${figure}\n`);
  test.info().annotations.push({ type: "bytes", description: figure });
  expect(part).toBeLessThanOrEqual(0.1);
});
