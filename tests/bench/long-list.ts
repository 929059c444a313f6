/**
 * `npm run bench:list -- [--count 5000] [--runs 3] [--kinds long,whole] [--limit 60]`: opens,
 * filters and scrolls a list of thousands of images on a CPU throttled 4 times, in the long grid
 * and with every tile in the document. In brackets: the ratio to the latter. A step that takes
 * longer than `--limit` seconds ends the bench with an error that names it.
 */
import { parseArgs } from "node:util";
import { driveList, type ListMeasures } from "./list/drive-list";
import { type Kind, longGridBytes, serveList } from "./list/list-page";
import { median, say, table } from "./support/measures";
import { openBrowser } from "./support/open-browser";

const PORT = 4510;
/** The baseline. */
const PEER: Kind = "whole";
const ALL_KINDS: Kind[] = ["long", PEER];

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    runs: { type: "string", default: "3" },
    kinds: { type: "string", default: ALL_KINDS.join(",") },
    limit: { type: "string", default: "60" },
  },
});

const ROWS: [string, (measures: ListMeasures) => number, number][] = [
  ["open, ms", (m) => m.openMs, 0],
  ["work while opening, ms", (m) => m.openWorkMs, 0],
  ["of it layout and style, ms", (m) => m.openLayoutMs, 0],
  ["tiles in the document", (m) => m.tileCount, 0],
  ["tiles whose contents are laid out", (m) => m.fullTileCount, 0],
  ["elements in the document", (m) => m.elementCount, 0],
  ["elements laid out", (m) => m.laidOutCount, 0],
  ["filter to a part, ms", (m) => m.filterMs, 0],
  ["filter back to all, ms", (m) => m.unfilterMs, 0],
  ["long tasks of both, ms", (m) => m.filterLongTasksMs, 0],
  ["scrolling: median frame, ms", (m) => m.frameMedianMs, 1],
  ["scrolling: 95 % of frames within, ms", (m) => m.frameP95Ms, 1],
  ["scrolling: longest frame, ms", (m) => m.frameMaxMs, 0],
  ["scrolling: work per frame, ms", (m) => m.scrollWorkMs / m.frameCount, 0],
  ["scrolling: long tasks per frame, ms", (m) => m.scrollLongTasksMs / m.frameCount, 0],
  ["CLS", (m) => m.cls, 4],
  ["height changed while scrolling, %", (m) => m.heightChange * 100, 2],
];

const count = Number(options.count);
const limitMs = Number(options.limit) * 1000;
const kinds = ALL_KINDS.filter((kind) => options.kinds.split(",").includes(kind));
const server = await serveList(PORT);
const browser = await openBrowser();
try {
  const measured = new Map<Kind, ListMeasures[]>(kinds.map((kind) => [kind, []]));
  for (let run = 0; run < Number(options.runs); run++) {
    for (const kind of kinds) {
      say(`round ${run + 1}, ${kind} …`);
      const measures = await driveList(browser, { origin: server.baseUrl, kind, count, limitMs });
      measured.get(kind)?.push(measures);
    }
  }
  const rows = ROWS.map(([name, of, digits]) => {
    const medianOf = (kind: Kind) => median((measured.get(kind) ?? []).map(of));
    const cells = kinds.map((kind) => {
      const value = medianOf(kind).toFixed(digits);
      const ratio = medianOf(kind) / medianOf(PEER);
      return kind === PEER || !Number.isFinite(ratio) ? value : `${value} (${ratio.toFixed(2)})`;
    });
    return [name, ...cells];
  });
  say(`\n${count} tiles, medians of ${options.runs}\n`);
  say(table([["", ...kinds], ...rows]));
  say(`\nThe long grid's own script: ${await longGridBytes()} bytes, gzipped`);
  say("\nAim: at most 1/20 of the elements laid out, CLS 0.0000");
} finally {
  await browser.close();
  await server.stop();
}
