/**
 * `npm run bench:page -- [--runs 5] [--originals 2] [--view phone|desk] [--cpu 4] [--folder .]`:
 * measures the results page of fifty photographs on a slow phone and a slow network, against a page
 * built on react-photo-album and against a minimal page with the same images. Needs a production
 * build in `--folder`. Also measures the picker, which shows the same search. Prints medians and
 * ratios; writes each visit to `test-results/bench/page-<view>.json`. `--cpu 1` measures the slow
 * network alone: a browser that simulates a slow CPU keeps one CPU busy, which the server then lacks.
 *
 * The pages take turns, so that other load affects all of them. A visit starts with an empty browser
 * profile; "second visit" starts with the page cached, and "with the worker" with the service worker
 * alone. The gallery's thumbnails are cached on the server. The comparison pages serve the same image
 * files from memory and have the same layout, so that about as many images are in view. A page of
 * originals takes minutes per visit; a few visits suffice.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright";
import { redirectedPicker } from "@/tests/support/picker/redirected-picker";
import { PHOTOGRAPH_SET_WORD, photographSet } from "@/tests/support/pictures/photograph-set";
import { readMetrics } from "@/tests/support/servers/read-metrics";
import { serveComparison } from "./page/comparison-server";
import { installWorker, visitBefore } from "./page/earlier-visits";
import { buildEmptyNext } from "./page/empty-next";
import { bytesToPictures } from "./page/first-bytes";
import { floorPage } from "./page/floor-page";
import { GALLERY_PICTURES, type Grid } from "./page/grid-of-page";
import { type PageReport, pageVerdicts, reportPage } from "./page/report-page";
import { bundleRows, ROWS_PICTURES, rowsPage } from "./page/rows-page";
import { scriptsOf } from "./page/script-weight";
import { SLOW, type Slowness, VIEWS, type View, type Visit, visit } from "./page/visit";
import { readWholePage } from "./page/whole-page";
import { say } from "./support/measures";
import { startNext, startProduct } from "./support/next-server";
import { openBrowser } from "./support/open-browser";
import { sayVerdicts } from "./support/verdicts";

const PORTS = { gallery: 4500, comparison: 4501, empty: 4502 };
/** The program that may open the picker. */
const PICKER_CALLER = "http://localhost:4503";
const FOLDER = "test-results/bench";
const TIMEOUT_MS = 120_000;
const FIRST_ROW = 6;
const METRICS_TOKEN = "a-token-for-the-bench-of-32-bytes-or-more";
const IMPROVED_WITHIN_MS = 300_000;

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    view: { type: "string", default: "phone" },
    folder: { type: "string", default: "." },
    originals: { type: "string", default: "2" },
    cpu: { type: "string", default: String(SLOW.cpuTimes) },
  },
});

type Contestant = {
  name: string;
  url: string;
  pictures: string;
  runs: number;
  prepare?: (page: Page) => Promise<void>;
};

async function main(): Promise<void> {
  const runs = Number(options.runs);
  const view = VIEWS[options.view === "desk" ? "desk" : "phone"];
  const slowness = { ...SLOW, cpuTimes: Number(options.cpu) };
  mkdirSync(FOLDER, { recursive: true });
  say("Making, or finding, the photographs …");
  const photographs = await photographSet();
  const question = `q=${PHOTOGRAPH_SET_WORD}&count=${photographs.count}`;
  const gallery = await startProduct({
    folder: options.folder,
    port: PORTS.gallery,
    env: {
      VITRINE_DATA_DIR: resolve(FOLDER, "installation"),
      VITRINE_LIBRARY_DIRS: resolve(photographs.folder),
      VITRINE_LOG_LEVEL: "error",
      VITRINE_METRICS_TOKEN: METRICS_TOKEN,
      VITRINE_PICKER_ORIGINS: PICKER_CALLER,
    },
    isReady: async (origin) => {
      const response = await fetch(`${origin}/api/search?${question}`);
      const { images } = (await response.json()) as { images?: unknown[] };
      return images?.length === photographs.count;
    },
  });
  const browser = await openBrowser();
  try {
    const url = `${gallery.origin}/search?${question}`;
    say("Looking at the whole page until its thumbnails are what they will be …");
    for (let time = 0; time < 2; time++) await readWholePage(browser, url, view);
    await untilImproved(gallery.origin);
    const whole = await readWholePage(browser, url, view);
    const scripts = await scriptsOf(browser, url);
    const emptyScripts = await readEmptyScripts(browser);
    const html = await (await fetch(url, { headers: { accept: "text/html" } })).text();
    const visits = await compare(browser, { url, grid: whole.grid, runs, view, slowness });
    const report: PageReport = {
      view: view.name,
      slowness,
      browserVersion: browser.version(),
      visits,
      whole,
      originalsBytes: photographs.totalBytes,
      scripts,
      emptyScripts,
      firstPicturesBytes: bytesToPictures(html, FIRST_ROW),
      galleryOrigin: gallery.origin,
    };
    writeFileSync(`${FOLDER}/page-${options.view}.json`, JSON.stringify(report, null, 1));
    say(reportPage(report));
    sayVerdicts(pageVerdicts(report));
  } finally {
    await browser.close();
    await gallery.stop();
  }
}

/**
 * Waits until the server has re-encoded the thumbnails that were requested twice. Otherwise that work
 * would slow down the first visits, and later visits would load different files.
 */
async function untilImproved(origin: string): Promise<void> {
  const deadlineMs = Date.now() + IMPROVED_WITHIN_MS;
  for (let idle = 0; idle < 3 && Date.now() < deadlineMs; ) {
    await new Promise((done) => setTimeout(done, 1000));
    const metrics = await readMetrics(origin, METRICS_TOKEN);
    const waiting = metrics.get("vitrine_thumbnail_reencode_queue");
    if (waiting === undefined) throw new Error("The gallery's metrics can't be read");
    idle = waiting === 0 ? idle + 1 : 0;
  }
}

async function readEmptyScripts(browser: Browser) {
  const empty = await startNext({
    folder: await buildEmptyNext(),
    port: PORTS.empty,
    isReady: async (origin) => (await fetch(origin)).ok,
  });
  try {
    return await scriptsOf(browser, empty.origin);
  } finally {
    await empty.stop();
  }
}

type Comparison = { url: string; grid: Grid; runs: number; view: View; slowness: Slowness };

async function compare(
  browser: Browser,
  { url, grid, runs, view, slowness }: Comparison,
): Promise<Record<string, Visit[]>> {
  const rows = await bundleRows();
  const server = await serveComparison(
    {
      "/rows-originals": rowsPage(grid, rows.style, { isOriginals: true }),
      "/rows": rowsPage(grid, rows.style, { isOriginals: false }),
      "/rows.js": rows.script,
      "/floor": floorPage(grid),
    },
    { galleryOrigin: new URL(url).origin, port: PORTS.comparison },
  );
  const at = (path: string) => `${server.baseUrl}${path}`;
  const originalsRuns = Math.min(runs, Number(options.originals));
  const hasThumbnails = grid.pictures.some(({ src, original }) => src !== original);
  const few = hasThumbnails ? runs : originalsRuns;
  const contestants: Contestant[] = [
    { name: "gallery", url, pictures: GALLERY_PICTURES, runs: few },
    {
      name: "with the worker",
      url,
      pictures: GALLERY_PICTURES,
      runs: few,
      prepare: (page) => installWorker(page, url),
    },
    {
      name: "second visit",
      url,
      pictures: GALLERY_PICTURES,
      runs: few,
      prepare: (page) => visitBefore(page, url),
    },
    {
      name: "picker",
      url: redirectedPicker(new URL(url).origin, PICKER_CALLER, PHOTOGRAPH_SET_WORD),
      pictures: GALLERY_PICTURES,
      runs: few,
    },
    {
      name: "rows, our thumbnails",
      url: at("/rows"),
      pictures: ROWS_PICTURES,
      runs: hasThumbnails ? runs : 0,
    },
    { name: "floor", url: at("/floor"), pictures: "li img", runs: few },
    {
      name: "rows, originals",
      url: at("/rows-originals"),
      pictures: ROWS_PICTURES,
      runs: originalsRuns,
    },
  ];
  const visits: Record<string, Visit[]> = {};
  try {
    // One visit that does not count, in which the comparison server loads the images into memory.
    for (const { url: address, pictures, runs: own } of contestants) {
      if (own === 0) continue;
      await visit(browser, { url: address, pictures, view, slowness: null, timeoutMs: TIMEOUT_MS });
    }
    for (let run = 0; run < runs; run++) {
      for (const { name, url: address, pictures, runs: own, prepare } of contestants) {
        if (run >= own) continue;
        const measured = await visit(browser, {
          url: address,
          pictures,
          view,
          slowness,
          timeoutMs: TIMEOUT_MS,
          prepare,
        });
        visits[name] = [...(visits[name] ?? []), measured];
        say(
          `round ${run + 1}, ${name}: complete after ${Math.round(measured.completeMs ?? -1)} ms`,
        );
      }
    }
    return visits;
  } finally {
    await server.stop();
  }
}

await main();
