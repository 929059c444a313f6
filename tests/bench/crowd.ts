/**
 * How long a visitor waits for the first twelve thumbnails of a library while another one searches
 * in quick succession: `npm run bench:crowd`, after `npm run build`.
 *
 * The library has 12-megapixel JPEGs, and no thumbnail exists yet: every search warms twelve new
 * ones. `--searches 66` and `--seconds 4.7` say how fast the other visitor searches, `--folder` is
 * another build to measure, `--data` keeps the library's index for the next run.
 */
import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { photographPath } from "@/tests/support/photographs";
import { type NextServer, startNext } from "./support/next-server";

const { values: options } = parseArgs({
  options: {
    searches: { type: "string", default: "66" },
    seconds: { type: "string", default: "4.7" },
    folder: { type: "string", default: "." },
    data: { type: "string" },
  },
});
const searches = Number(options.searches);
const pauseMs = (Number(options.seconds) * 1_000) / searches;
const home = resolve(options.data ?? mkdtempSync(join(tmpdir(), "vitrine-crowd-")));
const dataDir = join(home, "data");
const libraryDir = join(home, "library");
const PORT = 4_871;
const PER_SEARCH = 12;

type Answer = { status: number; body: Buffer };

/** Requests from an IP address of its own, over six connections like a browser's. */
function createVisitor(localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress } as object);
  const ask = (path: string) =>
    new Promise<Answer>((done, fail) => {
      const headers = { accept: "image/avif,image/webp,*/*", "sec-fetch-site": "same-origin" };
      const request = get({ host: "127.0.0.1", port: PORT, path, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
        );
      });
      request.on("error", fail);
    });
  return {
    search: (word: string) => ask(`/api/search?q=${word}&count=${PER_SEARCH}`),
    /** Searches and loads all thumbnails; how many came, and in how many milliseconds. */
    async view(word: string) {
      const startMs = performance.now();
      const { images } = JSON.parse((await this.search(word)).body.toString());
      const statuses = await Promise.all(
        images.map(({ thumbnails }: { thumbnails: { path: string; widthsPx: number[] } }) =>
          ask(`${thumbnails.path}${thumbnails.widthsPx[1]}`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
      const shown = statuses.filter((status) => status === 200).length;
      return `${shown} of ${images.length} shown after ${Math.round(performance.now() - startMs)} ms`;
    },
    close: () => agent.destroy(),
  };
}

/** A word of its own for each search, which twelve files have in their names. */
const wordOf = (n: number) => `quo${"abikmnoprtuvz"[n % 13]}${"abikmnoprtuvz"[Math.floor(n / 13)]}`;

async function makeLibrary(): Promise<void> {
  if (existsSync(libraryDir)) return;
  mkdirSync(libraryDir, { recursive: true });
  const original = join(home, "original.jpg");
  const source = sharp(photographPath("black-canyon")).resize(4_000, 3_000, { fit: "cover" });
  await source.jpeg({ quality: 88 }).toFile(original);
  for (let n = 0; n < (searches + 3) * PER_SEARCH; n += 1) {
    const word = wordOf(Math.floor(n / PER_SEARCH));
    linkSync(original, join(libraryDir, `${word} ${n}.jpg`));
  }
}

function start(): Promise<NextServer> {
  return startNext({
    folder: resolve(options.folder),
    program: resolve(options.folder, ".programs", "server.mjs"),
    port: PORT,
    env: {
      PORT: String(PORT),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_LIBRARY_DIRS: libraryDir,
      VITRINE_PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      VITRINE_LOG_LEVEL: "silent",
    },
    isReady: async (origin) => (await fetch(`${origin}/healthz`)).ok,
  });
}

/** Searches for the last files until the library has them. */
async function scan(): Promise<void> {
  const server = await start();
  const visitor = createVisitor("127.0.0.1");
  const isScanned = async () => {
    const last = JSON.parse((await visitor.search(wordOf(searches + 2))).body.toString());
    return last.images?.length === PER_SEARCH;
  };
  while (!(await isScanned())) await new Promise((done) => setTimeout(done, 1_000));
  visitor.close();
  await server.stop();
}

const forgetThumbnails = () =>
  rmSync(join(dataDir, "thumbnails"), { recursive: true, force: true });

await makeLibrary();
await scan();
forgetThumbnails();

const server = await start();
const [crowd, visitor] = [createVisitor("127.0.0.2"), createVisitor("127.0.0.3")];
process.stdout.write(`idle:    ${await visitor.view(wordOf(searches))}\n`);
const waiting: Promise<Answer>[] = [];
for (let n = 0; n < searches; n += 1) {
  waiting.push(crowd.search(wordOf(n)));
  await new Promise((done) => setTimeout(done, pauseMs));
}
await Promise.all(waiting);
process.stdout.write(`crowded: ${await visitor.view(wordOf(searches + 1))}\n`);
crowd.close();
visitor.close();
await server.stop();
forgetThumbnails();
if (options.data === undefined) rmSync(home, { recursive: true });
