/**
 * `npm run bench:requests`, after `npm run build`: looks for requests of at most 16 KB that keep the
 * server's event loop busy for more than 50 ms.
 *
 * Sends odd requests to every route and page: long, repeated and nested queries, headers, forms and
 * JSON, and texts that are slow to read (`requests/requests-of.ts`). Measures the CPU time of the
 * server's main thread, because other work of the machine affects it less than the elapsed time.
 * Sends cheap requests together; if a group costs too much, sends each of it alone. Repeats slow
 * requests, and counts the quickest of three. Prints the slowest ten.
 *
 * Each route has a time limit; the requests beyond it are skipped, in a random order that `--seed`
 * changes. Options: `--seconds` per route, `--only` (the beginning of a path), `--mode` (`library`
 * or `remote`), `--folder` (another build). Needs Linux.
 */
import { parseArgs } from "node:util";
import { PAGE_PARAMETERS_MAX, PAGE_TARGET_BYTES_MAX } from "@/lib/http/front-door/request-head";
import type { Route } from "@/lib/web/route";
import { seededRandom } from "@/tests/support/seeded-random";
import { productRoutes } from "@/tests/support/servers/product-routes";
import { type Installation, startInstallation } from "./requests/installation";
import { type Cost, measure } from "./requests/measure";
import { type BadRequest, requestsOf } from "./requests/requests-of";
import { median, say, table } from "./support/measures";
import { atMost, equals, sayVerdicts, type Verdict } from "./support/verdicts";

const BUSY_MS_MAX = 50;
/** Requests that take longer together are sent alone, and repeated if they take longer alone. */
const SUSPECT_MS = 45;
/** The same for all threads. */
const SUSPECT_ALL_MS = 150;
/** About how long requests that are sent together take, if they cost as much as plain ones. */
const BATCH_MS = 25;
const BATCH_MAX = 16;
const WARM_UPS = 30;
/** How much longer routes in `THOROUGH` are measured. */
const THOROUGH_TIMES = 6;
const SHOWN = 10;
const MODES = ["library", "remote"] as const;
const LIMITS = { targetBytesMax: PAGE_TARGET_BYTES_MAX, parametersMax: PAGE_PARAMETERS_MAX };

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    only: { type: "string", default: "/" },
    mode: { type: "string" },
    folder: { type: "string", default: "." },
    seed: { type: "string", default: "1" },
  },
});

/** Routes in which every text is tried in every header: one of each kind of route. */
const THOROUGH = new Set([
  "/about",
  "/search",
  "/account",
  "/picker",
  "/collections/:id",
  "/api/search",
  "/v1/search",
  "/api/recent",
  "/api/image-references",
  "/library/:id/original",
  "/thumb/*",
  "/metrics",
  "/nowhere/*",
  "/_next/static/*",
]);

type PathRoute = Pick<Route, "path" | "methods" | "handler" | "bodyBytesMax">;

/** What Next and the front door answer beside the table. */
const OTHERS = [
  "/nowhere/*",
  "/api/nowhere/*",
  "/_next/static/*",
  "/_next/data/*",
  "/_next/image",
  "/fonts/*",
  "/favicon.svg",
  "/robots.txt",
  "/manifest.webmanifest",
].map((path): PathRoute => ({ path, methods: ["GET", "HEAD"], handler: "page", bodyBytesMax: 0 }));

const allRoutes: PathRoute[] = [...(await productRoutes()), ...OTHERS].filter(({ path }) =>
  path.startsWith(options.only),
);

const random = seededRandom(Number(options.seed));

type Measured = BadRequest & Cost;

/** The results of one route. `measured`: the requests that were sent alone. */
type RouteResult = {
  measured: Measured[];
  statuses: Map<number, number>;
  /** Of its plain request. */
  usualMs: number;
  skippedCount: number;
};

/** Returns the quickest of three, if the first is slow. */
async function measureAlone(request: BadRequest, pid: number): Promise<Measured> {
  let best = await measure([request], pid);
  for (let again = 0; again < 2 && best.cpuMs > SUSPECT_MS; again += 1) {
    const next = await measure([request], pid);
    if (next.cpuMs < best.cpuMs) best = next;
  }
  return { ...request, ...best };
}

function shuffled<T>(values: Iterable<T>): T[] {
  return [...values]
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

async function measureRoute(
  route: PathRoute,
  { pid, known, headersFor }: Installation,
): Promise<RouteResult> {
  const isThorough = THOROUGH.has(route.path);
  const seconds = Number(options.seconds) * (isThorough ? THOROUGH_TIMES : 1);
  const headers = headersFor(route.path);
  const target = known.paths[route.path] ?? route.path;
  const method = route.methods.includes("GET") ? "GET" : "POST";
  const plain = { route: route.path, generator: "plain", method, target, headers };
  const usual: number[] = [];
  for (let n = 0; n < WARM_UPS; n += 1) usual.push((await measure([plain], pid)).cpuMs);
  const usualMs = median(usual.slice(-9));
  const batchSize = Math.min(BATCH_MAX, Math.max(1, Math.floor(BATCH_MS / usualMs)));

  const requests = shuffled(requestsOf(route, known, LIMITS, isThorough)).map((request) => ({
    ...request,
    headers: { ...headers, ...request.headers },
  }));
  const untilMs = performance.now() + seconds * 1_000;
  const statuses = new Map<number, number>();
  const measured: Measured[] = [];
  let sentCount = 0;
  let largest: { batch: BadRequest[]; cpuMs: number } = { batch: [], cpuMs: 0 };
  while (sentCount < requests.length && performance.now() < untilMs) {
    const batch = requests.slice(sentCount, sentCount + batchSize);
    sentCount += batch.length;
    const cost = await measure(batch, pid);
    for (const status of cost.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const isSuspect =
      cost.cpuMs > SUSPECT_MS || cost.allMs > SUSPECT_ALL_MS || cost.statuses.includes(503);
    if (isSuspect) {
      for (const each of batch) measured.push(await measureAlone(each, pid));
    } else if (cost.cpuMs > largest.cpuMs) largest = { batch, cpuMs: cost.cpuMs };
  }
  for (const each of largest.batch) measured.push(await measureAlone(each, pid));
  return { measured, statuses, usualMs, skippedCount: requests.length - sentCount };
}

function sayRoute({ path }: PathRoute, { measured, statuses, usualMs }: RouteResult): void {
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  const slowest = Math.max(0, ...measured.map(({ cpuMs }) => cpuMs));
  say(`  ${path}: usually ${usualMs.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms; ${counts}`);
}

function saySlowest(title: string, results: readonly Measured[], usualMs: Map<string, number>) {
  say(`\n${title} (ms):`);
  const rows = results
    .slice(0, SHOWN)
    .map((each) => [
      each.route,
      each.cpuMs.toFixed(1),
      each.allMs.toFixed(1),
      each.wallMs.toFixed(1),
      (usualMs.get(each.route) ?? Number.NaN).toFixed(1),
      String(each.statuses[0]),
      `${each.method} ${each.generator}`,
    ]);
  say(table([["", "main thread", "all", "elapsed", "usual", "status", ""], ...rows]));
}

async function measureMode(mode: (typeof MODES)[number]): Promise<Verdict[]> {
  say(`\n${mode}:`);
  const installation = await startInstallation(options.folder, { isRemote: mode === "remote" });
  try {
    const measured: Measured[] = [];
    const usualMs = new Map<string, number>();
    let [sentCount, skippedCount] = [0, 0];
    for (const route of allRoutes) {
      const result = await measureRoute(route, installation);
      sayRoute(route, result);
      measured.push(...result.measured);
      usualMs.set(route.path, result.usualMs);
      sentCount += [...result.statuses.values()].reduce((sum, count) => sum + count, 0);
      skippedCount += result.skippedCount;
    }
    say(`\n${sentCount} requests, ${skippedCount} skipped for time.`);
    measured.sort((a, b) => b.allMs - a.allMs);
    saySlowest(`${mode}: the slowest by CPU time of all threads`, measured, usualMs);
    measured.sort((a, b) => b.cpuMs - a.cpuMs);
    saySlowest(`${mode}: the slowest by CPU time of the event loop`, measured, usualMs);
    const slowestMs = measured[0]?.cpuMs ?? 0;
    return [
      atMost(`${mode}: the slowest request`, slowestMs, BUSY_MS_MAX, { unit: " ms", digits: 1 }),
      // Otherwise pages for signed-in people were not measured.
      equals(`${mode}: the session is still open`, await installation.isSignedIn(), "yes"),
    ];
  } finally {
    await installation.stop();
  }
}

const verdicts: Verdict[] = [];
for (const mode of MODES) {
  if (mode === (options.mode ?? mode)) verdicts.push(...(await measureMode(mode)));
}
sayVerdicts(verdicts);
