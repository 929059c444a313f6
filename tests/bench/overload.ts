/**
 * `npm run bench:overload`, after `npm run build`: measures who waits under overload.
 *
 * - `fairness`: one visitor searches with pauses; another sends requests over 20 connections as
 *   fast as the server answers. Alternates runs with and without the second visitor, on the demo
 *   collection and on a remote service whose answers are cached.
 * - `overload`: measures the capacity for a mix of pages, searches and thumbnails of many visitors,
 *   then sends five times as much for a minute. Prints the refusals, the delay of the event loop,
 *   and how soon the server is as fast as before.
 *
 * The load runs in a separate process with a lower priority, because it shares the machine with the
 * server. Options: `--only fairness`, `--folder` (another build), `--rounds`, `--seconds`, and
 * `--priority=-10`, which puts the benchmark before other work of the machine (as root).
 */
import { linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, setPriority, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { photographPath } from "@/tests/support/pictures/photographs";
import { startFixtureService } from "@/tests/support/servers/fixture-service";
import { readMetrics as readMetricsOf } from "@/tests/support/servers/read-metrics";
import {
  createClients,
  type LoadReport,
  runLoadProcess,
  type Shot,
  startLoad,
} from "./overload/load";
import { quantile, say, table } from "./support/measures";
import { startProduct } from "./support/next-server";
import { atMost, sayVerdicts, type Verdict } from "./support/verdicts";

const PORT = 4_881;
const TOKEN = "a token for the overload bench";
const FLOOD = "127.0.0.2";
const VISITOR = "127.0.0.3";
const FLOOD_CONNECTIONS = 20;
/** Keeps below the limit of 240 searches a minute for a visitor of the library. */
const PAUSE_MS = 260;
/** The goals of docs/decisions/0026-request-slots-by-queue-time.md. */
const P95_RATIO_MAX = 2;
const DELAY_P99_MS_MAX = 100;
/** How long the probe after the overload is compared with the one before. */
const RECOVERED_SECONDS_MAX = 10;

const verdicts: Verdict[] = [];

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "load"),
  options: {
    only: { type: "string" },
    folder: { type: "string", default: "." },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    times: { type: "string", default: "5" },
    priority: { type: "string", default: "0" },
  },
});

async function withServer<T>(env: Record<string, string>, run: () => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "vitrine-overload-"));
  const server = await startProduct({
    folder: resolve(options.folder),
    port: PORT,
    env: {
      VITRINE_DATA_DIR: home,
      VITRINE_PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      VITRINE_LOG_LEVEL: "silent",
      VITRINE_METRICS_TOKEN: TOKEN,
      ...env,
    },
  });
  try {
    return await run();
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

const readMetrics = () => readMetricsOf(`http://127.0.0.1:${PORT}`, TOKEN);

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** Searches with pauses for some seconds; returns the milliseconds of each search. */
async function visit(path: string, seconds: number): Promise<number[]> {
  const clients = createClients(PORT);
  const times: number[] = [];
  const untilMs = performance.now() + seconds * 1_000;
  while (performance.now() < untilMs) {
    const { status, ms } = await clients.send({ path, visitor: VISITOR });
    if (status === 200) times.push(ms);
    else say(`  the visitor got ${status} after ${Math.round(ms)} ms`);
    await wait(PAUSE_MS);
  }
  clients.close();
  return times;
}

/** Searches for each text as a page of ours does. Only such a search may pay, and fill the cache. */
async function fillCache(queries: readonly string[]): Promise<void> {
  for (const q of queries) {
    const response = await fetch(`http://127.0.0.1:${PORT}/api/search`, {
      method: "POST",
      headers: { accept: "application/json", "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ q }),
    });
    if (!response.ok) throw new Error(`The search for ${q} got ${response.status}`);
  }
}

/** Both visitors search for similar texts, so that their searches cost the same. */
async function fairness(name: string, queries: readonly string[]): Promise<void> {
  const rows = [["  ", "alone p50", "p95", "beside p50", "p95", "flood/s", "of it 200"]];
  for (const kind of ["search", "page"] as const) {
    const pathOf = (q: string) => `${kind === "page" ? "" : "/api"}/search?q=${q}`;
    const [own = "", ...others] = queries.map(pathOf);
    const shots = others.map((path): Shot => ({ kind, path, visitor: FLOOD }));
    await visit(own, 3);
    const [alone, beside]: [number[], number[]] = [[], []];
    let [answered, good, seconds] = [0, 0, 0];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      alone.push(...(await visit(own, 10)));
      const load = startLoad({ mode: "closed", port: PORT, connections: FLOOD_CONNECTIONS, shots });
      await wait(1_000);
      beside.push(...(await visit(own, 10)));
      const report = await load.stop();
      const { byStatus = {} } = report.kinds[kind] ?? {};
      answered += Object.values(byStatus).reduce((sum, count) => sum + count, 0);
      good += byStatus[200] ?? 0;
      seconds += report.seconds;
    }
    const ratio = quantile(beside, 0.95) / quantile(alone, 0.95);
    const title = `${name}, ${kind === "page" ? "/search" : "/api/search"}`;
    verdicts.push(atMost(`${title}: p95 ratio`, ratio, P95_RATIO_MAX, { digits: 2 }));
    rows.push([
      `  ${title}`,
      ms(quantile(alone, 0.5)),
      ms(quantile(alone, 0.95)),
      ms(quantile(beside, 0.5)),
      ms(quantile(beside, 0.95)),
      (answered / seconds).toFixed(0),
      `${((100 * good) / answered).toFixed(0)} %`,
    ]);
  }
  say(table(rows));
}

/** So many that each stays below 240 searches a minute, and below the idle timeout of connections. */
const VISITORS = 100;

/** The number of pictures in the library, and words that find fifty of them each. */
const PICTURES = 600;
const WORDS = 12;
const wordOf = (n: number) => `quo${"abikmnoprtuvz"[n % 13]}`;

async function makeLibrary(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const original = join(folder, `${wordOf(0)} 0.jpg`);
  const source = sharp(photographPath("black-canyon")).resize(1_600, 1_200, { fit: "cover" });
  await source.jpeg({ quality: 88 }).toFile(original);
  for (let n = 1; n < PICTURES; n += 1) {
    linkSync(original, join(folder, `${wordOf(n % WORDS)} ${n}.jpg`));
  }
}

const ACCEPTS = ["image/avif,image/webp,*/*", "image/webp,*/*", "*/*"];

/** Repeats a request until it is answered. */
async function bodyOf(path: string): Promise<string> {
  const clients = createClients(PORT);
  for (;;) {
    const { status, body } = await clients.send({ path, visitor: "127.0.0.4" });
    if (status === 200) {
      clients.close();
      return body().toString();
    }
    await wait(500);
  }
}

/** Makes a mix like that of people who look through results: six of nine requests are thumbnails. */
async function makeMix(): Promise<Shot[]> {
  const clients = createClients(PORT);
  const paths: { path: string; accept: string }[] = [];
  for (let n = 0; n < WORDS; n += 1) {
    const path = `/api/search?q=${wordOf(n)}&count=50`;
    const { images } = JSON.parse(await bodyOf(path));
    for (const { thumbnails } of images) {
      for (const widthPx of thumbnails.widthsPx) {
        for (const accept of ACCEPTS) paths.push({ path: `${thumbnails.path}${widthPx}`, accept });
      }
    }
  }
  // Neighbours in the list belong to one picture; a stride without a common factor mixes them.
  const cold = paths.map((_, n) => paths[(n * 7_919) % paths.length] as (typeof paths)[number]);
  const warm = cold.splice(0, 24);
  for (const each of warm) await clients.send({ ...each, visitor: "127.0.0.4" });
  clients.close();
  const visitor = (n: number) => `127.0.1.${1 + (n % VISITORS)}`;
  return Array.from({ length: 4_000 }, (_, n): Shot[] => {
    const q = wordOf(n % WORDS);
    const warmShot = (m: number): Shot => ({
      kind: "warm thumbnail",
      ...(warm[(4 * n + m) % warm.length] as (typeof warm)[number]),
      visitor: visitor(n),
    });
    const coldShot = (m: number): Shot => ({
      kind: "cold thumbnail",
      ...(cold[(2 * n + m) % cold.length] as (typeof cold)[number]),
      visitor: visitor(n),
    });
    const search: Shot = {
      kind: "search",
      path: `/api/search?q=${q}&count=24`,
      visitor: visitor(n),
    };
    return [
      { kind: "page", path: `/search?q=${q}`, visitor: visitor(n) },
      warmShot(0),
      coldShot(0),
      search,
      warmShot(1),
      warmShot(2),
      coldShot(1),
      search,
      warmShot(3),
    ];
  }).flat();
}

function sayReport({ seconds, kinds }: LoadReport): void {
  const rows = [["  ", "sent/s", "200/s", "503", "other", "first 503", "200: p50", "p95"]];
  for (const [kind, { sent, byStatus, okMs, firstBusySeconds }] of Object.entries(kinds)) {
    const ended = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
    const { 200: good = 0, 503: busy = 0 } = byStatus;
    const other = Object.entries(byStatus).filter(([status]) => !["200", "503"].includes(status));
    rows.push([
      `  ${kind}`,
      (sent / seconds).toFixed(0),
      (good / seconds).toFixed(1),
      `${((100 * busy) / ended).toFixed(0)} %`,
      other.map(([status, count]) => `${count}×${status}`).join(" ") || "0",
      firstBusySeconds === null ? "never" : `${firstBusySeconds.toFixed(2)} s`,
      ms(quantile(okMs, 0.5)),
      ms(quantile(okMs, 0.95)),
    ]);
  }
  say(table(rows));
}

/** Requests pages in sequence for some seconds; returns each duration with its start time. */
async function probe(seconds: number): Promise<{ atSeconds: number; ms: number }[]> {
  const clients = createClients(PORT);
  const probes: { atSeconds: number; ms: number }[] = [];
  const startMs = performance.now();
  for (let n = 0; performance.now() - startMs < seconds * 1_000; n += 1) {
    const atSeconds = (performance.now() - startMs) / 1_000;
    const path = `/search?q=${wordOf(n % WORDS)}`;
    const { status, ms } = await clients.send({ path, visitor: VISITOR });
    probes.push({ atSeconds, ms: status === 200 ? ms : Number.POSITIVE_INFINITY });
    await wait(100);
  }
  clients.close();
  return probes;
}

function delayVerdict(
  name: string,
  metrics: ReadonlyMap<string, number>,
  aim: number | null,
): Verdict {
  const [p50 = 0, p99 = 0, max = 0] = ["p50", "p99", "max"].map(
    (quantileName) =>
      1_000 * (metrics.get(`nodejs_eventloop_lag_${quantileName}_seconds`) ?? Number.NaN),
  );
  const detail = `p50 ${p50.toFixed(0)}, max ${max.toFixed(0)}`;
  return atMost(`event-loop delay p99, ${name}`, p99, aim, { unit: " ms", detail });
}

async function overload(): Promise<void> {
  const library = mkdtempSync(join(tmpdir(), "vitrine-overload-library-"));
  await makeLibrary(library);
  // All pictures are links to one file: the library would show them as one.
  const env = { VITRINE_LIBRARY_DIRS: library, VITRINE_GROUP_DUPLICATES: "off" };
  await withServer(env, async () => {
    const isScanned = async () => {
      const { images } = JSON.parse(await bodyOf(`/api/search?q=${wordOf(WORDS - 1)}&count=50`));
      return images.length === PICTURES / WORDS;
    };
    while (!(await isScanned())) await wait(1_000);
    const shots = await makeMix();
    const half = Math.floor(shots.length / 18) * 9;

    await readMetrics();
    const before = await probe(15);
    verdicts.push(delayVerdict("one visitor", await readMetrics(), null));
    const beforeMs = quantile(
      before.map(({ ms }) => ms),
      0.95,
    );
    const closed = startLoad({
      mode: "closed",
      port: PORT,
      connections: 16,
      shots: shots.slice(0, half),
    });
    await wait(12_000);
    const measured = await closed.stop();
    say(`\nAt capacity, 16 connections of ${VISITORS} visitors:`);
    sayReport(measured);
    const good = Object.values(measured.kinds).reduce(
      (sum, { byStatus }) => sum + (byStatus[200] ?? 0),
      0,
    );
    const capacity = good / measured.seconds;
    await wait(5_000);

    const perSecond = Number(options.times) * capacity;
    say(
      `\n${options.times} times the capacity of ${capacity.toFixed(0)} a second, for ${options.seconds} s:`,
    );
    await readMetrics();
    const open = startLoad({ mode: "open", port: PORT, perSecond, shots: shots.slice(half) });
    await wait(Number(options.seconds) * 1_000);
    const during = await readMetrics().catch(() => null);
    const report = await open.stop();
    if (during === null) say("  /metrics did not answer under load");
    let metrics = during;
    while (metrics === null) metrics = await readMetrics().catch(() => null);
    sayReport(report);
    verdicts.push(delayVerdict("overload", metrics, DELAY_P99_MS_MAX));
    for (const [name, value] of metrics) {
      if (name.startsWith("vitrine_requests_shed_total")) say(`  ${name} ${value}`);
    }

    const after = await probe(15);
    const p95From = (start: number) =>
      quantile(
        after
          .filter(({ atSeconds }) => atSeconds >= start && atSeconds < start + 5)
          .map(({ ms }) => ms),
        0.95,
      );
    const recovered = Array.from({ length: 10 * RECOVERED_SECONDS_MAX + 1 }, (_, n) => n / 10).find(
      (start) => p95From(start) <= 1.2 * beforeMs,
    );
    say(
      `  a page's p95 before: ${ms(beforeMs)} ms; after: ${[0, 2, 5, 10].map((start) => `${ms(p95From(start))} ms in ${start}–${start + 5} s`).join(", ")}`,
    );
    verdicts.push(
      atMost(
        "recovered (p95 of 5 s within 20 %) after",
        recovered ?? Number.POSITIVE_INFINITY,
        RECOVERED_SECONDS_MAX,
        { digits: 1, unit: " s" },
      ),
    );
  });
  rmSync(library, { recursive: true });
}

async function main(): Promise<void> {
  const { only } = options;
  setPriority(Number(options.priority));
  say(`Load average of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  if (only === undefined || only === "fairness") {
    say("Two visitors, one of them with 20 connections (milliseconds of the other):");
    const words = ["red", "sea", "blue", "green", "house", "tree", "night", "sun"];
    await withServer({}, () => fairness("demo", words));
    const fixture = await startFixtureService();
    const env = {
      SEARCH_API_URL: fixture.baseUrl,
      SEARCH_API_KEY: fixture.key,
      VITRINE_VISITOR_SEARCHES_PER_MINUTE: "100",
      VITRINE_VISITOR_SEARCHES_PER_DAY: "200",
      VITRINE_DAY_PACING: "off",
    };
    await withServer(env, async () => {
      await fillCache(words);
      await fairness("remote, cached", words);
    });
    await fixture.stop();
  }
  if (only === undefined || only === "overload") await overload();
  sayVerdicts(verdicts);
}

if (process.argv[2] === "load") runLoadProcess();
else await main();
