import { median, table } from "../support/measures";
import { atMost, figure, type Verdict } from "../support/verdicts";
import { INITIAL_WINDOW_BYTES } from "./first-bytes";
import type { Script } from "./script-weight";
import { weightOf } from "./script-weight";
import type { Slowness, Visit } from "./visit";
import type { WholePage } from "./whole-page";

export type PageReport = {
  view: string;
  slowness: Slowness;
  browserVersion: string;
  /** Visits by page, in order of the runs. */
  visits: Record<string, Visit[]>;
  whole: WholePage;
  originalsBytes: number;
  scripts: Script[];
  emptyScripts: Script[];
  /** Compressed bytes of HTML up to the end of the first row. */
  firstPicturesBytes: number | null;
  galleryOrigin: string;
};

type Measure = { name: string; of: (visit: Visit) => number; digits: number; isRatio?: boolean };

const KB = 1024;
const MEASURES: Measure[] = [
  { name: "first contentful paint, ms", of: (v) => v.fcpMs, digits: 0 },
  { name: "LCP, ms", of: (v) => v.lcpMs, digits: 0, isRatio: true },
  {
    name: "first picture shown, ms",
    of: (v) => v.firstShownMs ?? Infinity,
    digits: 0,
    isRatio: true,
  },
  { name: "viewport complete, ms", of: (v) => v.completeMs ?? Infinity, digits: 0, isRatio: true },
  { name: "pictures in the viewport", of: (v) => v.inViewportCount, digits: 0 },
  { name: "grid hydrated, ms", of: (v) => v.hydratedMs ?? Number.NaN, digits: 0 },
  { name: "CLS", of: (v) => v.cls, digits: 4 },
  { name: "long tasks, ms", of: (v) => v.longTaskMs, digits: 0, isRatio: true },
  { name: "pictures, KB", of: (v) => v.traffic.bytes.picture / KB, digits: 0 },
  { name: "scripts, KB", of: (v) => v.traffic.bytes.script / KB, digits: 1 },
  { name: "HTML, KB", of: (v) => v.traffic.bytes.html / KB, digits: 1 },
  {
    name: "styles and fonts, KB",
    of: (v) => (v.traffic.bytes.style + v.traffic.bytes.font) / KB,
    digits: 1,
  },
  { name: "everything, KB", of: (v) => v.traffic.totalBytes / KB, digits: 0, isRatio: true },
  { name: "requests", of: (v) => v.traffic.loaded.length, digits: 0 },
  { name: "pictures failed", of: (v) => v.failedCount, digits: 0 },
];

/** Returns the tables that `npm run bench:page` prints. */
export function reportPage(report: PageReport): string {
  const { cpuTimes, downMbit, upMbit, latencyMs } = report.slowness;
  const names = Object.keys(report.visits);
  const middle = (name: string, measure: Measure) => medianOf(report, name, measure);
  const medians = MEASURES.map((measure) => [
    measure.name,
    ...names.map((name) => figure(middle(name, measure), measure.digits)),
  ]);
  const quickest = (name: string, measure: Measure) =>
    Math.min(...(report.visits[name] ?? []).map(measure.of));
  const others = names.filter((name) => name !== "gallery");
  const shares = (of: typeof middle) =>
    MEASURES.filter(({ isRatio }) => isRatio).map((measure) => [
      measure.name.replace(/, \w+$/, ""),
      ...others.map((name) => {
        const ratio = of("gallery", measure) / of(name, measure);
        return Number.isFinite(ratio) ? figure(ratio, 2) : "–";
      }),
    ]);
  const runs = names.map((name) => `${report.visits[name]?.length ?? 0}`);
  return [
    "",
    `View: ${report.view}. Chromium ${report.browserVersion}, CPU ${cpuTimes} times slower,`,
    `${downMbit} Mbit/s down, ${upMbit} up, ${latencyMs} ms; medians.`,
    "",
    table([["", ...names], ["runs", ...runs], ...medians]),
    "",
    table([["gallery, as a share of", ...others], ...shares(middle)]),
    "",
    // Other load only makes a visit slower, so the fastest visit is the least disturbed.
    table([["quickest visits alone", ...others], ...shares(quickest)]),
    "",
    `largest: ${names.map((name) => `${name} ${report.visits[name]?.[0]?.lcpWhat}`).join(" · ")}`,
  ].join("\n");
}

function find(name: string): Measure {
  const found = MEASURES.find((measure) => measure.name === name);
  if (found === undefined) throw new Error(`there is no measure ${name}`);
  return found;
}

function medianOf({ visits }: PageReport, name: string, { of }: Measure): number {
  return median((visits[name] ?? []).map(of));
}

/** The aims of the page. */
export function pageVerdicts(report: PageReport): Verdict[] {
  const middle = (name: string, measure: string) => medianOf(report, name, find(measure));
  const { whole, galleryOrigin, scripts, emptyScripts, originalsBytes } = report;
  const rivals = Object.keys(report.visits).filter((name) => name.startsWith("rows"));
  const against = (measure: string) =>
    rivals.map((rival) =>
      atMost(
        `${measure.replace(/, ms$/, "")}, share of ${rival}`,
        middle("gallery", measure) / middle(rival, measure),
        0.65,
        { digits: 2 },
      ),
    );
  const { loaded, bytes } = whole.visit.traffic;
  const abroad = loaded.filter(({ url }) => new URL(url).origin !== galleryOrigin).length;
  const ownKb = (weightOf(scripts) - weightOf(emptyScripts)) / KB;
  const worstShift = Math.max(...(report.visits.gallery ?? []).map(({ cls }) => cls));
  const pictureShare = bytes.picture / originalsBytes;
  const firstRowKb = (report.firstPicturesBytes ?? Infinity) / KB;
  const windowKb = INITIAL_WINDOW_BYTES / KB;
  return [
    ...against("LCP, ms"),
    ...against("viewport complete, ms"),
    atMost(
      "viewport complete of the picker, share of the gallery's",
      middle("picker", "viewport complete, ms") / middle("gallery", "viewport complete, ms"),
      1.2,
      { digits: 2 },
    ),
    atMost(
      "LCP with the worker, share of the gallery's without",
      middle("with the worker", "LCP, ms") / middle("gallery", "LCP, ms"),
      1.1,
      { digits: 2 },
    ),
    atMost(
      "LCP of a second visit, share of the first",
      middle("second visit", "LCP, ms") / middle("gallery", "LCP, ms"),
      0.6,
      { digits: 2 },
    ),
    atMost("CLS, worst first view", worstShift, 0.0005, { digits: 4 }),
    atMost("CLS, whole page scrolled", whole.visit.cls, 0.0005, { digits: 4 }),
    atMost("own scripts above an empty Next page, KB gzipped", ownKb, 20, { digits: 1 }),
    atMost("pictures of the whole page, share of the originals", pictureShare, 0.1, { digits: 3 }),
    atMost("requests to other origins", abroad, 0),
    atMost("HTML until the first row is known, KB gzipped", firstRowKb, windowKb, { digits: 1 }),
  ];
}
