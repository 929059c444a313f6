/**
 * `npm run bench:list -- [--count 5000] [--runs 3] [--kinds product,…]`: opens, filters and scrolls
 * the product's grid with thousands of tiles on a CPU throttled 4 times. Compares it with a grid that
 * lays out every tile, and with two that skip layout by CSS: per tile, or per section of fifty. The
 * ratio to the first comparison is in brackets. Kinds that lay out everything take minutes each.
 */
import { parseArgs } from "node:util";
import { driveList, type ListMeasures } from "./list/drive-list";
import { type Kind, serveList } from "./list/list-page";
import { median, say, table } from "./support/measures";
import { openBrowser } from "./support/open-browser";

const PORT = 4510;
/** The kind that the others are compared with. */
const PEER: Kind = "every tile laid out";
const ALL_KINDS: Kind[] = ["product", PEER, "tiles skipped", "sections skipped"];

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    runs: { type: "string", default: "3" },
    kinds: { type: "string", default: ALL_KINDS.join(",") },
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
  ["work while scrolling, ms", (m) => m.scrollWorkMs, 0],
  ["long tasks while scrolling, ms", (m) => m.scrollLongTasksMs, 0],
  ["CLS", (m) => m.cls, 4],
  ["height changed while scrolling, %", (m) => m.heightChange * 100, 2],
];

const count = Number(options.count);
const kinds = ALL_KINDS.filter((kind) => options.kinds.split(",").includes(kind));
const server = await serveList(PORT);
const browser = await openBrowser();
try {
  const measured = new Map<Kind, ListMeasures[]>(kinds.map((kind) => [kind, []]));
  for (let run = 0; run < Number(options.runs); run++) {
    for (const kind of kinds) {
      measured.get(kind)?.push(await driveList(browser, { origin: server.baseUrl, kind, count }));
      say(`round ${run + 1}, ${kind}`);
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
  const ofElements = (measures: ListMeasures[] = []) => median(measures.map((m) => m.laidOutCount));
  const share = ofElements(measured.get("product")) / ofElements(measured.get(PEER));
  say(`\n${count} tiles, medians of ${options.runs}\n`);
  say(table([["", ...kinds], ...rows]));
  if (Number.isFinite(share)) say(`\nElements laid out: 1/${Math.floor(1 / share)} of all`);
  say("\nAim: at most 1/20 of the elements laid out, CLS 0.0000");
} finally {
  await browser.close();
  await server.stop();
}
