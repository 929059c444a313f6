/**
 * `npm run bench:budget`: replays a month of 10,000 searches through the paid search, in two processes
 * that share one store, are killed and restarted, and run on a simulated clock. Then sends a thousand
 * equal searches at once. Prints the paid calls and the minimum possible. Exits with 1 if a guarantee
 * is broken.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import type { SpendingConfig } from "@/lib/gallery/config";
import { toAppError } from "@/lib/platform/errors";
import { type FixtureService, startFixtureService } from "@/tests/support/fixture-service";
import { SPENDING, startPaidGallery } from "@/tests/support/paid-gallery";
import { fewestCalls, type TracedSearch, traceOf } from "./search-trace";

const START_MS = Date.UTC(2026, 10, 1);
const TRACE = { searchCount: 10_000, startMs: START_MS, days: 30, seed: 20_261_101 };
const PROCESSES = 2;
const SEARCHES_PER_LIFE = 900;
const RATIO_MAX = 1.02;
const MONTHLY_SEARCHES = 250;
const CROWD = 1000;

/** One in fifty search texts finds nothing; an empty answer is fresh for five minutes only. */
const isEmpty = (q: string) => Number(q.split(" ")[1]) % 50 === 49;

type Life = { url: string; key: string; dataDir: string; spending: Partial<SpendingConfig> };
type Task = { number: number; atMs: number; visitor: string; query: SearchQuery; times: number };
type Served = Pick<SearchAnswer, "from" | "isNarrowed" | "searchesUsed">;
type Done = { number: number; outcomes: (Served | { code: string })[] };

/** A process that runs a gallery on the clock of the tasks it receives. */
function live(): void {
  const { url, key, dataDir, spending } = JSON.parse(process.argv[3] ?? "") as Life;
  let nowMs = START_MS;
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: []) {
      super(...((parts.length === 0 ? [nowMs] : parts) as []));
    }
    static override now = () => nowMs;
  } as DateConstructor;
  const clock = { nowMs: () => nowMs, pass() {} };
  const gallery = startPaidGallery({ url, key, dataDir, spending, clock });
  process.on("message", (task: Task) => {
    nowMs = Math.max(nowMs, task.atMs);
    const searches = Array.from({ length: task.times }, async () => {
      const { signal } = new AbortController();
      try {
        const options = { signal, visitor: task.visitor };
        const { from, isNarrowed, searchesUsed } = await gallery.searchImages(task.query, options);
        return { from, isNarrowed, searchesUsed };
      } catch (cause) {
        return { code: toAppError(cause).code };
      }
    });
    void Promise.all(searches).then((outcomes) =>
      process.send?.({ number: task.number, outcomes } satisfies Done),
    );
  });
  process.send?.("ready");
}

/** One of the two slots; the process in it may be replaced. */
class Place {
  private child: ChildProcess | null = null;
  private searches = 0;
  restarts = -1;
  private readonly waiting = new Map<number, (done: Done) => void>();

  constructor(private readonly life: Life) {}

  async send(task: Task): Promise<Done["outcomes"]> {
    if (this.child === null || this.searches >= SEARCHES_PER_LIFE) await this.restart();
    this.searches += task.times;
    const done = new Promise<Done>((resolve) => this.waiting.set(task.number, resolve));
    this.child?.send(task);
    return (await done).outcomes;
  }

  async restart(): Promise<void> {
    await this.end();
    const program = process.argv[1] ?? "";
    const child = fork(program, ["live", JSON.stringify(this.life)], { execArgv: [] });
    await once(child, "message");
    child.on("message", (done: Done) => {
      this.waiting.get(done.number)?.(done);
      this.waiting.delete(done.number);
    });
    this.child = child;
    this.searches = 0;
    this.restarts += 1;
  }

  async end(): Promise<void> {
    if (this.child === null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exited;
    this.child = null;
  }
}

async function withPlaces<T>(
  fixture: FixtureService,
  spending: Partial<SpendingConfig>,
  use: (places: readonly Place[]) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-bench-"));
  const life = { url: fixture.baseUrl, key: fixture.key, dataDir, spending };
  const places = Array.from({ length: PROCESSES }, () => new Place(life));
  try {
    return await use(places);
  } finally {
    for (const place of places) await place.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends searches of the same time concurrently to all slots, and others one after the other. */
async function replay(
  trace: readonly TracedSearch[],
  places: readonly Place[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let index = 0; index < trace.length; ) {
    const { atMs } = trace[index] as TracedSearch;
    const moment: Promise<Done["outcomes"]>[] = [];
    for (; trace[index]?.atMs === atMs; index += 1) {
      const place = places[index % places.length] as Place;
      moment.push(place.send({ number: index, times: 1, ...(trace[index] as TracedSearch) }));
    }
    for (const outcome of (await Promise.all(moment)).flat()) {
      if ("code" in outcome) count(`refused: ${outcome.code}`);
      else count(outcome.isNarrowed ? `${outcome.from}, narrowed` : outcome.from);
    }
    if (index % 500 < moment.length) process.stderr.write(`\r${index} of ${trace.length} `);
  }
  process.stderr.write("\r                    \r");
  return counts;
}

let isBroken = false;

function say(text = ""): void {
  process.stdout.write(`${text}\n`);
}

function promise(words: string, isKept: boolean): void {
  if (!isKept) isBroken = true;
  say(`  ${isKept ? "kept  " : "BROKEN"} ${words}`);
}

function sayCounts(counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    say(`  ${String(count).padStart(6)} ${name}`);
  }
}

async function month(
  fixture: FixtureService,
  trace: readonly TracedSearch[],
  spending: Partial<SpendingConfig>,
) {
  fixture.searches.length = 0;
  return withPlaces(fixture, spending, async (places) => {
    const counts = await replay(trace, places);
    const restarts = places.reduce((sum, place) => sum + place.restarts, 0);
    return { counts, restarts, paid: fixture.searches.length };
  });
}

async function crowd(fixture: FixtureService, placeCount: number): Promise<number> {
  fixture.searches.length = 0;
  return withPlaces(fixture, UNLIMITED, async (places) => {
    const used = places.slice(0, placeCount);
    for (const place of used) await place.restart();
    const query = { q: "word 1", ...DEFAULT_FILTERS };
    const times = CROWD / placeCount;
    await Promise.all(
      used.map((place) =>
        place.send({ number: 0, atMs: START_MS, visitor: "crowd", query, times }),
      ),
    );
    return fixture.searches.length;
  });
}

const UNLIMITED = {
  monthlySearches: 1_000_000,
  visitorPerMinute: 1_000_000,
  visitorPerDay: 1_000_000,
};
const ORDINARY = { monthlySearches: MONTHLY_SEARCHES, visitorPerMinute: 10, visitorPerDay: 20 };

async function main(): Promise<void> {
  const fixture = await startFixtureService();
  const value = Array.from({ length: 24 }, (_, index) => ({
    imageUrl: `https://a.example/${index}.jpg`,
    hostUrl: `https://a.example/found/${index}`,
    name: `Picture ${index}`,
    width: 1600,
    height: 1200,
    accentColor: "#446688",
  }));
  fixture.answerWith({ body: { name: "", value } });
  const trace = traceOf(TRACE);
  for (const q of new Set(trace.map(({ query }) => query.q).filter(isEmpty))) {
    fixture.answerTo(q, { body: { name: q, value: [] } });
  }
  const { cacheMinutes } = SPENDING;
  const fewest = fewestCalls(trace, {
    freshMinutes: cacheMinutes,
    isEmpty,
    serviceUrl: fixture.baseUrl,
  });
  const words = new Set(trace.map(({ query }) => JSON.stringify(query))).size;
  say(`${trace.length} searches in 30 days, ${words} different ones, by ${PROCESSES} processes`);
  say();

  say("Without a limit: is a search ever paid for twice?");
  const free = await month(fixture, trace, UNLIMITED);
  sayCounts(free.counts);
  say(`  ${free.restarts} restarts by kill -9`);
  const ratio = free.paid / fewest;
  say(`  paid ${free.paid}, fewest possible ${fewest}: ${ratio.toFixed(4)} times`);
  promise(`at most ${RATIO_MAX} times the fewest`, ratio <= RATIO_MAX);
  say();

  say(`With ${MONTHLY_SEARCHES} searches a month, and limits on visitors:`);
  const limited = await month(fixture, trace, ORDINARY);
  sayCounts(limited.counts);
  say(`  ${limited.restarts} restarts by kill -9`);
  say(`  paid ${limited.paid} of ${MONTHLY_SEARCHES}; fewest possible without a limit ${fewest}`);
  promise(`all ${MONTHLY_SEARCHES} can be spent, and no more`, limited.paid === MONTHLY_SEARCHES);
  say();

  say(`${CROWD} equal searches at once, empty cache:`);
  for (const placeCount of [1, PROCESSES]) {
    const calls = await crowd(fixture, placeCount);
    promise(`${placeCount} process(es): ${calls} call(s)`, calls === 1);
  }
  await fixture.stop();
}

if (process.argv[2] === "live") live();
else {
  await main();
  process.exitCode = isBroken ? 1 : 0;
}
