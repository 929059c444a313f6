/**
 * `npm run bench:zip`, after `npm run build`: makes a ZIP of 200 originals of 5 MB with the code that
 * the browser runs, from three hosts: one sends the originals, one is dead, one sends a byte now and
 * then. Then cancels a second ZIP. Measures the growth of the server's memory, and how soon the fetching
 * stops. No image may fail but those of the dead and the slow host.
 *
 * `--images 200` and `--megabytes 5` are the size; `--folder` is another build to measure.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type FailedOriginal, zipOriginals } from "@/lib/client/exports/zip-originals";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image, SearchAnswer } from "@/lib/contract/search-answer";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { type NextServer, startProduct } from "./support/next-server";
import { atLeast, atMost, equals, sayVerdicts } from "./support/verdicts";
import { listen } from "./thumbs/bare-http";

const { values: options } = parseArgs({
  options: {
    images: { type: "string", default: "200" },
    megabytes: { type: "string", default: "5" },
    folder: { type: "string", default: "." },
  },
});
const imageCount = Number(options.images);
const originalBytes = Number(options.megabytes) * 1_000_000;
const MIB = 1024 * 1024;
const GROWTH_MIB_MAX = 64;
const STOPPED_MS_MAX = 1_000;
const PORT = 4_573;
const PER_SEARCH = 100;
const home = mkdtempSync(join(tmpdir(), "vitrine-zip-"));

/** Begins like a JPEG; the server looks at nothing else. */
const original = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600", "hex"),
  randomBytes(originalBytes - 11),
]);

type Host = { host: string; openCount(): number; requestCount(): number; close(): void };

async function startHost(listener: RequestListener): Promise<Host> {
  let openCount = 0;
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    openCount += 1;
    response.on("close", () => {
      openCount -= 1;
    });
    listener(request, response);
  });
  const port = await listen(server);
  return {
    host: `127.0.0.1:${port}`,
    openCount: () => openCount,
    requestCount: () => requestCount,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The resident memory of a process, in bytes. */
function residentBytes(pid: number): number {
  const [, kilobytes = "0"] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

/** Makes `fetch` call the server as one of its own pages does. */
function actAsPage(origin: string): void {
  const send = globalThis.fetch;
  globalThis.fetch = (input, init = {}) =>
    send(new URL(String(input), origin), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), origin },
    });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
}

async function search(q: string): Promise<readonly Image[]> {
  const answered = await fetch("/api/search", {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ q, count: String(PER_SEARCH) }),
  });
  return ((await answered.json()) as SearchAnswer).images;
}

const picked = (image: Image): PickedImage => ({
  ...image,
  provenance: { search: null, rank: null, foundAt: new Date().toISOString(), service: "bench" },
});

const NO_TEXTS = () => [{ name: "CREDITS.txt", text: "credits" }];

/** Makes a ZIP file; returns the images that failed. */
async function makeZip(images: readonly PickedImage[], file: string) {
  let failed: readonly FailedOriginal[] = [];
  const { signal } = new AbortController();
  const zip = zipOriginals(images, {
    signal,
    bytesMax: 1e12,
    textsOf: NO_TEXTS,
    onProgress: (progress) => {
      failed = progress.failed;
    },
  });
  await zip.pipeTo(Writable.toWeb(createWriteStream(file)));
  return failed;
}

/** Checks a ZIP with another program; returns how many complete originals it contains. */
function countOriginals(file: string): number {
  const unzip = (...words: string[]) => {
    const { status, stdout, error } = spawnSync("unzip", [...words, file], { encoding: "utf8" });
    if (error || status !== 0) throw new Error(`unzip ${words}: ${error ?? status}`);
    return stdout;
  };
  unzip("-tqq");
  const lines = unzip("-Zs").split("\n");
  return lines.filter((line) => line.includes(` ${original.length} `)).length;
}

function startGallery(hosts: readonly string[], service: { baseUrl: string; key: string }) {
  return startProduct({
    folder: resolve(options.folder),
    port: PORT,
    env: {
      VITRINE_DATA_DIR: join(home, "data"),
      // Nothing is fetched from the host of this URL.
      VITRINE_PUBLIC_URL: `http://localhost:${PORT}`,
      VITRINE_LOG_LEVEL: "silent",
      VITRINE_THUMBNAIL_PRIVATE_HOSTS: hosts.join(","),
      SEARCH_API_URL: service.baseUrl,
      SEARCH_API_KEY: service.key,
    },
  });
}

/** Sends a tenth of an original, ten times a second. */
let isThrottled = false;
const good = await startHost((_request, response) => {
  response.writeHead(200, { "content-type": "image/jpeg", "content-length": original.length });
  if (!isThrottled) return response.end(original);
  let sentBytes = 0;
  const timer = setInterval(() => {
    response.write(original.subarray(sentBytes, sentBytes + originalBytes / 10));
    sentBytes += originalBytes / 10;
    if (sentBytes >= originalBytes) response.end();
  }, 100);
  response.on("close", () => clearInterval(timer));
});
const slow = await startHost((_request, response) => {
  response.writeHead(200, { "content-type": "image/jpeg", "content-length": original.length });
  response.write(original.subarray(0, 100));
  const timer = setInterval(() => response.write("x"), 500);
  response.on("close", () => clearInterval(timer));
});
const dead = await startHost(() => {});
dead.close();
const service = await startFixtureService();
const itemOf = (imageUrl: string) => ({ imageUrl, hostUrl: imageUrl, width: 3000, height: 2000 });
const urls = Array.from({ length: imageCount }, (_, n) => `http://${good.host}/${n}.jpg`);
// Near the beginning, so that all other images come after them.
urls.splice(3, 0, `http://${dead.host}/dead.jpg`, `http://${slow.host}/slow.jpg`);
const searches = Array.from({ length: Math.ceil(urls.length / PER_SEARCH) }, (_, n) => `part ${n}`);
searches.forEach((q, n) => {
  const value = urls.slice(n * PER_SEARCH, (n + 1) * PER_SEARCH).map(itemOf);
  service.answerTo(q, { body: { value } });
});

let server: NextServer | null = null;
try {
  server = await startGallery([good.host, slow.host, dead.host], service);
  const { pid } = server;
  actAsPage(server.origin);
  const images = (await Promise.all(searches.map(search))).flat().map(picked);
  // Other processes decode the thumbnails that the searches started, and fail.
  await makeZip(images.slice(0, 3), join(home, "warm.zip"));
  await sleep(3_000);

  const beforeBytes = residentBytes(pid);
  let highestBytes = beforeBytes;
  const sampling = setInterval(() => {
    highestBytes = Math.max(highestBytes, residentBytes(pid));
  }, 50);
  const startMs = performance.now();
  const failed = await makeZip(images, join(home, "all.zip"));
  const seconds = (performance.now() - startMs) / 1_000;
  clearInterval(sampling);
  const growthBytes = highestBytes - beforeBytes;
  const originals = countOriginals(join(home, "all.zip"));

  isThrottled = true;
  const leaving = new AbortController();
  const zip = zipOriginals(images.slice(5), {
    signal: leaving.signal,
    bytesMax: 1e12,
    textsOf: NO_TEXTS,
    onProgress: () => {},
  });
  const cancelled = zip.pipeTo(new WritableStream(), { signal: leaving.signal }).catch(() => {});
  // Cancels in the middle of two originals.
  while (good.openCount() < 2) await sleep(5);
  await sleep(200);
  const openAtCancel = good.openCount();
  const leftMs = performance.now();
  leaving.abort();
  while (good.openCount() > 0) await sleep(5);
  const stoppedMs = performance.now() - leftMs;
  await cancelled;
  const requestCount = good.requestCount();
  await sleep(2_000);

  const codes = failed.map(({ image, code }) => `${new URL(image.imageUrl).pathname} ${code}`);
  const expected = ["/dead.jpg image_unavailable", "/slow.jpg image_unavailable"];
  const unexpected = codes.filter((code) => !expected.includes(code));
  sayVerdicts([
    equals(`originals in the ZIP, in ${seconds.toFixed(1)} s`, originals, imageCount),
    atMost("growth of the server's memory", growthBytes / MIB, GROWTH_MIB_MAX, {
      digits: 1,
      unit: " MiB",
      detail: `from ${(beforeBytes / MIB).toFixed(1)}`,
    }),
    equals("unavailable, of the dead and the slow host", codes.length - unexpected.length, 2),
    { ...equals("other failures", unexpected.length, 0), detail: unexpected.join() },
    atLeast("originals that are fetched when it is cancelled", openAtCancel, 1),
    atMost("fetching after that", stoppedMs, STOPPED_MS_MAX, { unit: " ms" }),
    equals("requests later", good.requestCount() - requestCount, 0),
  ]);
} finally {
  await server?.stop();
  good.close();
  slow.close();
  await service.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit();
