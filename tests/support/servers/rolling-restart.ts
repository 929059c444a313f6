import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Installation, startInstallation } from "../../e2e/support/installation";
import { type Balancer, type Sent, startBalancer } from "./balancer";
import { type FixtureService, startFixtureService } from "./fixture-service";
import { freePort } from "./listen";
import { readMetrics } from "./read-metrics";
import { sharedSecrets } from "./shared-secrets";

type RollingRestart = {
  sentCount: number;
  /** What went wrong with each failed request. */
  failures: string[];
  /** The exit code of each server that was stopped. */
  exitCodes: (number | null)[];
  /** Searches that the service received. */
  paidCount: number;
  /** Searches in the ledger. */
  countedCount: number;
};

const INSTANCES = 3;
/** How often the balancer checks each server; they drain for longer. */
const CHECK_MS = 200;
const METRICS_TOKEN = "a token of this test";
/** Visitors, so that no one of them reaches a limit. */
const VISITORS = 251;
export const CACHED = ["sea", "birds", "coast", "harbour", "night", "garden", "mountain", "city"];

/**
 * Restarts three servers one after another, again and again, behind a balancer that sends
 * requests to them: cached searches, thumbnails, pages, and one in a hundred a new paid search.
 * They share the PostgreSQL database at `databaseUrl`, or else one data folder. Ends when
 * `requestCount` requests are sent and each server has restarted.
 *
 * `before` is the folder of an earlier build, which each server runs until its first restart.
 * `balance` starts the balancer.
 */
export async function restartUnderLoad({
  requestCount,
  ratePerSecond,
  waitingMax = Number.POSITIVE_INFINITY,
  databaseUrl = null,
  before,
  balance = async (addresses) => startBalancer(addresses, CHECK_MS),
}: {
  requestCount: number;
  ratePerSecond: number;
  /** Sends less often while so many requests have no response: a slow machine would refuse them. */
  waitingMax?: number;
  databaseUrl?: string | null;
  before?: string | undefined;
  balance?: (addresses: readonly string[]) => Promise<Balancer>;
}): Promise<RollingRestart> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-restart-"));
  const service = await startFixtureService();
  const settings = {
    ...settingsUnderLoad(service),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, ...sharedSecrets() }),
  };
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const start = (port: number, checkout?: string) =>
    startInstallation(
      { ...settings, PORT: String(port) },
      databaseUrl === null ? dataDir : join(dataDir, String(port)),
      checkout === undefined ? [] : ["env", "-C", checkout],
    );
  const servers = new Map<number, Installation>();
  for (const port of ports) servers.set(port, await start(port, before));
  const addresses = [...servers.values()].map(({ address }) => address);
  const balancer = await balance(addresses);
  const exitCodes: (number | null)[] = [];
  let load: ReturnType<typeof startLoad> | null = null;
  try {
    load = startLoad(
      balancer,
      await untilWarm(balancer, addresses),
      ratePerSecond,
      "sea",
      waitingMax,
    );
    while (load.sentCount() < requestCount || exitCodes.length < INSTANCES) {
      const port = ports[exitCodes.length % INSTANCES] ?? 0;
      exitCodes.push((await servers.get(port)?.stop()) ?? null);
      servers.set(port, await start(port));
      await until(() => addresses.every(balancer.isReady));
    }
    const failures = await load.stop();
    const sentCount = load.sentCount();
    const paidCount = service.searches.length;
    // Each instance knows the count since its last search.
    const countedCount = Math.max(
      ...(await Promise.all(addresses.map((each) => countedSearches(each)))),
    );
    return { sentCount, failures, exitCodes, paidCount, countedCount };
  } finally {
    await load?.stop();
    await balancer.stop();
    for (const server of servers.values()) await server.stop();
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Settings of an instance that searches at `service` for the visitors of `sendAtRate`. */
export function settingsUnderLoad(service: FixtureService) {
  return {
    ...service.settings,
    VITRINE_MONTHLY_SEARCHES: "100000",
    VITRINE_DAY_PACING: "off",
    VITRINE_DRAIN_SECONDS: "2",
    VITRINE_METRICS_TOKEN: METRICS_TOKEN,
    VITRINE_TRUSTED_PROXIES: "1",
  };
}

/**
 * Returns this month's searches in the ledger, as an instance with these settings knows them; NaN if it
 * knows none.
 */
export async function countedSearches(address: string, signal?: AbortSignal): Promise<number> {
  const metrics = await readMetrics(address, METRICS_TOKEN, signal);
  return metrics.get('vitrine_budget_searches{kind="used"}') ?? Number.NaN;
}

/** Pays for the searches, and has their thumbnails made. @returns the thumbnails' paths */
export async function untilWarm(balancer: Balancer, addresses: string[]): Promise<string[]> {
  await until(() => addresses.every(balancer.isReady));
  const paths: string[] = [];
  for (const [index, words] of CACHED.entries()) {
    const { body } = await balancer.send(searchOffer(words), visitorOf(index));
    for (const { thumbnails } of JSON.parse(body.toString()).images) {
      paths.push(`${thumbnails.path}${thumbnails.widthsPx[0]}`);
    }
  }
  for (const [index, path] of paths.entries()) await balancer.send({ path }, visitorOf(index));
  return paths;
}

/** Sends the requests of `requestOf` at a fixed rate. */
export function startLoad(
  balancer: Balancer,
  thumbnails: readonly string[],
  ratePerSecond: number,
  /** Begins the text of new searches, so that a second load repeats none of the first. */
  searchText = "sea",
  waitingMax?: number,
) {
  const request = (n: number) => requestOf(n, thumbnails, searchText);
  return sendAtRate(balancer, ratePerSecond, request, waitingMax);
}

/**
 * Sends the requests 0, 1, 2 … at a fixed rate, however long each one takes; less often while `waitingMax`
 * have no response.
 */
export function sendAtRate(
  balancer: Pick<Balancer, "send">,
  ratePerSecond: number,
  request: (n: number) => Sent,
  waitingMax = Number.POSITIVE_INFINITY,
) {
  const failures: string[] = [];
  let slowestMs = 0;
  const waiting = new Set<Promise<void>>();
  const startedAtMs = performance.now();
  let sentCount = 0;

  async function send(n: number): Promise<void> {
    const sent = request(n);
    const failed = (what: string) => failures.push(`request ${n}, ${sent.path}: ${what}`);
    const sentAtMs = performance.now();
    try {
      const { status, body } = await balancer.send(sent, visitorOf(n));
      if (status !== 200) failed(`${status} ${body.subarray(0, 200)}`);
      else if (body.length === 0) failed("an empty body");
    } catch (cause) {
      failed(String(cause));
    }
    if (sent.form === undefined) slowestMs = Math.max(slowestMs, performance.now() - sentAtMs);
  }

  const timer = setInterval(() => {
    const dueCount = ((performance.now() - startedAtMs) * ratePerSecond) / 1_000;
    for (; sentCount < dueCount && waiting.size < waitingMax; sentCount += 1) {
      const sent = send(sentCount).finally(() => waiting.delete(sent));
      waiting.add(sent);
    }
  }, 5);

  return {
    sentCount: () => sentCount,
    failures,
    /** The longest time that a request took, other than new searches. */
    slowestMs: () => slowestMs,
    /** Sends no more; resolves with all failures when every response is there. */
    async stop(): Promise<string[]> {
      clearInterval(timer);
      await Promise.all(waiting);
      return failures;
    },
  };
}

/** Of 100 requests: 49 cached searches, 45 thumbnails, 5 pages, 1 new search. */
function requestOf(n: number, thumbnails: readonly string[], searchText: string): Sent {
  const words = CACHED[n % CACHED.length];
  if (n % 100 === 50) return searchOffer(`${searchText}+${n}`);
  if (n % 20 === 0) return { path: `/search?q=${words}` };
  if (n % 2 === 0) return { path: `/api/search?q=${words}` };
  return { path: thumbnails[n % thumbnails.length] ?? "/" };
}

/** A search that may pay. */
export const searchOffer = (words: string): Sent => ({ path: "/api/search", form: `q=${words}` });

export const visitorOf = (n: number) => `10.0.0.${1 + (n % VISITORS)}`;

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}
