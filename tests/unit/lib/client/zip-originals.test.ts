import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exportText } from "@/lib/client/exports/export-files";
import { exportZip, type ZipTarget } from "@/lib/client/exports/export-zip";
import { fetchOriginal } from "@/lib/client/exports/fetch-original";
import { withCrops } from "@/lib/client/exports/with-crops";
import {
  type FailedOriginal,
  type ZipProgress,
  zipOriginals,
} from "@/lib/client/exports/zip-originals";
import { CROP_URL } from "@/lib/contract/crops";
import { ORIGINAL_URL, type OriginalRequest } from "@/lib/contract/image-proofs";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { readManifest } from "@/lib/service/library/manifest";
import { unzip } from "@/tests/support/files/unzip";
import { exportedImage } from "@/tests/support/requests/hostile-names";
import { close, listen } from "@/tests/support/servers/listen";

const realFetch = globalThis.fetch;
const never = new AbortController().signal;

const imagesOf = (count: number): ExportedImage[] =>
  Array.from({ length: count }, (_, index) =>
    exportedImage({
      id: `id${index}`,
      name: `Picture ${index + 1}`,
      imageUrl: `https://img.example/${index}.jpg`,
      reference: `reference ${index}`,
    }),
  );

const bytesOf = (index: number, size = 5_000) => Buffer.alloc(size, index + 1);

type Answer = (index: number, response: ServerResponse, request: IncomingMessage) => void;

/** The test server's answer to each request of the browser to this server. */
let answer: Answer;
let requests: OriginalRequest[];
let openCount = 0;
const server = createServer(async (request, response) => {
  openCount += 1;
  response.on("close", () => {
    openCount -= 1;
  });
  let body = "";
  for await (const chunk of request) body += chunk;
  const sent = JSON.parse(body) as OriginalRequest;
  requests.push(sent);
  answer(Number(/(\d+)\.jpg$/.exec(sent.image.imageUrl)?.[1]), response, request);
});

beforeEach(async () => {
  requests = [];
  const origin = await listen(server);
  vi.stubGlobal("location", { origin: "https://vitrine.example" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    expect([ORIGINAL_URL, CROP_URL]).toContain(url);
    return realFetch(origin + url, init);
  });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await close(server);
});

const sendFile: Answer = (index, response) => {
  response.writeHead(200, { "content-type": "image/png" }).end(bytesOf(index));
};

const fail = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { "content-type": "application/json", "retry-after": "0" })
    .end(JSON.stringify({ error: { code } }));

async function zipTo(images: readonly ExportedImage[], signal: AbortSignal, bytesMax = 1e9) {
  let bytes: Uint8Array = new Uint8Array();
  const progress: ZipProgress[] = [];
  const target: ZipTarget = {
    bytesMax,
    async write(zip) {
      bytes = new Uint8Array(await new Response(zip).arrayBuffer());
    },
  };
  const failed = await exportZip(images, "Coast", {
    target,
    signal,
    onProgress: (each) => progress.push(each),
  });
  return { files: await unzip(bytes), failed, progress };
}

const codesOf = (failed: readonly FailedOriginal[]) =>
  Object.fromEntries(failed.map(({ image, code }) => [image.name, code]));

test("a ZIP has every file, its credits in three forms, and a manifest that names the files", async () => {
  answer = sendFile;
  const images = imagesOf(5);
  const { files, failed, progress } = await zipTo(images, never);
  expect(failed).toEqual([]);
  expect([...files.keys()].sort()).toEqual(
    [
      ...images.map((_, index) => `originals/00${index + 1}-picture-${index + 1}.png`),
      "CREDITS.csv",
      "CREDITS.html",
      "CREDITS.txt",
      "manifest.json",
    ].sort(),
  );
  for (const index of images.keys()) {
    expect(files.get(`originals/00${index + 1}-picture-${index + 1}.png`)).toEqual(bytesOf(index));
  }
  const lines = files.get("CREDITS.txt")?.toString().split("\n") ?? [];
  expect(lines[3]).toBe("originals/002-picture-2.png");
  expect(lines[4]).toMatch(/^“Picture 2”/);
  expect(files.get("CREDITS.html")?.toString()).toContain('href="originals/001-picture-1.png"');
  const rows = parseCsv(files.get("CREDITS.csv") ?? "", { bom: true, columns: true });
  expect(rows).toHaveLength(5);
  expect(rows[1]).toMatchObject({ file: "originals/002-picture-2.png", name: "Picture 2" });
  expect(progress.at(-1)).toMatchObject({ doneCount: 5, bytes: 25_000 });

  const folder = await mkdtemp(join(tmpdir(), "vitrine-zip-"));
  await writeFile(join(folder, "manifest.json"), files.get("manifest.json") ?? "");
  const { pictures } = await readManifest(join(folder, "manifest.json"));
  await rm(folder, { recursive: true });
  expect(pictures.map(({ file }) => files.has(file))).toEqual(images.map(() => true));
});

test("a ZIP for a slot has crops beside the originals; table and manifest say which crop", async () => {
  const crop = Buffer.from("a crop");
  answer = (index, response, { url }) => {
    if (url === ORIGINAL_URL) return sendFile(index, response, {} as IncomingMessage);
    if (index === 1) return fail(response, 409, "crop_mismatch");
    response.writeHead(200, { "content-type": "image/jpeg" }).end(crop);
  };
  const slot = { name: "hero", label: "Hero", width: 1600, height: 900 };
  const [first, second, third] = imagesOf(3);
  const unknown = { ...exportedImage(), ...third, width: null };
  const images = withCrops([first, second, unknown] as ExportedImage[], slot);
  const { files, failed } = await zipTo(images, never);
  expect(codesOf(failed)).toEqual({ "Picture 2": "crop_mismatch" });
  expect([...files.keys()].filter((name) => name.includes("/")).sort()).toEqual([
    "crops/001-picture-1-1600x900.jpg",
    "originals/001-picture-1.png",
    "originals/002-picture-2.png",
    "originals/003-picture-3.png",
  ]);
  expect(files.get("originals/001-picture-1.png")).toEqual(bytesOf(0));
  expect(files.get("crops/001-picture-1-1600x900.jpg")).toEqual(crop);
  const sent = requests.filter((request) => "crop" in request);
  const cropped = { x: 0, y: 219, width: 4200, height: 2363 };
  expect(sent[0]).toMatchObject({ crop: cropped, size: { width: 1600, height: 900 } });

  const rows = parseCsv(files.get("CREDITS.csv") ?? "", { bom: true, columns: true });
  expect(rows).toMatchObject([
    {
      cropFile: "crops/001-picture-1-1600x900.jpg",
      slot: "hero",
      cropY: "219",
      cropHeight: "2363",
    },
    { cropFile: "", slot: "hero", cropWidth: "4200" },
    { cropFile: "", slot: "", cropX: "" },
  ]);
  const { pictures } = JSON.parse(files.get("manifest.json")?.toString() ?? "");
  expect(pictures[0].pick.crop).toEqual({ ...cropped, slot, file: { width: 1600, height: 900 } });
  expect(pictures[2].pick.crop).toBeUndefined();
  expect(exportText("csv", imagesOf(1), "")).not.toContain("cropX");
});

test("each request for an image has its proofs", async () => {
  answer = sendFile;
  const thumbnails = { path: "/thumb/k/1/160/s/x/", widthsPx: [160] };
  const [first] = imagesOf(1);
  await zipTo([{ ...exportedImage(), ...first, reference: null, thumbnails }], never);
  await zipTo(imagesOf(1), never);
  expect(requests.map(({ image }) => image.proofs)).toEqual([[thumbnails.path], ["reference 0"]]);
});

test("a dead host, a gone image and a body that breaks off are listed; the rest arrives", async () => {
  answer = (index, response, request) => {
    if (index === 1) return request.socket.destroy();
    if (index === 2) return fail(response, 404, "image_gone");
    if (index === 3) {
      response.writeHead(200, { "content-type": "image/png", "content-length": 9_999 });
      response.write("part", () => request.socket.destroy());
      return;
    }
    if (index === 4) {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>no image");
      return;
    }
    sendFile(index, response, request);
  };
  const { files, failed } = await zipTo(imagesOf(8), never);
  expect(codesOf(failed)).toEqual({
    "Picture 2": "image_unavailable",
    "Picture 3": "image_gone",
    "Picture 4": "image_unavailable",
    "Picture 5": "not_an_image",
  });
  const originals = [...files.keys()].filter((path) => path.startsWith("originals/"));
  expect(originals).toHaveLength(4);
  const list = files.get("FAILED.txt")?.toString() ?? "";
  expect(list).toContain("“Picture 3”");
  expect(list).toContain("Its host has no image at this URL any more.");
});

test("a slow host holds up only one of two requests", async () => {
  let release = () => {};
  answer = (index, response, request) => {
    if (index === 0) release = () => sendFile(index, response, request);
    else sendFile(index, response, request);
  };
  const progress: number[] = [];
  const target: ZipTarget = {
    bytesMax: 1e9,
    write: async (zip) => void (await new Response(zip).arrayBuffer()),
  };
  const written = exportZip(imagesOf(10), "Coast", {
    target,
    signal: never,
    onProgress: ({ doneCount }) => progress.push(doneCount),
  });
  await expect.poll(() => progress.at(-1)).toBe(9);
  release();
  await written;
  expect(progress.at(-1)).toBe(10);
});

test("a request to a busy server is retried", async () => {
  let refusedCount = 0;
  answer = (index, response, request) => {
    if (refusedCount++ < 1) fail(response, 503, "busy");
    else sendFile(index, response, request);
  };
  // A header of 0 is ignored in favour of the default wait.
  expect(await fetchOriginal(exportedImage({ imageUrl: "https://a/0.jpg" }), never)).toMatchObject({
    kind: "file",
    extension: "png",
  });
  expect(requests).toHaveLength(2);
});

test("cancelling ends the fetching and the ZIP", async () => {
  answer = (index, response, request) => {
    if (index < 2) sendFile(index, response, request);
    else response.writeHead(200, { "content-type": "image/png" }).write("part");
  };
  const controller = new AbortController();
  const written = zipTo(imagesOf(20), controller.signal);
  const outcome = expect(written).rejects.toThrow();
  await expect.poll(() => openCount).toBe(2);
  await expect.poll(() => requests.length).toBe(4);
  controller.abort();
  await outcome;
  await expect.poll(() => openCount).toBe(0);
  expect(requests).toHaveLength(4);
});

test("a reader that cancels ends the fetching", async () => {
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "image/png" }).write("part");
  };
  const zip = zipOriginals(imagesOf(5), {
    signal: never,
    bytesMax: 1e9,
    onProgress: () => {},
    textsOf: () => [],
  });
  const reader = zip.getReader();
  void reader.read().catch(() => {});
  await expect.poll(() => openCount).toBe(2);
  void reader.cancel().catch(() => {});
  await expect.poll(() => openCount).toBe(0);
});

test("images beyond the size limit are listed, and at most two are in memory", async () => {
  answer = sendFile;
  let heldMax = 0;
  let held = 0;
  let listed: readonly FailedOriginal[] = [];
  const zip = zipOriginals(imagesOf(20), {
    signal: never,
    bytesMax: 30_000,
    onProgress: ({ failed }) => {
      listed = failed;
    },
    textsOf: ({ pathOf }) => [
      { name: "n", text: String(imagesOf(20).filter((_, i) => pathOf(i)).length) },
    ],
    fetch: async (image, signal) => {
      held += 1;
      heldMax = Math.max(heldMax, held);
      const fetched = await fetchOriginal(image, signal);
      held -= 1;
      return fetched;
    },
  });
  const files = await unzip(new Uint8Array(await new Response(zip).arrayBuffer()));
  expect(files.get("n")?.toString()).toBe("6");
  expect(listed.map(({ code }) => code)).toEqual(Array(14).fill("zip_full"));
  expect(heldMax).toBe(2);
});
