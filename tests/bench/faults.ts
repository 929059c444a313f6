/**
 * What visitors notice when a part fails: three instances on one PostgreSQL database, 60 requests a
 * second (cached searches, thumbnails, pages, new paid searches), and one fault after another:
 * `npm run bench:faults`, after `npm run build`.
 *
 * Each fault begins after a quarter of `--seconds 60`, is repaired after half of it, and is observed
 * until the end. The aim: failures end within ten seconds of the repair, and the ledger counts exactly
 * the searches that the service received. `--only NAME` runs one fault.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { freePort, type Installation, startInstallation } from "@/tests/e2e/support/installation";
import { startPostgresServer } from "@/tests/support/databases/postgres-server";
import { startBalancer } from "@/tests/support/servers/balancer";
import { type FixtureAnswer, startFixtureService } from "@/tests/support/servers/fixture-service";
import {
  sharedSecrets,
  startLoad,
  until,
  untilWarm,
} from "@/tests/support/servers/rolling-restart";
import { say, table } from "./support/measures";

const RATE_PER_SECOND = 60;
const RECOVERY_AIM_MS = 10_000;
const METRICS_TOKEN = "a token of this benchmark";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, only: { type: "string", default: "" } },
});
const lengthMs = Number(values.seconds) * 1_000;

const dataDir = mkdtempSync(join(tmpdir(), "vitrine-faults-"));
const database = await startPostgresServer();
const service = await startFixtureService();
const settings = {
  ...sharedSecrets(),
  SEARCH_API_URL: service.baseUrl,
  SEARCH_API_KEY: service.key,
  DATABASE_URL: database.url,
  VITRINE_MONTHLY_SEARCHES: "100000",
  VITRINE_DAY_PACING: "off",
  // Longer than the balancer needs to notice.
  VITRINE_DRAIN_SECONDS: "2",
  VITRINE_METRICS_TOKEN: METRICS_TOKEN,
  VITRINE_TRUSTED_PROXIES: "1",
  VITRINE_THUMBNAIL_PRIVATE_HOSTS: new URL(service.baseUrl).host,
};
const start = (port: number) =>
  startInstallation({ ...settings, PORT: String(port) }, join(dataDir, String(port)));
const ports = await Promise.all(Array.from({ length: 3 }, freePort));
const servers: Installation[] = [];
for (const port of ports) servers.push(await start(port));
const addresses = servers.map(({ address }) => address);
const balancer = startBalancer(addresses, 200);

type Fault = { name: string; begin(): unknown; mend(): unknown };

const first = () => servers[0] as Installation;
const restartFirst = async () => {
  servers[0] = await start(ports[0] ?? 0);
};
const answering = (name: string, answer: FixtureAnswer): Fault => ({
  name: `service: ${name}`,
  begin: () => service.answerWith(answer),
  mend: () => service.answerWith(null),
});
let cutting: NodeJS.Timeout | undefined;

const FAULTS: Fault[] = [
  { name: "none", begin() {}, mend() {} },
  { name: "instance: kill -9", begin: () => first().process.kill("SIGKILL"), mend: restartFirst },
  { name: "instance: SIGTERM", begin: () => first().process.kill("SIGTERM"), mend: restartFirst },
  {
    name: "instance: SIGSTOP",
    begin: () => first().process.kill("SIGSTOP"),
    mend: () => first().process.kill("SIGCONT"),
  },
  { name: "database: restart", begin: database.stop, mend: database.start },
  { name: "database: crash", begin: database.crash, mend: database.start },
  {
    name: "database: connections cut",
    begin() {
      const sql = postgres(database.url, { max: 1, onnotice: () => {} });
      cutting = setInterval(() => {
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()`.catch(
          () => {},
        );
      }, 1_000);
    },
    mend: () => clearInterval(cutting),
  },
  answering("503", { status: 503, body: { error: "down" } }),
  answering("429", { status: 429, headers: { "retry-after": "2" }, body: { error: "slow down" } }),
  answering("slow", { delayMs: 30_000 }),
  answering("garbage", { status: 200, body: "<html>", headers: { "content-type": "text/html" } }),
  answering("402", { status: 402, body: { error: "no subscription" } }),
];

const rows = [["", "failed", "recovered after", "sent", "counted", ""]];
let isMet = true;
try {
  await until(() => addresses.every(balancer.isReady));
  const thumbnails = await untilWarm(balancer, addresses);
  for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) {
    const row = await run(fault, thumbnails);
    rows.push(row);
    say(row.join("  "));
  }
} finally {
  balancer.stop();
  for (const server of servers) await server.stop();
  await service.stop();
  await database.remove();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
say(`\n${table(rows)}`);
process.exit(isMet ? 0 : 1);

async function run({ name, begin, mend }: Fault, thumbnails: readonly string[]): Promise<string[]> {
  const sentBefore = service.searches.length;
  const countedBefore = await countedSearches();
  const searchText = encodeURIComponent(`fault ${name}`);
  const load = startLoad(balancer, thumbnails, RATE_PER_SECOND, searchText);
  const startedAtMs = performance.now();
  const failedAtMs: number[] = [];
  const watch = setInterval(() => {
    while (failedAtMs.length < load.failures.length) failedAtMs.push(performance.now());
  }, 50);
  await pause(lengthMs / 4);
  await begin();
  await pause(lengthMs / 4);
  const mendedAtMs = performance.now();
  await mend();
  await pause(startedAtMs + lengthMs - performance.now());
  const failures = await load.stop();
  clearInterval(watch);
  await until(() => addresses.every(balancer.isReady));
  const sent = service.searches.length - sentBefore;
  const counted = await settledCount(countedBefore, sent);
  const recoveryMs = Math.max(0, (failedAtMs.at(-1) ?? 0) - mendedAtMs);
  isMet &&= recoveryMs <= RECOVERY_AIM_MS;
  return [
    name,
    `${failures.length} of ${load.sentCount()}`,
    `${(recoveryMs / 1_000).toFixed(1)} s`,
    String(sent),
    String(counted),
    formsOf(failures),
  ];
}

/** Returns the most common forms of failures: a status with its code, or an error of the connection. */
function formsOf(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const code = /"code":"(\w+)"/.exec(failure)?.[1];
    const form = code ?? failure.replace(/^request \d+, \S+: /, "").slice(0, 60);
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, 4);
  return sorted.map(([form, count]) => `${count} × ${form}`).join(", ");
}

/** Returns how many searches were counted since; waits until an instance has read them. */
async function settledCount(before: number, expected: number): Promise<number> {
  const giveUpAtMs = performance.now() + 10_000;
  for (;;) {
    const counted = (await countedSearches()) - before;
    if (counted === expected || performance.now() > giveUpAtMs) return counted;
    await pause(500);
  }
}

/** Returns this month's searches in the ledger, as an instance that can read it says. */
async function countedSearches(): Promise<number> {
  for (;;) {
    for (const address of addresses) {
      const text = await fetch(`${address}/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
        signal: AbortSignal.timeout(2_000),
      }).then(
        (response) => response.text(),
        () => "",
      );
      const used = /^vitrine_budget_searches\{kind="used"\} (\d+)/m.exec(text)?.[1];
      if (used !== undefined) return Number(used);
    }
    await pause(200);
  }
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, durationMs)));
}
