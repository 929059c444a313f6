import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { PHOTOGRAPH_SET_WORD, photographSet } from "../../support/pictures/photograph-set";
import { type Installation, startInstallation } from "../support/installation";
import { ready } from "../support/ready";

const dataDir = mkdtempSync(join(tmpdir(), "vitrine-fifty-"));
let installation: Installation;
let set: Awaited<ReturnType<typeof photographSet>>;

test.beforeAll(async () => {
  // The first run generates the photographs: 30 CPU seconds, which beside busy processes took more than
  // five minutes. Later runs reuse them.
  test.setTimeout(1_200_000);
  set = await photographSet();
  // A manifest that states all is imported without decoding: scans decode at a low priority, and get
  // hardly any time on a busy machine.
  const pictures = set.paths.map(async (path) => {
    const { width, height } = await sharp(path).metadata();
    const known = { width, height, accentColor: "#808080", transparent: false };
    return { file: relative(set.folder, path), keywords: [PHOTOGRAPH_SET_WORD], ...known };
  });
  const manifest = join(set.folder, "manifest.json");
  writeFileSync(manifest, JSON.stringify({ pictures: await Promise.all(pictures) }));
  const env = { ...process.env, VITRINE_DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [".programs/library.mjs", "add", manifest], { env });
  installation = await startInstallation({}, dataDir);
});
test.afterAll(async () => {
  // If the server did not start, the earlier failure has the reason.
  await installation?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

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
  const tiles = page.locator("[data-image-id]");
  await expect(tiles).toHaveCount(set.count);
  await ready(page);
  for (const tile of await tiles.all()) {
    await tile.scrollIntoViewIfNeeded();
    const retry = tile.locator("[data-retry]");
    await expect
      .poll(async () => {
        // A busy server refuses thumbnails for the moment.
        if (await retry.isVisible()) await retry.click();
        return tile.evaluate((each) => each.querySelector("img")?.naturalWidth ?? 0);
      })
      .toBeGreaterThan(100);
  }
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
