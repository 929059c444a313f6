/**
 * `npm run bench:http`, after `npm run build`: the server's CPU time per request, compared with a bare
 * `node:http` server that sends the same bytes and headers.
 *
 * The servers take turns, so that other load affects all of them. `--folder` is the build to measure,
 * `--before` another that it is judged by: a request may take at most 1.2 times its CPU time there.
 * `--cases thumbnail,search` selects cases by beginnings of names (`keys`: the cost of an account's
 * key; `observing`: the cost of metrics and of traces), `--rounds` and `--seconds` set number and
 * length of turns.
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { runBareServer, startBareServer } from "./http/bare-server";
import { type Case, type Server, startInstallation } from "./http/installation";
import { runKeyServer, startKeyServer } from "./http/key-server";
import { runLoad, startLoad } from "./http/load";
import { record, type Target } from "./http/recorded";
import { copyWithSwitch } from "./http/switched-metrics";
import { processCpuMs, untilIdle } from "./support/cpu-time";
import { median, say, table } from "./support/measures";
import { atMost, sayVerdicts, type Verdict } from "./support/verdicts";
import { listen } from "./thumbs/bare-http";

/** CPU time per request in each turn, in µs, of a server and of the bare server. */
type Figures = { own: number[]; bare: number[] };

/** CPU time of a request by its quickest turns, the build before = 1. Two equal builds stay below it. */
const BEFORE_LIMIT = 1.2;
/** The case of a search with an account's key, and the CPU time that the key may add. */
const KEYS = "keys";
const KEY_LIMIT_US = 400;
const KEY_ROUNDS = 25;
/** The case of metrics and traces, and the share of a cached search that metrics may add. */
const OBSERVING = "observing";
const COUNTING_LIMIT_PERCENT = 10;
/** Many short turns, because the difference is smaller than what other load adds to one turn. */
const OBSERVING_ROUNDS = 240;
const COUNT_MIN = 40;
/** V8 optimises a path for the last time after some 10,000 requests. */
const WARM_UP = { requests: 15_000, msMax: 3_000 };

async function bench(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      folder: { type: "string", default: "." },
      before: { type: "string" },
      cases: { type: "string", default: "" },
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "0.2" },
    },
  });
  const folders = [options.folder, ...(options.before === undefined ? [] : [options.before])];
  const rounds = Number(options.rounds);
  const turnMs = Number(options.seconds) * 1_000;
  const isChosen = ({ name }: Pick<Case, "name">) =>
    options.cases.split(",").some((beginning) => name.startsWith(beginning));
  const installation = await startInstallation();
  const load = startLoad();
  const bare = await startBareServer();

  /** Sends `count` requests; returns the CPU time per request, in µs. */
  async function turn(pid: number, target: Target, count: number): Promise<number> {
    const beforeMs = processCpuMs(pid);
    await load.send(target, count);
    return ((processCpuMs(pid) - beforeMs) * 1_000) / count;
  }

  /** Sends requests until V8 has optimised the hot paths; returns how many make a turn. */
  async function warmUp(target: Target): Promise<number> {
    const endMs = performance.now() + WARM_UP.msMax;
    let count = COUNT_MIN;
    for (let sent = 0; sent < WARM_UP.requests && performance.now() < endMs; sent += count) {
      const startMs = performance.now();
      await load.send(target, count);
      count = Math.max(COUNT_MIN, Math.ceil((count * turnMs) / (performance.now() - startMs)));
    }
    return count;
  }

  /** Measures one case on all servers, in turns. */
  async function measure(servers: Server[], index: number): Promise<Figures[]> {
    const contenders = [];
    for (const { pid, cases } of servers) {
      const { target } = cases[index] as Case;
      const count = await warmUp(target);
      await untilIdle();
      const response = await record(target);
      await bare.replay(response);
      const bareTarget = { ...target, origin: bare.origin };
      const missingPictureCount = await warmUp(bareTarget);
      const figures: Figures = { own: [], bare: [] };
      contenders.push({ pid, target, count, response, bareTarget, missingPictureCount, figures });
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { figures, ...each } of contenders) {
        figures.own.push(await turn(each.pid, each.target, each.count));
        await bare.replay(each.response);
        figures.bare.push(await turn(bare.pid, each.bareTarget, each.missingPictureCount));
      }
    }
    return contenders.map(({ figures }) => figures);
  }

  /**
   * Returns how much more CPU time a search takes with an account's key than with the operator's, in
   * µs: by the medians, and by the quickest turns, which other load disturbs least.
   */
  async function authenticationUs(): Promise<{ medianUs: number; quickestUs: number }> {
    const { pid, byOperator, byAccount, stop } = await startKeyServer();
    const counts = [await warmUp(byAccount), await warmUp(byOperator)];
    const figures: Figures = { own: [], bare: [] };
    await untilIdle();
    for (let round = 0; round < KEY_ROUNDS; round += 1) {
      figures.own.push(await turn(pid, byAccount, counts[0] ?? 0));
      figures.bare.push(await turn(pid, byOperator, counts[1] ?? 0));
    }
    stop();
    return {
      medianUs: median(figures.own) - median(figures.bare),
      quickestUs: Math.min(...figures.own) - Math.min(...figures.bare),
    };
  }

  /**
   * Measures a cached search in one process with and without counting, in turns, and in another with
   * traces of every request.
   */
  async function observingCost(): Promise<Verdict[]> {
    const collector = createServer((request, response) => {
      request.resume().once("end", () => response.end("{}"));
    });
    const endpoint = `http://127.0.0.1:${await listen(collector)}`;
    const counting = await installation.start(copyWithSwitch(options.folder), "remote");
    const tracing = await installation.start(options.folder, "remote", {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    });
    const targetOf = ({ cases }: Server) =>
      (cases.find(({ name }) => name === "search of 24") as Case).target;
    const count = Math.ceil((await warmUp(targetOf(counting))) / 4);
    await warmUp(targetOf(tracing));
    await untilIdle();
    const us = { counted: [] as number[], uncounted: [] as number[], traced: [] as number[] };
    for (let round = 0; round < OBSERVING_ROUNDS; round += 1) {
      // The first turn of a round finds cold caches, so each comes first in every other round.
      const [first, second] =
        round % 2 === 0 ? [us.counted, us.uncounted] : [us.uncounted, us.counted];
      first.push(await turn(counting.pid, targetOf(counting), count));
      process.kill(counting.pid, "SIGUSR2");
      second.push(await turn(counting.pid, targetOf(counting), count));
      us.traced.push(await turn(tracing.pid, targetOf(tracing), count));
    }
    await counting.stop();
    await tracing.stop();
    collector.close();
    const percentOf = (each: number[]) => {
      const added = each.map((one, round) => one / (us.uncounted[round] ?? Number.NaN) - 1);
      return 100 * median(added);
    };
    const detail = `${median(us.uncounted).toFixed(0)} µs without`;
    const shown = { digits: 1, unit: " %", detail };
    const counted = percentOf(us.counted);
    return [
      atMost("metrics: added to a cached search", counted, COUNTING_LIMIT_PERCENT, shown),
      atMost("metrics and traces of every request", percentOf(us.traced), null, shown),
    ];
  }

  const columns = ["CPU", "quickest", "bare", "quickest", "ratio"];
  const rows = [["µs per request", ...columns, ...(folders.length > 1 ? columns : [])]];
  const verdicts: Verdict[] = [];
  const isLibrary = (name: string) => name.startsWith("library");
  for (const mode of ["remote", "library"] as const) {
    const names = options.cases.split(",").filter((name) => name !== KEYS && name !== OBSERVING);
    if (!names.some((name) => name === "" || isLibrary(name) === (mode === "library"))) continue;
    const servers: Server[] = [];
    for (const folder of folders) servers.push(await installation.start(folder, mode));
    // Otherwise the library's scan would count, too.
    await untilIdle();
    for (const [index, each] of servers[0]?.cases.entries() ?? []) {
      if (!isChosen(each)) continue;
      process.stderr.write(`${each.name}\n`);
      const figures = await measure(servers, index);
      rows.push([each.name, ...figures.flatMap(toCells)]);
      const [now, before] = figures.map(({ own }) => Math.min(...own));
      if (now === undefined || before === undefined) continue;
      verdicts.push(atMost(`${each.name}, before = 1`, now / before, BEFORE_LIMIT, { digits: 2 }));
    }
    for (const { stop } of servers) await stop();
  }
  say(
    `\nMedian and quickest of ${rounds} turns; ratio of the medians${
      folders.length > 1 ? "; on the right: before" : ""
    }\n\n${table(rows)}`,
  );
  if (isChosen({ name: KEYS })) {
    process.stderr.write(`${KEYS}\n`);
    const { medianUs, quickestUs } = await authenticationUs();
    const shown = { unit: " µs", detail: `median ${medianUs.toFixed(0)}` };
    verdicts.push(atMost(`${KEYS}: added, quickest`, quickestUs, KEY_LIMIT_US, shown));
  }
  if (isChosen({ name: OBSERVING })) {
    process.stderr.write(`${OBSERVING}\n`);
    verdicts.push(...(await observingCost()));
  }
  if (verdicts.length > 0) sayVerdicts(verdicts);
  load.stop();
  bare.stop();
  await installation.stop();
}

function toCells({ own, bare }: Figures): string[] {
  const cells = [own, bare].flatMap((figures) => [median(figures), Math.min(...figures)]);
  return [...cells.map((us) => us.toFixed(0)), ratioOf({ own, bare }).toFixed(2)];
}

function ratioOf({ own, bare }: Figures): number {
  return median(own) / median(bare);
}

// The other processes end with the benchmark, also if it fails.
process.once("disconnect", () => process.exit());
if (process.argv[2] === "bare") runBareServer();
else if (process.argv[2] === "load") runLoad();
else if (process.argv[2] === "keys") await runKeyServer();
else await bench();
