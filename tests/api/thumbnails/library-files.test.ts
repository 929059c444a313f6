import { mkdirSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { createFreeSearch } from "@/lib/gallery/free-search";
import { signImage } from "@/lib/gallery/with-thumbnails";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";
import { createEmbeddedService, type EmbeddedService } from "@/lib/service/embedded-service";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { startPictureHost } from "@/tests/support/pictures/picture-host";
import {
  signed,
  type TestThumbnails,
  thumbnailsInTest,
} from "@/tests/support/pictures/thumbnails-in-test";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf, libraryRoutes } from "@/tests/support/servers/application";

const never = new AbortController().signal;

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = temporaryFolder();
});

const image = (background: string, width = 64) =>
  sharp({ create: { width, height: 48, channels: 3, background } });

/** Starts the server's parts as `lib/vitrine.ts` joins them, and waits for the scan. */
async function startServer() {
  const embedded = createEmbeddedService({
    dataDir,
    libraryDirs: [folder],
    publicUrl: "http://vitrine.example",
    demoManifest: null,
  });
  ends.push(embedded.close);
  await embedded.ready();
  const thumbnails = thumbnailsInTest({
    dataDir,
    readLibraryImage: embedded.readPicture,
    libraryRevision: embedded.revision,
  });
  const searchImages = createFreeSearch({ service: embedded, label: embedded.label });
  const stop = async () => {
    thumbnails.close();
    await thumbnails.settled();
    await embedded.close();
  };
  ends.push(stop);
  const find = async () => {
    const answer = await searchImages(
      { ...DEFAULT_FILTERS, q: "sea" },
      { signal: never, mayPay: true },
    );
    const [first] = answer.images;
    const found = first && signImage(first, { thumbnails, fallsBackToOriginals: false });
    if (!found?.thumbnails) throw new Error("nothing found");
    return { ...found, thumbnailUrl: `${found.thumbnails.path}${found.thumbnails.widthsPx[0]}` };
  };
  return { embedded, thumbnails, find, stop };
}

/** Returns the stronger colour in the middle of a thumbnail, or the response's status. */
async function colourAt(thumbnails: TestThumbnails, url: string): Promise<"red" | "blue" | number> {
  const response = await thumbnails.ask(url, { accept: "image/webp" });
  if (response.status !== 200) return response.status;
  const pixels = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer();
  return (pixels[0] ?? 0) > (pixels[2] ?? 0) ? "red" : "blue";
}

test("a replaced picture gets a new thumbnail under a new URL, and keeps its id and links", async () => {
  const path = join(folder, "sea.jpg");
  await image("red").jpeg().toFile(path);
  const first = await startServer();
  const before = await first.find();
  expect(await colourAt(first.thumbnails, before.thumbnailUrl)).toBe("red");
  writeFileSync(path, await image("blue", 80).jpeg().toBuffer());
  // While the server runs, the old URL soon shows it too, and browsers no longer cache it.
  await expect.poll(() => colourAt(first.thumbnails, before.thumbnailUrl)).toBe("blue");
  const cacheControl = async () =>
    (await first.thumbnails.ask(before.thumbnailUrl)).headers.get("cache-control");
  await expect.poll(cacheControl).toBe("public, no-cache");
  await first.stop();

  const second = await startServer();
  const after = await second.find();
  expect([after.id, after.imageUrl, after.hostUrl]).toEqual([
    before.id,
    before.imageUrl,
    before.hostUrl,
  ]);
  expect(after.thumbnailUrl).not.toBe(before.thumbnailUrl);
  expect(await colourAt(second.thumbnails, after.thumbnailUrl)).toBe("blue");
  expect(after).not.toHaveProperty("revision");
});

test("a file replaced by another of the same size is detected by its time", async () => {
  const path = join(folder, "sea.png");
  await image("red").png({ compressionLevel: 0 }).toFile(path);
  const server = await startServer();
  const { thumbnailUrl } = await server.find();
  expect(await colourAt(server.thumbnails, thumbnailUrl)).toBe("red");
  await image("blue").png({ compressionLevel: 0 }).toFile(path);
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  await expect.poll(() => colourAt(server.thumbnails, thumbnailUrl)).toBe("blue");
});

test("a picture that is being rewritten has no thumbnail for a moment, and then a new one", async () => {
  const path = join(folder, "sea.jpg");
  await image("red").jpeg().toFile(path);
  const { thumbnails, find } = await startServer();
  const { thumbnailUrl } = await find();
  truncateSync(path, 0);
  const response = await thumbnails.ask(thumbnailUrl);
  expect([response.status, response.headers.get("retry-after")]).toEqual([415, "2"]);
  writeFileSync(path, await image("blue", 80).jpeg().toBuffer());
  await expect.poll(() => colourAt(thumbnails, thumbnailUrl)).toBe("blue");
});

test("a deleted picture's thumbnail is gone, even from the disk and after a restart", async () => {
  const path = join(folder, "sea.jpg");
  await image("red").jpeg().toFile(path);
  const first = await startServer();
  const { id, thumbnailUrl } = await first.find();
  expect(await colourAt(first.thumbnails, thumbnailUrl)).toBe("red");
  await first.thumbnails.settled();
  expect(first.thumbnails.stats().store.entries).toBe(1);
  // An emptied folder may be where a disk was mounted.
  await image("blue").jpeg().toFile(join(folder, "other.jpg"));
  rmSync(path);
  expect(await first.embedded.revision(id)).toBeNull();
  await expect.poll(() => colourAt(first.thumbnails, thumbnailUrl)).toBe(404);
  expect(first.thumbnails.stats().store.entries).toBe(0);
  await first.stop();
  const second = await startServer();
  expect(await colourAt(second.thumbnails, thumbnailUrl)).toBe(404);
});

test("a picture whose folder is missing keeps its thumbnail", async () => {
  await image("red").jpeg().toFile(join(folder, "sea.jpg"));
  const { thumbnails, find } = await startServer();
  const { thumbnailUrl } = await find();
  expect(await colourAt(thumbnails, thumbnailUrl)).toBe("red");
  await thumbnails.settled();
  renameSync(folder, `${folder}-away`);
  const staysFor = async (seconds: number) => {
    // The revision is looked up again after a while.
    for (let second = 0; second < seconds; second += 1) {
      expect(await colourAt(thumbnails, thumbnailUrl)).toBe("red");
      await sleep(1_000);
    }
  };
  await staysFor(3);
  mkdirSync(folder);
  await staysFor(3);
  expect(thumbnails.stats().store.entries).toBe(1);
});

test("a TIFF of the library has a thumbnail, and its original is a download", async () => {
  await image("red").tiff().toFile(join(folder, "sea.tiff"));
  const server = await startServer();
  const found = await server.find();
  expect(await colourAt(server.thumbnails, found.thumbnailUrl)).toBe("red");
  const { headers } = await originalOf(server.embedded, found.imageUrl);
  expect(headers.get("content-type")).toBe("image/tiff");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="sea\.tiff"/);
});

const originalOf = (embedded: EmbeddedService, imageUrl: string) =>
  ask(applicationOf(libraryRoutes(embedded)), imageUrl, { method: "HEAD" });

test("a TIFF of another host is not decoded", async () => {
  const tiff = await image("red").tiff().toBuffer();
  const host = await startPictureHost((_request, response) => void response.end(tiff));
  ends.push(host.close);
  const thumbnails = thumbnailsInTest({ dataDir, allowedPrivateHosts: [host.host] });
  ends.push(thumbnails.dispose);
  expect(await colourAt(thumbnails, signed(thumbnails, host.url("/sea.tiff")))).toBe(415);
  expect(thumbnails.stats().decoders.processes).toBe(0);
});

test("a file of the largest size that is indexed has a thumbnail", async () => {
  const jpeg = await image("red").jpeg().toBuffer();
  const largest = Buffer.concat([jpeg, Buffer.alloc(IMAGE_FILE_BYTES_MAX - jpeg.length)]);
  const thumbnails = thumbnailsInTest({ dataDir, readLibraryImage: async () => largest });
  ends.push(thumbnails.dispose);
  expect(await colourAt(thumbnails, signed(thumbnails, "lib:largest"))).toBe("red");
});

test("stored thumbnails are served while the library cannot report their revision", async () => {
  const jpeg = await image("red").jpeg().toBuffer();
  const options = { dataDir, readLibraryImage: async () => jpeg };
  const first = thumbnailsInTest({ ...options, libraryRevision: async () => "a-1" });
  const url = signed(first, "lib:sea@a-1");
  expect(await colourAt(first, url)).toBe("red");
  first.close();
  await first.settled();
  const unreadable = thumbnailsInTest({
    ...options,
    libraryRevision: () => Promise.reject(new Error("the library is unreadable")),
  });
  const busy = thumbnailsInTest({ ...options, libraryRevision: () => new Promise(() => {}) });
  for (const thumbnails of [unreadable, busy]) {
    ends.push(thumbnails.dispose);
    expect(await colourAt(thumbnails, url)).toBe("red");
    expect(thumbnails.stats()).toMatchObject({ hits: 1, made: 0 });
  }
});
