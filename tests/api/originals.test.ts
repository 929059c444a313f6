import {
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { copyPhotographs, photographPath } from "@/tests/support/pictures/photographs";
import { ask } from "@/tests/support/requests/ask";
import { applicationOf, libraryRoutes } from "@/tests/support/servers/application";
import {
  type RunningEmbeddedService,
  startEmbeddedService,
} from "@/tests/support/servers/embedded-service";

let folder: string;
let library: RunningEmbeddedService;
let demo: RunningEmbeddedService;
beforeAll(async () => {
  folder = temporaryFolder();
  copyPhotographs(folder);
  library = await startEmbeddedService({ libraryDirs: [folder] });
  demo = await startEmbeddedService();
});
afterAll(async () => {
  await Promise.all([library.stop(), demo.stop()]);
});

const answers: Response[] = [];
// A file stays open until its stream is read or cancelled.
afterEach(async () => {
  for (const answer of answers.splice(0)) if (!answer.bodyUsed) await answer.body?.cancel();
});

async function openOriginal(
  { service }: RunningEmbeddedService,
  id: string,
  options: Parameters<typeof ask>[2] = {},
) {
  const application = applicationOf(libraryRoutes(service));
  const response = await ask(application, `/library/${id}/original`, options);
  answers.push(response);
  return response;
}

async function idOf({ service }: RunningEmbeddedService, q: string): Promise<string> {
  const [picture] = await service.find({ q, count: 1, safesearch: "moderate" });
  return picture?.id ?? "";
}

async function bytesOf({ service }: RunningEmbeddedService, id: string) {
  const bytes = await service.readPicture(id);
  if (!(bytes instanceof Uint8Array)) throw new Error(`no bytes of it: ${bytes}`);
  return Buffer.from(bytes);
}

const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const canyon = readFileSync(photographPath("black-canyon"));

describe("200", () => {
  test("a library picture is its file, byte for byte, with headers that prevent sniffing and scripts", async () => {
    const response = await openOriginal(library, await idOf(library, "canyon"));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "public, no-cache",
      "content-length": String(canyon.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/jpeg",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(
        /^inline; filename="black-canon[a-z0-9-]*\.jpg"; filename\*=UTF-8''Black%20Ca%C3%B1on%2C[\w%]*\.jpg$/,
      ),
    });
    expect((await bodyOf(response)).equals(canyon)).toBe(true);
  });

  test("a drawing may have styles, but no scripts", async () => {
    const folder = temporaryFolder();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    writeFileSync(join(folder, "drawing.svg"), drawing);
    const drawings = await startEmbeddedService({ libraryDirs: [folder] });
    const response = await openOriginal(drawings, await idOf(drawings, "drawing"));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "content-type": "image/svg+xml",
      "content-disposition": expect.stringContaining('filename="drawing.svg"'),
    });
    expect((await bodyOf(response)).toString()).toBe(drawing);
    await drawings.stop();
  });

  test("HEAD has the same headers without the bytes", async () => {
    const response = await openOriginal(library, await idOf(library, "canyon"), { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(canyon.length));
    expect(await bodyOf(response)).toHaveLength(0);
  });

  test("a demo picture is its committed file, and matches its manifest", async () => {
    const [picture] = await demo.service.find({ q: "sea", count: 1 });
    const response = await openOriginal(demo, picture?.id ?? "");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/webp");
    const { width, height, format } = await sharp(await bodyOf(response)).metadata();
    expect({ width, height, format }).toEqual({
      width: picture?.widthPx,
      height: picture?.heightPx,
      format: picture?.format,
    });
  });
});

describe("206", () => {
  test.each([
    ["bytes=0-99", 0, 99],
    ["bytes=100000-", 100_000, canyon.length - 1],
    ["bytes=-10", canyon.length - 10, canyon.length - 1],
  ])("%s", async (range, start, end) => {
    const response = await openOriginal(library, await idOf(library, "canyon"), {
      headers: { range },
    });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/${canyon.length}`);
    expect((await bodyOf(response)).equals(canyon.subarray(start, end + 1))).toBe(true);
  });

  test("If-Range does not mix parts of two versions", async () => {
    const id = await idOf(library, "canyon");
    const etag = (await openOriginal(library, id, { method: "HEAD" })).headers.get("etag") ?? "";
    const part = (condition: string) =>
      openOriginal(library, id, { headers: { range: "bytes=0-9", "if-range": condition } });
    expect((await part(etag)).status).toBe(206);
    expect((await part('"older"')).status).toBe(200);
    expect((await part(`W/${etag}`)).status).toBe(200);
    expect((await part("Thu, 01 Jan 1970 00:00:00 GMT")).status).toBe(200);
  });
});

describe("304", () => {
  test("by ETag, otherwise by modification time", async () => {
    const id = await idOf(library, "canyon");
    const { headers } = await openOriginal(library, id, { method: "HEAD" });
    const etag = headers.get("etag") ?? "";
    const modified = headers.get("last-modified") ?? "";
    const status = async (given: Record<string, string>) =>
      (await openOriginal(library, id, { headers: given })).status;
    expect(await status({ "if-none-match": `"x", W/${etag}` })).toBe(304);
    expect(await status({ "if-modified-since": modified })).toBe(304);
    expect(await status({ "if-none-match": '"x"', "if-modified-since": modified })).toBe(200);
    expect(await status({ "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200);
  });
});

describe("404", () => {
  test.each(["unknown", "../../etc/passwd", ".hidden", "A", "a".repeat(81)])("%s", async (id) => {
    const response = await openOriginal(library, encodeURIComponent(id));
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("a file replaced by a link out of its folder is not served", async () => {
    const id = await idOf(library, "pastoral");
    unlinkSync(join(folder, "march-pastoral.jpg"));
    expect((await openOriginal(library, id)).status).toBe(404);
    symlinkSync("/etc/hostname", join(folder, "march-pastoral.jpg"));
    expect((await openOriginal(library, id)).status).toBe(404);
  });
});

test("a thumbnail is made from the file", async () => {
  const id = await idOf(library, "canyon");
  expect(canyon.equals(await bytesOf(library, id))).toBe(true);
  expect(await library.service.readPicture("unknown")).toBeNull();
});

test("405: other methods than GET and HEAD", async () => {
  const id = await idOf(library, "canyon");
  for (const method of ["POST", "PUT", "DELETE"]) {
    const response = await openOriginal(library, id, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  }
});

test("416 has the length of the file", async () => {
  const headers = { range: `bytes=${canyon.length}-` };
  const response = await openOriginal(library, await idOf(library, "canyon"), { headers });
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe(`bytes */${canyon.length}`);
});

test("a stream that is cancelled closes its file", async () => {
  const response = await openOriginal(library, await idOf(library, "canyon"));
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await expect(reader?.cancel()).resolves.toBeUndefined();
});

test("a response that is never read closes its file", async () => {
  const openFiles = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(realpathSync(folder));
      } catch {
        return false;
      }
    });
  const visitor = new AbortController();
  const id = await idOf(library, "canyon");
  const response = await openOriginal(library, id, { signal: visitor.signal });
  expect([response.status, openFiles().length]).toEqual([200, 1]);
  visitor.abort();
  await expect.poll(openFiles).toEqual([]);
});

test("a file that is empty, or becomes shorter while it is read, is incomplete", async () => {
  const { service } = library;
  const path = join(folder, "black-canyon.jpg");
  const id = await idOf(library, "canyon");
  truncateSync(path, 0);
  expect(await service.readPicture(id)).toBe("incomplete");
  let sizeBytes = 20_000_000;
  truncateSync(path, sizeBytes);
  let isReading = true;
  const reading = service.readPicture(id).finally(() => {
    isReading = false;
  });
  // It is read in more turns of the event loop than this takes to shorten it.
  while (isReading) {
    truncateSync(path, --sizeBytes);
    await setImmediate();
  }
  expect(await reading).toBe("incomplete");
});

test("a file that has grown beyond the limit of thumbnails is not read into memory", async () => {
  const id = await idOf(library, "nagasaki");
  const { service } = library;
  expect((await bytesOf(library, id)).length).toBeGreaterThan(1000);
  const path = readdirSync(folder).find((name) => /nagasaki/i.test(name)) ?? "";
  truncateSync(join(folder, path), IMAGE_FILE_BYTES_MAX + 1);
  expect(await service.readPicture(id)).toBe("too-large");
});
