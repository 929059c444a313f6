/**
 * `npm run bench:desk -- [--count 5000] [--runs 3]`: opens a collection of thousands of images in
 * the built product on a CPU throttled 4 times, filters it by typing, clears the filter, scrolls,
 * selects all, and moves an image by key and by pointer. Prints the longest interaction of each
 * step (from the event to the next paint, as INP counts it), the number of elements, and the
 * renderer's memory compared with a grid that has every tile in the document (`npm run bench:list`,
 * "whole"). Then opens images of an answer of 50 in the lightbox; `--count 0` measures only that.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type DeskMeasures, driveCollection } from "./desk/drive-collection";
import { driveLightbox } from "./desk/drive-lightbox";
import { measurePlainGrid } from "./desk/plain-grid";
import { median, say, table } from "./support/measures";
import { startNext } from "./support/next-server";

const PORT = 4320;
const LIST_PORT = 4321;

const { values: options } = parseArgs({
  options: { count: { type: "string", default: "5000" }, runs: { type: "string", default: "3" } },
});
const count = Number(options.count);

const ROWS: [string, (measures: DeskMeasures) => number, string][] = [
  ["open: first tiles, ms", (m) => m.firstTilesMs, ""],
  ["open: whole list, ms", (m) => m.wholeListMs, ""],
  ["open: longest task, ms", (m) => m.openTaskMs, ""],
  ["filter by typing: longest interaction, ms", (m) => m.filterMs, "100"],
  ["clear the filter: longest interaction, ms", (m) => m.clearMs, "100"],
  ["scroll: longest interaction, ms", (m) => m.scrollMs, "100"],
  ["scroll: 95 % of frames within, ms", (m) => m.frameP95Ms, ""],
  ["select all: longest interaction, ms", (m) => m.selectAllMs, "100"],
  ["reorder by key: longest interaction, ms", (m) => m.keyMoveMs, "100"],
  ["reorder by pointer: longest interaction, ms", (m) => m.dragMs, "100"],
  ["elements in the document, at most", (m) => m.elementsMax, String(Math.floor(11_334 / 40))],
  ["JavaScript heap, MB", (m) => m.heapMb, ""],
  ["private memory of the renderer, the site’s code included, MB", (m) => m.privateMb, ""],
];

const dataDir = mkdtempSync(join(tmpdir(), "vitrine-desk-"));
const server = await startNext({
  folder: ".",
  program: ".programs/server.mjs",
  port: PORT,
  env: { PORT: String(PORT), VITRINE_DATA_DIR: dataDir, VITRINE_LOG_LEVEL: "error" },
  isReady: async (origin) => (await fetch(`${origin}/readyz`)).ok,
});
try {
  if (count > 0) await measureCollection();
  await measureLightbox();
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
  const rows = ROWS.map(([name, of, aim]) => [
    name,
    median(measured.map(of)).toFixed(0),
    aim && `≤ ${aim}`,
  ]);
  say(`\n${count} images at CPU 4 times slower, medians of ${measured.length}\n`);
  say(table([["", "collection", "aim"], ...rows]));
  const ratio = (of: (m: typeof plain) => number) =>
    (median(measured.map(of)) / of(plain)).toFixed(2);
  say(
    `\nPlain grid: ${plain.elementsMax} elements, heap ${plain.heapMb.toFixed(0)} MB, private ${plain.privateMb.toFixed(0)} MB`,
  );
  say(
    `Collection over plain grid: heap ${ratio((m) => m.heapMb)}, private memory ${ratio((m) => m.privateMb)} (aim ≤ 0.45)`,
  );
}

async function measureLightbox(): Promise<void> {
  say("lightbox …");
  const { openMs, openMaxMs, nextMs, closeMs, layoutShift } = await driveLightbox({
    origin: server.origin,
  });
  say("\nThe lightbox over 50 images at CPU 4 times slower, from the event to the next paint\n");
  say(
    table([
      ["", "ms", "aim"],
      ["open: median", openMs.toFixed(0), "≤ 60"],
      ["open: longest", openMaxMs.toFixed(0), ""],
      ["next: median", nextMs.toFixed(0), ""],
      ["close: median", closeMs.toFixed(0), ""],
    ]),
  );
  say(`Layout shift: ${layoutShift.toFixed(4)}`);
}
