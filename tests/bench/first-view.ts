/**
 * `npm run bench:first-view -- [--rounds 7] [--pictures 12]`: how long the first search on a fresh
 * start takes until its first view is complete: the results page, then its first thumbnails, over
 * six connections as in a browser. The demo collection starts with an empty data folder, the
 * photographs with a library that is scanned and has no thumbnails. They take turns, each time with
 * a server of their own. Needs a production build. Prints medians, and the median of the ratios of
 * each round.
 */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PHOTOGRAPH_SET_WORD, photographSet } from "@/tests/support/photograph-set";
import { median, say, table } from "./support/measures";
import { startNext } from "./support/next-server";

const PORT = 4510;
const FOLDER = resolve("test-results", "bench", "first-view");
const CONNECTIONS = 6;
const RATIO_MAX = 1.2;
const IMAGE_ACCEPT = "image/avif,image/webp,image/*,*/*;q=0.8";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    pictures: { type: "string", default: "12" },
  },
});
const pictureCount = Number(options.pictures);

type Installation = { dataDir: string; libraryDirs: string; words: string };
/** Milliseconds after the search was requested. */
type View = { pageMs: number; firstPictureMs: number; completeMs: number };

function start({ dataDir, libraryDirs }: Installation, readyPath: string) {
  return startNext({
    folder: ".",
    program: ".programs/server.mjs",
    port: PORT,
    env: {
      PORT: String(PORT),
      VITRINE_DATA_DIR: dataDir,
      VITRINE_LIBRARY_DIRS: libraryDirs,
      VITRINE_LOG_LEVEL: "error",
    },
    isReady: async (origin) => (await fetch(`${origin}${readyPath}`)).ok,
  });
}

async function firstView(installation: Installation): Promise<View> {
  const server = await start(installation, "/healthz");
  try {
    const startMs = performance.now();
    const elapsedMs = () => performance.now() - startMs;
    const page = await fetch(`${server.origin}/search?q=${installation.words}`);
    const urls = thumbnailsIn(await page.text()).slice(0, pictureCount);
    const pageMs = elapsedMs();
    if (urls.length < pictureCount) throw new Error(`only ${urls.length} pictures on the page`);
    const arrivedMs: number[] = [];
    const connection = async () => {
      for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
        const response = await fetch(`${server.origin}${url}`, {
          headers: { accept: IMAGE_ACCEPT },
        });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${response.status} for ${url}`);
        arrivedMs.push(elapsedMs());
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return { pageMs, firstPictureMs: Math.min(...arrivedMs), completeMs: elapsedMs() };
  } finally {
    await server.stop();
  }
}

function thumbnailsIn(html: string): string[] {
  return [...html.matchAll(/<img[^>]*\ssrc="(\/thumb\/[^"]+)"/g)].map(([, url = ""]) => url);
}

/** Scans the photographs once, and keeps the library without any thumbnail. */
async function scannedLibrary(installation: Installation, count: number): Promise<string> {
  const server = await start(installation, "/healthz");
  const url = `${server.origin}/api/search?q=${installation.words}&count=${count}`;
  let found = 0;
  while (found < count) {
    const { images } = (await (await fetch(url)).json()) as { images: unknown[] };
    found = images.length;
    if (found < count) await new Promise((done) => setTimeout(done, 250));
  }
  await server.stop();
  rmSync(join(installation.dataDir, "thumbnails"), { recursive: true, force: true });
  return installation.dataDir;
}

const photographs = await photographSet();
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const library = { libraryDirs: resolve(photographs.folder), words: PHOTOGRAPH_SET_WORD };
say("Scanning the photographs …");
const scanned = await scannedLibrary(
  { ...library, dataDir: join(FOLDER, "scanned") },
  photographs.count,
);

const views: Record<"demo" | "photographs", View[]> = { demo: [], photographs: [] };
const visits = {
  demo: (round: number) =>
    firstView({ dataDir: join(FOLDER, `demo-${round}`), libraryDirs: "", words: "sea" }),
  photographs: (round: number) => {
    const dataDir = join(FOLDER, `photographs-${round}`);
    cpSync(scanned, dataDir, { recursive: true });
    return firstView({ ...library, dataDir });
  },
};
for (let round = 1; round <= Number(options.rounds); round++) {
  const order = ["demo", "photographs"] as const;
  for (const kind of round % 2 === 1 ? order : order.toReversed()) {
    views[kind].push(await visits[kind](round));
  }
  say(`round ${round} of ${options.rounds}: ${ratioOf(round - 1).toFixed(2)}`);
}

/** How much longer the demo took in one round. */
function ratioOf(index: number): number {
  const { demo, photographs } = views;
  return (demo[index]?.completeMs ?? Number.NaN) / (photographs[index]?.completeMs ?? Number.NaN);
}

const middle = (kind: keyof typeof views, time: keyof View) =>
  median(views[kind].map((view) => view[time]));
const rowOf = (kind: keyof typeof views) => [
  kind,
  ...(["pageMs", "firstPictureMs", "completeMs"] as const).map((time) =>
    middle(kind, time).toFixed(0),
  ),
];
const ratio = median(views.demo.map((_, index) => ratioOf(index)));
say(
  table([
    ["medians, ms", "page", "first picture", `all ${pictureCount}`],
    rowOf("demo"),
    rowOf("photographs"),
  ]),
);
say(`demo / photographs: ${ratio.toFixed(2)} (at most ${RATIO_MAX})`);
process.exitCode = ratio <= RATIO_MAX ? 0 : 1;
