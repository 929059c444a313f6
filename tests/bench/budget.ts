/**
 * `npm run bench:budget`: replays a month of 5,000 searches through the paid search, on SQLite and on
 * PostgreSQL: three processes share one store on simulated time, their own clocks are 60 s apart, and
 * each is killed and restarted again and again, in the middle of a search. Then sends a thousand equal
 * searches at once.
 *
 * `npm run bench:budget -- sqlite` or `-- postgres` uses one store only.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import type { SpendingConfig } from "@/lib/gallery/config";
import { toAppError } from "@/lib/platform/errors";
import { openState } from "@/lib/state/open-state";
import {
  type SetTime,
  simulatePostgresTime,
  simulateStoreTime,
} from "@/tests/support/databases/store-time";
import { type FixtureService, startFixtureService } from "@/tests/support/servers/fixture-service";
import { SPENDING, startPaidGallery } from "@/tests/support/servers/paid-gallery";
import { fewestCalls, type TracedSearch, traceOf } from "./budget/search-trace";
import { say } from "./support/measures";
import { type EmptyStore, onEachStore } from "./support/stores";
import { atLeast, atMost, equals, sayVerdicts } from "./support/verdicts";

const START_MS = Date.UTC(2026, 10, 1);
const TRACE = { searchCount: 5_000, startMs: START_MS, days: 30, seed: 20_261_101 };
/** The difference between each process's clock and the store's. */
const SKEWS_MS = [-60_000, 0, 60_000];
/** Twenty restarts of three processes in 5,000 searches. */
const SEARCHES_PER_LIFE = 230;
const RESTARTS_MIN = 20;
/** After this time, the lease of a killed process has expired. */
const LEASE_OVER_MS = 30_000;
const RATIO_MAX = 1.02;
const MONTHLY_SEARCHES = 250;
const CROWD = 1000;

/** One in fifty search texts finds nothing; an empty answer is fresh for five minutes only. */
const isEmpty = (q: string) => Number(q.split(" ")[1]) % 50 === 49;

type Life = {
  url: string;
  key: string;
  dataDir: string;
  databaseUrl: string | null;
  skewMs: number;
  spending: Partial<SpendingConfig>;
};
type Task = { number: number; atMs: number; visitor: string; query: SearchQuery; times: number };
type Served = Pick<SearchAnswer, "from" | "searchesUsed"> & { isNarrowed: boolean };
type Done = { number: number; outcomes: (Served | { code: string })[] };

/** The body of a process that runs a gallery on the clock of the tasks it receives. */
function live(): void {
  const { url, key, dataDir, databaseUrl, skewMs, spending } = JSON.parse(
    process.argv[3] ?? "",
  ) as Life;
  let nowMs = START_MS;
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: []) {
      super(...((parts.length === 0 ? [nowMs + skewMs] : parts) as []));
    }
    static override now = () => nowMs + skewMs;
  } as DateConstructor;
  const clock = { nowMs: () => nowMs };
  const state = openState({ dataDir, databaseUrl });
  const gallery = startPaidGallery({ url, key, dataDir, state, spending, clock });
  process.on("message", (task: Task) => {
    nowMs = Math.max(nowMs, task.atMs);
    const searches = Array.from({ length: task.times }, async () => {
      const { signal } = new AbortController();
      try {
        const options = { signal, visitor: task.visitor, mayPay: true };
        const answer = await gallery.searchImages(task.query, options);
        const { from, searchesUsed, heldCount, images } = answer;
        return { from, isNarrowed: heldCount > images.length, searchesUsed };
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

/** An empty store on simulated time. */
type Store = { place: EmptyStore; setTime: SetTime; close(): unknown };

/** A slot for a process, which may be replaced. */
class Place {
  private child: ChildProcess | null = null;
  private searches = 0;
  restarts = -1;
  private readonly waiting = new Map<number, (done: Done) => void>();

  constructor(private readonly life: Life) {}

  /** Whether the process must be killed in the next search. */
  isOld(): boolean {
    return this.searches >= SEARCHES_PER_LIFE;
  }

  async send(task: Task): Promise<Done["outcomes"]> {
    if (this.child === null) await this.restart();
    this.searches += task.times;
    const done = new Promise<Done>((resolve) => this.waiting.set(task.number, resolve));
    this.child?.send(task);
    return (await done).outcomes;
  }

  /** Starts the search and kills the process in the middle of it. */
  async sendAndKill(task: Task): Promise<void> {
    this.child?.send(task);
    // A random delay, so that the kill hits any point between the first operation and the answer.
    await sleep(Math.random() * 15);
    await this.restart();
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

type Bench = { fixture: FixtureService; createStore: () => Promise<Store> };

async function withPlaces<T>(
  { fixture, createStore }: Bench,
  spending: Partial<SpendingConfig>,
  use: (places: readonly Place[], store: Store) => Promise<T>,
): Promise<T> {
  const store = await createStore();
  const { dataDir, databaseUrl } = store.place;
  const { baseUrl: url, key } = fixture;
  const places = SKEWS_MS.map(
    (skewMs) => new Place({ url, key, dataDir, databaseUrl, skewMs, spending }),
  );
  try {
    return await use(places, store);
  } finally {
    for (const place of places) await place.end();
    await store.close();
  }
}

/** Sends searches of equal time concurrently to all slots, and all others in sequence. */
async function replay(
  trace: readonly TracedSearch[],
  places: readonly Place[],
  { setTime }: Store,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let nowMs = START_MS;
  for (let index = 0; index < trace.length; ) {
    const { atMs } = trace[index] as TracedSearch;
    nowMs = Math.max(nowMs, atMs);
    await setTime(nowMs);
    const first = places[index % places.length] as Place;
    if (first.isOld()) {
      await first.sendAndKill({
        ...(trace[index] as TracedSearch),
        number: -1,
        times: 1,
        atMs: nowMs,
      });
      nowMs += LEASE_OVER_MS;
      await setTime(nowMs);
    }
    const moment: Promise<Done["outcomes"]>[] = [];
    for (; trace[index]?.atMs === atMs; index += 1) {
      const place = places[index % places.length] as Place;
      const search = trace[index] as TracedSearch;
      moment.push(place.send({ ...search, number: index, times: 1, atMs: nowMs }));
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

function sayCounts(counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    say(`  ${String(count).padStart(6)} ${name}`);
  }
}

async function month(
  bench: Bench,
  trace: readonly TracedSearch[],
  spending: Partial<SpendingConfig>,
) {
  const { searches } = bench.fixture;
  searches.length = 0;
  return withPlaces(bench, spending, async (places, store) => {
    const counts = await replay(trace, places, store);
    const restarts = places.reduce((sum, place) => sum + place.restarts, 0);
    return { counts, restarts, paid: searches.length };
  });
}

async function crowd(bench: Bench, placeCount: number): Promise<number> {
  const { searches } = bench.fixture;
  searches.length = 0;
  return withPlaces(bench, UNLIMITED, async (places) => {
    const used = places.slice(0, placeCount);
    for (const place of used) await place.restart();
    const query = { q: "word 1", ...DEFAULT_FILTERS };
    await Promise.all(
      used.map((place, index) => {
        const times = Math.floor((CROWD + index) / placeCount);
        return place.send({ number: 0, atMs: START_MS, visitor: "crowd", query, times });
      }),
    );
    return searches.length;
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
  say(
    `${trace.length} searches in 30 days, ${words} different ones, by ${SKEWS_MS.length} processes`,
  );
  say(`with clocks ${SKEWS_MS.map((ms) => `${ms / 1000} s`).join(", ")} from the store's`);

  await onEachStore((name, newPlace) => {
    const createStore = async (): Promise<Store> => {
      const place = await newPlace();
      const { dataDir, databaseUrl } = place;
      const simulated =
        databaseUrl === null
          ? simulateStoreTime(dataDir, START_MS)
          : await simulatePostgresTime(databaseUrl, START_MS);
      return { place, ...simulated };
    };
    return onStore(name, { fixture, createStore }, trace, fewest);
  });
  await fixture.stop();
}

async function onStore(
  name: string,
  bench: Bench,
  trace: readonly TracedSearch[],
  fewest: number,
): Promise<void> {
  say(`\n== ${name}`);
  say("Without a limit: is a search ever paid for twice?");
  const free = await month(bench, trace, UNLIMITED);
  sayCounts(free.counts);
  say(`  paid ${free.paid}, fewest possible ${fewest}`);

  say(`\nWith ${MONTHLY_SEARCHES} searches a month, and limits on visitors:`);
  const limited = await month(bench, trace, ORDINARY);
  sayCounts(limited.counts);

  const crowds: [processes: number, calls: number][] = [];
  for (const processes of [1, SKEWS_MS.length]) {
    crowds.push([processes, await crowd(bench, processes)]);
  }
  const [limit, { restarts }] = [MONTHLY_SEARCHES, limited];
  sayVerdicts([
    atMost("paid, the fewest possible = 1", free.paid / fewest, RATIO_MAX, { digits: 4 }),
    atLeast("restarts by kill -9 in a search", free.restarts, RESTARTS_MIN),
    atMost(`paid, with a limit of ${limit}`, limited.paid, limit),
    // A search that was reserved when its process was killed stays counted.
    atLeast(
      `paid, with a limit of ${limit} and ${restarts} restarts`,
      limited.paid,
      limit - restarts,
    ),
    ...crowds.map(([processes, calls]) =>
      equals(`calls for ${CROWD} equal searches at once, ${processes} process(es)`, calls, 1),
    ),
  ]);
}

if (process.argv[2] === "live") live();
else await main();
