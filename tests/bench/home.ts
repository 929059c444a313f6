/**
 * `npm run bench:home -- [--runs 5] [--folders .,../before] [--view phone|desk]`: measures the home
 * page of the demo collection on a slow phone and a slow network, in one or more built checkouts, which
 * take turns. Every visit starts with an empty browser cache; the server has its thumbnails. Prints
 * medians: largest contentful paint, when the shelf's images are shown, layout shifts and bytes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SLOW, VIEWS, type Visit, visit } from "./page/visit";
import { median, say, table } from "./support/measures";
import { startNext } from "./support/next-server";
import { openBrowser } from "./support/open-browser";

const FIRST_PORT = 4510;
/** Longer than any visit; a page without images never counts as complete. */
const TIMEOUT_MS = 8_000;

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    folders: { type: "string", default: "." },
    view: { type: "string", default: "phone" },
  },
});

async function main(): Promise<void> {
  const folders = options.folders.split(",");
  const view = VIEWS[options.view === "desk" ? "desk" : "phone"];
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-home-"));
  const browser = await openBrowser();
  const servers = await Promise.all(
    folders.map((folder, i) =>
      startNext({
        folder,
        program: ".programs/server.mjs",
        port: FIRST_PORT + i,
        env: {
          PORT: String(FIRST_PORT + i),
          VITRINE_DATA_DIR: join(dataDir, String(i)),
          VITRINE_LOG_LEVEL: "error",
        },
        isReady: async (origin) => (await fetch(`${origin}/api/search?q=sea`)).ok,
      }),
    ),
  );
  try {
    const visits: Visit[][] = folders.map(() => []);
    for (let run = -1; run < Number(options.runs); run++) {
      for (const [i, server] of servers.entries()) {
        const measured = await visit(browser, {
          url: server.origin,
          pictures: "main img",
          view,
          // The first visit fills the server's thumbnail cache and does not count.
          slowness: run === -1 ? null : SLOW,
          timeoutMs: TIMEOUT_MS,
        });
        if (run >= 0) visits[i]?.push(measured);
      }
    }
    say(`${view.name}, ${options.runs} visits each, medians`);
    say(table([HEADINGS, ...visits.map((each, i) => rowOf(folders[i] ?? "", each))]));
  } finally {
    await browser.close();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const HEADINGS = ["folder", "LCP ms", "quickest", "images shown ms", "CLS", "html KB", "all KB"];

function rowOf(folder: string, visits: readonly Visit[]): string[] {
  const lcpMs = visits.map((each) => each.lcpMs);
  const shown = visits.flatMap(({ completeMs }) => (completeMs === null ? [] : [completeMs]));
  return [
    folder,
    median(lcpMs).toFixed(0),
    Math.min(...lcpMs).toFixed(0),
    shown.length === 0 ? "no images" : median(shown).toFixed(0),
    Math.max(...visits.map(({ cls }) => cls)).toFixed(3),
    kilobytes(visits.map(({ traffic }) => traffic.bytes.html)),
    kilobytes(visits.map(({ traffic }) => traffic.totalBytes)),
  ];
}

function kilobytes(bytes: readonly number[]): string {
  return (median(bytes) / 1024).toFixed(1);
}

await main();
