/**
 * `npm run bench:desk -- [--count 5000] [--runs 3]`: opens a collection of thousands of images in the
 * built product on a CPU throttled 4 times, filters it by typing, clears the filter, scrolls, selects
 * all, and moves an image by key and by pointer. Prints the longest interaction of each step (from the
 * event to the next paint, as INP counts it), the elements in the document, and the renderer's memory
 * beside that of a plain grid: every tile in the document. Then opens images of an answer of 50 in the
 * lightbox; `--count 0` measures that alone. `--searches 500` instead uses one tab as in hours of work,
 * and compares its memory after the first half and at the end.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type DeskMeasures, driveCollection } from "./desk/drive-collection";
import { driveLightbox } from "./desk/drive-lightbox";
import { measurePlainGrid } from "./desk/plain-grid";
import { useForHours } from "./desk/use-for-hours";
import { median, say } from "./support/measures";
import { startProduct } from "./support/next-server";
import { atMost, sayVerdicts } from "./support/verdicts";

const PORT = 4320;
const LIST_PORT = 4321;

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    runs: { type: "string", default: "3" },
    searches: { type: "string", default: "0" },
  },
});
const count = Number(options.count);
const searchCount = Number(options.searches);

const ROWS: [string, (measures: DeskMeasures) => number, number | null][] = [
  ["open: first tiles, ms", (m) => m.firstTilesMs, null],
  ["open: whole list, ms", (m) => m.wholeListMs, null],
  ["open: longest task, ms", (m) => m.openTaskMs, null],
  ["filter by typing: longest interaction, ms", (m) => m.filterMs, 100],
  ["clear the filter: longest interaction, ms", (m) => m.clearMs, 100],
  ["scroll: longest interaction, ms", (m) => m.scrollMs, 100],
  ["scroll: 95 % of frames within, ms", (m) => m.frameP95Ms, null],
  ["select all: longest interaction, ms", (m) => m.selectAllMs, 100],
  ["reorder by key: longest interaction, ms", (m) => m.keyMoveMs, 100],
  ["reorder by pointer: longest interaction, ms", (m) => m.dragMs, 100],
  ["elements in the document, at most", (m) => m.elementsMax, Math.floor(11_334 / 40)],
  ["JavaScript heap, MB", (m) => m.heapMb, null],
  ["private memory of the renderer, the site’s code included, MB", (m) => m.privateMb, null],
];

const dataDir = mkdtempSync(join(tmpdir(), "vitrine-desk-"));
const server = await startProduct({
  folder: ".",
  port: PORT,
  env: { VITRINE_DATA_DIR: dataDir, VITRINE_LOG_LEVEL: "error" },
  isReady: async (origin) => (await fetch(`${origin}/readyz`)).ok,
});
try {
  if (searchCount > 0) await measureHours();
  else {
    if (count > 0) await measureCollection();
    await measureLightbox();
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureCollection(): Promise<void> {
  const measured: DeskMeasures[] = [];
  for (let run = 0; run < Number(options.runs); run++) {
    say(`round ${run + 1} …`);
    measured.push(await driveCollection({ origin: server.origin, count }));
  }
  say("plain grid …");
  const plain = await measurePlainGrid({ port: LIST_PORT, count });
  const middle = (of: (m: DeskMeasures) => number) => median(measured.map(of));
  say(`\n${count} images at CPU 4 times slower, medians of ${measured.length}`);
  sayVerdicts([
    ...ROWS.map(([name, of, aim]) => atMost(name, middle(of), aim)),
    atMost("heap, plain grid = 1", middle((m) => m.heapMb) / plain.heapMb, null, { digits: 2 }),
    atMost("private memory, plain grid = 1", middle((m) => m.privateMb) / plain.privateMb, 0.45, {
      digits: 2,
    }),
    atMost("elements of the plain grid", plain.elementsMax, null),
  ]);
}

async function measureHours(): Promise<void> {
  const { half, end, stepCount, saveCount } = await useForHours({
    origin: server.origin,
    searchCount,
  });
  say(
    `\n${searchCount} searches, ${stepCount} steps in the lightbox, ${saveCount} saves in one tab`,
  );
  sayVerdicts([
    atMost("JavaScript heap after the first half, MB", half.heapMb, null, { digits: 1 }),
    atMost("JavaScript heap at the end, MB", end.heapMb, null, { digits: 1 }),
    atMost("heap at the end, first half = 1", end.heapMb / half.heapMb, 1.3, { digits: 2 }),
    atMost("private memory at the end, first half = 1", end.privateMb / half.privateMb, null, {
      digits: 2,
    }),
  ]);
}

async function measureLightbox(): Promise<void> {
  say("lightbox …");
  const { openMs, openMaxMs, nextMs, closeMs, layoutShift } = await driveLightbox({
    origin: server.origin,
  });
  say("\nThe lightbox over 50 images at CPU 4 times slower, from the event to the next paint");
  sayVerdicts([
    atMost("open: median, ms", openMs, 60),
    atMost("open: longest, ms", openMaxMs, null),
    atMost("next: median, ms", nextMs, null),
    atMost("close: median, ms", closeMs, null),
    atMost("layout shift", layoutShift, null, { digits: 4 }),
  ]);
}
