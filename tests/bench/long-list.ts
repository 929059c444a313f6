/**
 * `npm run bench:list -- [--count 5000] [--runs 3]`: the product's own grid with thousands of
 * tiles, opened, filtered and scrolled on a processor 4 times slower, beside the same grid with
 * every tile laid out (plain), with tiles (contained) or sections of fifty tiles (grouped) that the
 * browser may leave out, and beside a virtualised one.
 */
import { parseArgs } from "node:util";
import { driveList, type ListMeasures } from "./list/drive-list";
import { type Kind, serveList } from "./list/list-page";
import { median, say, table } from "./support/measures";
import { openBrowser } from "./support/open-browser";

const PORT = 4510;
const KINDS: Kind[] = ["as it is", "plain", "contained", "grouped", "virtual"];

const { values: options } = parseArgs({
  options: { count: { type: "string", default: "5000" }, runs: { type: "string", default: "3" } },
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
  ["scrolling: median frame, ms", (m) => m.frameMedianMs, 1],
  ["scrolling: 95 % of frames within, ms", (m) => m.frameP95Ms, 1],
  ["scrolling: longest frame, ms", (m) => m.frameMaxMs, 0],
  ["work while scrolling, ms", (m) => m.scrollWorkMs, 0],
  ["CLS", (m) => m.cls, 4],
  ["height changed while scrolling, %", (m) => m.heightChange * 100, 2],
];

const count = Number(options.count);
const server = await serveList(PORT);
const browser = await openBrowser();
try {
  const measured = new Map<Kind, ListMeasures[]>(KINDS.map((kind) => [kind, []]));
  for (let run = 0; run < Number(options.runs); run++) {
    for (const kind of KINDS) {
      measured.get(kind)?.push(await driveList(browser, { origin: server.baseUrl, kind, count }));
      say(`round ${run + 1}, ${kind}`);
    }
  }
  const rows = ROWS.map(([name, of, digits]) => [
    name,
    ...KINDS.map((kind) => median((measured.get(kind) ?? []).map(of)).toFixed(digits)),
  ]);
  say(`\n${count} tiles, medians of ${options.runs}; aim: 1/20 laid out, CLS 0.000\n`);
  say(table([["", ...KINDS], ...rows]));
} finally {
  await browser.close();
  await server.stop();
}
