import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FIXTURE_PICTURES } from "@/tests/support/pictures/fixture-pictures";
import { photographPath } from "@/tests/support/pictures/photographs";
import { solidPng } from "@/tests/support/pictures/solid-png";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { startProduct } from "../support/next-server";
import { listen } from "../thumbs/bare-http";
import type { Target } from "./recorded";

/** A request to measure. */
export type Case = { name: string; target: Target };

export type Server = { pid: number; cases: Case[]; stop(): Promise<void> };

type Mode = "remote" | "library";

const PORTS = { remote: 4_881, library: 4_882 };
const SERVICE_KEY = "a key of the bench, long enough";
/** Copies of each fixture picture, so that a term of one scene finds 80 pictures. */
const COPIES = 20;

const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "accept-language": "en-GB,en;q=0.9",
  "sec-fetch-site": "same-origin",
};
const FETCH = { ...BROWSER, accept: "application/json", "sec-fetch-mode": "cors" };
const IMAGE = {
  ...BROWSER,
  accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "sec-fetch-mode": "no-cors",
  "sec-fetch-dest": "image",
};
const PAGE = {
  ...BROWSER,
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-user": "?1",
};
const BROTLI = { "accept-encoding": "gzip, deflate, br, zstd" };

/** The pictures, services and folders that the servers under test share. */
export async function startInstallation() {
  const home = mkdtempSync(join(tmpdir(), "vitrine-bench-http-"));
  const libraryDir = join(home, "library");
  writeLibrary(libraryDir);
  const service = await startFixtureService();
  const photograph = readFileSync(photographPath("nagasaki-boats"));
  const host = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "image/jpeg" }).end(photograph);
  });
  const hostPort = await listen(host);
  for (const count of [24, 50]) {
    const value = Array.from({ length: count }, (_, index) => itemOf(index, hostPort));
    service.answerTo(`harbour ${count}`, { body: { name: "harbour", value } });
  }
  let servers = 0;

  return {
    /** Starts the built product in `folder` and sends the requests that its cases depend on. */
    async start(
      folder: string,
      mode: Mode,
      settings: Record<string, string> = {},
    ): Promise<Server> {
      servers += 1;
      const port = PORTS[mode] + 10 * servers;
      const server = await startProduct({
        folder: resolve(folder),
        port,
        env: {
          VITRINE_DATA_DIR: join(home, `data-${servers}`),
          VITRINE_PUBLIC_URL: `http://localhost:${port}`,
          VITRINE_SERVICE_KEY: SERVICE_KEY,
          VITRINE_THUMBNAIL_PRIVATE_HOSTS: `127.0.0.1:${hostPort}`,
          VITRINE_LOG_LEVEL: "warn",
          ...(mode === "remote"
            ? { SEARCH_API_URL: service.baseUrl, SEARCH_API_KEY: service.key }
            : // The pictures are copies of each other.
              { VITRINE_LIBRARY_DIRS: libraryDir, VITRINE_GROUP_DUPLICATES: "off" }),
          ...settings,
        },
      });
      const { origin } = server;
      const cases = mode === "remote" ? await remoteCases(origin) : await libraryCases(origin);
      return { ...server, cases };
    },
    async stop(): Promise<void> {
      host.close();
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function remoteCases(origin: string): Promise<Case[]> {
  const search = (count: number) => `/api/search?q=harbour+${count}&count=${count}`;
  // A program on this machine may start paid searches; a browser's GET is answered from the cache.
  const headers = { "user-agent": "bench/1" };
  const answer = await fetchJson({ origin, path: search(24), headers });
  await fetchJson({ origin, path: search(50), headers });
  const target = (path: string, headers: Record<string, string>) => ({ origin, path, headers });
  return [
    { name: "healthz", target: target("/healthz", { "user-agent": "probe/1" }) },
    { name: "thumbnail", target: target(thumbnailOf(answer), IMAGE) },
    ...[24, 50].flatMap((count) => [
      { name: `search of ${count}`, target: target(search(count), FETCH) },
      {
        name: `search of ${count}, Brotli`,
        target: target(search(count), { ...FETCH, ...BROTLI }),
      },
    ]),
    { name: "page of 24", target: target("/search?q=harbour+24", PAGE) },
  ];
}

async function libraryCases(origin: string): Promise<Case[]> {
  const own = {
    origin,
    path: "/v1/search?q=harbour&count=24",
    headers: { "user-agent": "client/1", accept: "application/json", "x-api-key": SERVICE_KEY },
  };
  while ((await fetchJson({ ...own, path: "/v1/search?q=night&count=100" })).value.length < 100) {
    await new Promise((done) => setTimeout(done, 200));
  }
  const search = { origin, path: "/api/search?q=harbour&count=24", headers: FETCH };
  const path = thumbnailOf(await fetchJson(search));
  return [
    { name: "library: thumbnail", target: { origin, path, headers: IMAGE } },
    { name: "library: /v1/search of 24", target: own },
    { name: "library: search of 24", target: search },
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of two interfaces, of any version.
async function fetchJson({ origin, path, headers }: Target): Promise<any> {
  return (await fetch(`${origin}${path}`, { headers })).json();
}

type Answer = { images: { thumbnails: { path: string; widthsPx: number[] } }[] };

function thumbnailOf({ images: [image] }: Answer): string {
  return `${image?.thumbnails.path}${image?.thumbnails.widthsPx[1]}`;
}

/** Items with names and URLs as long as those of photo sites. */
function itemOf(index: number, hostPort: number) {
  const picture = FIXTURE_PICTURES[index % FIXTURE_PICTURES.length] as (typeof FIXTURE_PICTURES)[0];
  const slug = picture.name.toLowerCase().replaceAll(" ", "-");
  return {
    imageUrl: `http://127.0.0.1:${hostPort}/media/2024/11/${slug}-${index}.jpg?quality=90`,
    width: picture.width,
    height: picture.height,
    accentColor: picture.accentColor,
    name: picture.name,
    hostUrl: `https://${picture.host}/photographs/2024/${slug}-${index}.html`,
  };
}

function writeLibrary(folder: string): void {
  mkdirSync(folder);
  for (const { name, width, height, accentColor } of FIXTURE_PICTURES) {
    const bytes = solidPng(width, height, accentColor);
    for (let n = 0; n < COPIES; n += 1) writeFileSync(join(folder, `${name} ${n}.png`), bytes);
  }
}
